// Tests of what counts as a change of the settings, and of the crash policy as people write it.

import type { GameServerSettings, SettingsVariable } from '@rookery/contracts/http/settings.ts'
import { expect, test } from 'vitest'
import { crashFault, fieldsOf, policyOf } from './crash-fields.ts'
import { changeOf, countChanges, faultsOf, noEdits } from './settings-edits.ts'

const variable = (
  name: string,
  value: string | null,
  parts: Partial<SettingsVariable> = {},
): SettingsVariable => ({
  name,
  title: name,
  description: '',
  default: '',
  rules: [],
  secret: value === null,
  value,
  unreadable: false,
  editable: true,
  ...parts,
})

const settings: GameServerSettings = {
  variables: [
    variable('MAP', 'office'),
    variable('PASSWORD', null),
    variable('FIXED', 'x', { editable: false }),
  ],
  autostart: true,
  update_before_start: false,
  crash_policy: { restart: true, attempts: 5, window_ms: 601_234, delay_ms: 2_000 },
  image: 'Java 21',
  images: ['Java 21', 'Java 17'],
  needs_restart: false,
}

test('what is typed back to what it was is no change', () => {
  expect(changeOf(settings, noEdits)).toEqual({})
  const same = { variables: { MAP: 'office', PASSWORD: '' }, autostart: true, image: 'Java 21' }
  expect(changeOf(settings, { ...same, crash: fieldsOf(settings.crash_policy) })).toEqual({})
})

test('5.9.4 a value that the panel cannot read is not replaced by an empty one', () => {
  const lost = { ...settings, variables: [variable('PASSWORD', null, { unreadable: true })] }
  expect(changeOf(lost, { variables: { PASSWORD: '' }, autostart: false })).toEqual({ autostart: false })
  expect(changeOf(lost, { variables: { PASSWORD: 'new' } })).toEqual({ variables: { PASSWORD: 'new' } })
})

test('every changed value counts, and what may not be changed is never sent', () => {
  const change = changeOf(settings, {
    variables: { MAP: 'kitchen', PASSWORD: 'new', FIXED: 'y' },
    autostart: false,
    image: 'Java 17',
  })
  expect(change).toEqual({
    variables: { MAP: 'kitchen', PASSWORD: 'new' },
    autostart: false,
    image: 'Java 17',
  })
  expect(countChanges(change)).toBe(4)
})

test('the crash policy keeps what was not touched to the millisecond', () => {
  const fields = { ...fieldsOf(settings.crash_policy), attempts: '3' }
  expect(policyOf(fields, settings.crash_policy)).toEqual({ ...settings.crash_policy, attempts: 3 })
  expect(policyOf({ ...fields, minutes: '0,5' }, settings.crash_policy).window_ms).toBe(30_000)
  const off = policyOf({ ...fields, restart: false, attempts: 'x' }, settings.crash_policy)
  expect(off).toEqual({ ...settings.crash_policy, restart: false })
})

test.each([
  [{ attempts: '0' }, 'attemptsWrong'],
  [{ attempts: '1.5' }, 'attemptsWrong'],
  [{ attempts: '101' }, 'attemptsWrong'],
  [{ minutes: '' }, 'minutesWrong'],
  [{ minutes: '0.01' }, 'minutesWrong'],
  [{ seconds: '-1' }, 'secondsWrong'],
  [{ seconds: '0' }, null],
  [{ restart: false, attempts: '' }, null],
])('the crash policy %j is told as %s', (parts, fault) => {
  expect(crashFault({ ...fieldsOf(settings.crash_policy), ...parts })).toBe(fault)
})

test('the words of the panel find their field', () => {
  expect(faultsOf({ 'variables.MAP': ['must be one of a, b'] }, 'MAP')).toEqual(['must be one of a, b'])
  expect(faultsOf({ MAP: ['x'] }, 'MAP')).toEqual(['x'])
  expect(faultsOf({}, 'MAP')).toBeUndefined()
})
