// When the panel's own backup is due, and when it is tried out.

import { expect, test } from 'vitest'
import { isBackupDue, isDrillDue, lastTimeOfHour, panelBackupChoice } from './panel-backup-rules.ts'

const hourMs = 3_600_000
/** In the time zone of this machine, as the rules are. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime()
const choice = panelBackupChoice.parse({ storage_id: 1, hour: 3 })
const attempt = (at_ms: number, is_good = true) => ({ last_attempt: { at_ms, is_good, message: '' } })

test.each([
  ['nothing is chosen', { ...choice, storage_id: null }, { last_attempt: null }, at(18, 12), false],
  ['there was none yet', choice, { last_attempt: null }, at(18, 12), true],
  ['it was taken today', choice, attempt(at(18, 3, 1)), at(18, 23), false],
  ['the hour has not come', choice, attempt(at(17, 3, 1)), at(18, 2, 59), false],
  ['the hour has come', choice, attempt(at(17, 3, 1)), at(18, 3), true],
  ['the panel was off at that hour', choice, attempt(at(15, 3, 1)), at(18, 2), true],
  ['it was taken by hand after the hour', choice, attempt(at(18, 9)), at(18, 12), false],
  ['it has failed just now', choice, attempt(at(18, 3), false), at(18, 3, 59), false],
  ['it has failed an hour ago', choice, attempt(at(18, 3), false), at(18, 4), true],
  ['the clock was set back by a year', choice, attempt(at(18, 3) + 365 * 24 * hourMs), at(18, 12), true],
])('%s', (_name, chosen, state, nowMs, isDue) => {
  expect(isBackupDue(chosen, state, nowMs)).toBe(isDue)
})

test('the last time of an hour is today or yesterday', () => {
  expect(lastTimeOfHour(3, at(18, 3))).toBe(at(18, 3))
  expect(lastTimeOfHour(3, at(18, 2, 59))).toBe(at(17, 3))
  expect(lastTimeOfHour(23, at(1, 5))).toBe(at(0, 23))
})

test('it is tried out with the first backup, after a week, and with each one after a failure', () => {
  const drill = (at_ms: number, is_good = true) => ({ last_drill: { at_ms, is_good, message: '' } })
  expect(isDrillDue({ last_drill: null }, at(18, 3))).toBe(true)
  expect(isDrillDue(drill(at(12, 3)), at(18, 3))).toBe(false)
  expect(isDrillDue(drill(at(11, 3)), at(18, 3))).toBe(true)
  expect(isDrillDue(drill(at(17, 3), false), at(18, 3))).toBe(true)
})
