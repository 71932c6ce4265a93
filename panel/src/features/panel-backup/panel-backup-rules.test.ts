// When the panel's own backup is due and when it is tried out, and what about it needs an administrator.

import { expect, test } from 'vitest'
import {
  isBackupDue,
  isDrillDue,
  lastTimeOfHour,
  type PanelBackupState,
  panelBackupChoice,
  panelBackupState,
  type ReportedTrouble,
  troubleOf,
} from './panel-backup-rules.ts'

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

const outcome = (at_ms: number, is_good: boolean) => ({ at_ms, is_good, message: is_good ? '' : 'no space' })
/** Chosen on the 10th; backed up and tried out on the 18th at 3:01. */
const healthy = panelBackupState.parse({
  chosen_at_ms: at(10, 12),
  last_attempt: outcome(at(18, 3, 1), true),
  last_good_at_ms: at(18, 3, 1),
  last_drill: outcome(at(18, 3, 2), true),
})
const nothingReported: ReportedTrouble = { kind: null, since_ms: 0 }
const quiet = { isRunning: false, reported: nothingReported }

test.each<[string, Partial<PanelBackupState>, number, [kind: string, sinceMs: number] | null]>([
  ['all is well', {}, at(18, 12), null],
  ['its hour came a moment ago', {}, at(19, 3, 30), null],
  ['its hour came nearly a day ago', {}, at(20, 2, 59), null],
  ['its hour came a day ago', {}, at(20, 3), ['overdue', at(18, 3, 1)]],
  ['it failed', { last_attempt: outcome(at(19, 3), false) }, at(19, 4), ['failed', at(19, 3)]],
  ['its trial failed', { last_drill: outcome(at(18, 4), false) }, at(18, 5), ['not_restorable', at(18, 4)]],
])('trouble: %s', (_name, changed, nowMs, expected) => {
  const found = troubleOf(choice, { ...healthy, ...changed }, { ...quiet, nowMs })
  expect(found && [found.kind, found.sinceMs]).toEqual(expected)
})

test('a storage that never had a backup is overdue a day after it was chosen', () => {
  const never = panelBackupState.parse({ chosen_at_ms: at(18, 12) })
  expect(troubleOf(choice, never, { ...quiet, nowMs: at(19, 11, 59) })).toBeNull()
  expect(troubleOf(choice, never, { ...quiet, nowMs: at(19, 12) })).toEqual({
    ...{ kind: 'overdue', sinceMs: at(18, 12), message: '' },
  })
  expect(troubleOf(choice, { ...never, chosen_at_ms: null }, { ...quiet, nowMs: at(30, 12) })).toBeNull()
  expect(
    troubleOf({ ...choice, storage_id: null }, never, { ...quiet, nowMs: at(30, 12) }),
    'no storage is chosen',
  ).toBeNull()
})

test('another hour of the day makes nothing overdue', () => {
  const later = { ...choice, hour: 23 }
  expect(troubleOf(later, healthy, { ...quiet, nowMs: at(19, 22) })).toBeNull()
  expect(troubleOf(later, healthy, { ...quiet, nowMs: at(19, 23) })).toMatchObject({ kind: 'overdue' })
})

test('while one runs nothing is overdue, and a failure stays one until it has worked', () => {
  const running = { isRunning: true, reported: nothingReported, nowMs: at(25, 12) }
  expect(troubleOf(choice, healthy, running)).toBeNull()
  const failed = { ...healthy, last_attempt: outcome(at(25, 11), false) }
  expect(troubleOf(choice, failed, running)).toEqual({
    ...{ kind: 'failed', sinceMs: at(25, 11), message: 'no space' },
  })
})

test('a trouble that was reported goes on since its first time; another one is new', () => {
  const failed = { ...healthy, last_attempt: outcome(at(25, 11), false) }
  const at25 = { isRunning: false, nowMs: at(25, 12) }
  const since = (kind: ReportedTrouble['kind']) =>
    troubleOf(choice, failed, { ...at25, reported: { kind, since_ms: at(20, 3) } })?.sinceMs
  expect(since('failed')).toBe(at(20, 3))
  expect(since('overdue')).toBe(at(25, 11))
})
