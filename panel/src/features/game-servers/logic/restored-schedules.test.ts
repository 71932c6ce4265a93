import { expect, test } from 'vitest'
import { restoredSchedules } from './restored-schedules.ts'

const rules = {
  ...{ action: 'restart', command: '', timing: { by: 'cron', expression: '0 5 * * *' }, time_zone: 'UTC' },
  ...{ only_when_empty: false, overlap: 'skip', missed: 'once', begins_at_ms: 1 },
}
const steps = [{ action: 'backup', offset_seconds: 0, continue_on_failure: false }]

test('schedules come in their order with their names and rules, and say where they are from', () => {
  const definition = {
    schedules: [{ ...rules, id: 7, name: 'Restart at dawn', enabled: true }],
    step_schedules: [{ ...rules, action: 'command', id: 4, name: 'Nightly backup', enabled: true, steps }],
  }
  expect(restoredSchedules({ definition })).toEqual([
    { name: 'Nightly backup', rules: { ...rules, action: 'command', steps, came_with_backup: true } },
    { name: 'Restart at dawn', rules: { ...rules, came_with_backup: true } },
  ])
})

test('an earlier backup tells no names, and what cannot be read is left out', () => {
  const definition = {
    schedules: [
      { ...rules, id: 2, enabled: false },
      { ...rules, id: 3, action: 'dance', enabled: true },
    ],
  }
  expect(restoredSchedules({ definition })).toMatchObject([{ name: 'Schedule 1' }])
  expect(restoredSchedules({ definition: {} })).toEqual([])
  expect(restoredSchedules({ definition: { schedules: 'none' } })).toEqual([])
})
