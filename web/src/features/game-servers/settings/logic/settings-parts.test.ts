// Tests of what each section of the settings saves, and of the search among them.

import { expect, test } from 'vitest'
import { changeOfPart, matchesSearch, settingsParts, withoutPart } from './settings-parts.ts'

const change = {
  variables: { MAP: 'kitchen' },
  autostart: false,
  image: 'Java 17',
  crash_policy: { restart: false, attempts: 5, window_ms: 1_000, delay_ms: 0 },
}

test('each section saves only its own, and together they save everything', () => {
  expect(changeOfPart(change, 'game')).toEqual({ variables: { MAP: 'kitchen' } })
  expect(changeOfPart(change, 'start')).toEqual({ autostart: false, image: 'Java 17' })
  expect(changeOfPart(change, 'crash')).toEqual({ crash_policy: change.crash_policy })
  const all = settingsParts.map(part => changeOfPart(change, part))
  expect(Object.assign({}, ...all)).toEqual(change)
  expect(settingsParts.map(part => changeOfPart({}, part))).toEqual([{}, {}, {}])
})

test('a section that was saved or discarded leaves what was typed in the others', () => {
  const crash = { restart: true, attempts: '3', minutes: '10', seconds: '2' }
  const edits = { variables: { MAP: 'kitchen' }, autostart: false, image: 'Java 17', crash }
  expect(withoutPart(edits, 'game')).toEqual({ ...edits, variables: {} })
  expect(withoutPart(edits, 'start')).toEqual({ variables: edits.variables, crash })
  expect(withoutPart(edits, 'crash')).toEqual({
    variables: edits.variables,
    autostart: false,
    image: 'Java 17',
  })
})

test.each([
  ['', true],
  ['port', true],
  ['RCON PORT', true],
  ['memory', false],
])('searching for "%s" finds the network section: %s', (searchText, isFound) => {
  expect(matchesSearch(searchText, ['Network', 'Game port', 'RCON port'])).toBe(isFound)
})
