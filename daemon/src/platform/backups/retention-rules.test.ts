// Retention keeps what it promises, whatever backups there are.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decideRetention,
  type RetainedBackup,
  type RetentionLimits,
  type RetentionPolicy,
  safetyExpiry,
} from './retention-rules.ts'

const now = Date.UTC(2026, 10, 17, 12)
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const noLimits: RetentionLimits = { count: null, bytes: null }
const nothing: RetentionPolicy = { last: 0, hourly: 0, daily: 0, weekly: 0, monthly: 0, timeZone: 'UTC' }

const backupAt = (takenAtMs: number, more: Partial<RetainedBackup> = {}): RetainedBackup => ({
  ...{ id: `at ${takenAtMs}`, takenAtMs, isLocked: false, isSafety: false, bytesAdded: 10 },
  ...more,
})

const kept = (
  backups: RetainedBackup[],
  policy: Partial<RetentionPolicy>,
  limits: RetentionLimits = noLimits,
) => {
  const gone = new Set(
    decideRetention(backups, { ...nothing, ...policy }, limits, now).forget.map(({ id }) => id),
  )
  return backups.filter(({ id }) => !gone.has(id))
}

describe('retention', () => {
  const hourly = Array.from({ length: 24 * 100 }, (_, hour) => backupAt(now - hour * hourMs))

  test('a clock that was ahead takes nothing from the backups that are taken after it was set right', () => {
    const ahead = [1, 2, 3].map(years => backupAt(now + years * 365 * dayMs))
    const taken = [2, 1, 0].map(hours => backupAt(now - hours * hourMs))
    expect(kept([...ahead, ...taken], { last: 2 })).toEqual([...ahead, ...taken.slice(1)])
    expect(kept([...ahead, ...taken], {}, { count: 2, bytes: null })).toEqual([...ahead, ...taken.slice(1)])
  })

  test('keeps the last ones, and of each day, week and month the newest', () => {
    expect(kept(hourly, { last: 3 }).map(({ takenAtMs }) => (now - takenAtMs) / hourMs)).toEqual([0, 1, 2])
    const daily = kept(hourly, { daily: 3 }).map(({ takenAtMs }) => new Date(takenAtMs).toISOString())
    expect(daily).toEqual([
      '2026-11-17T12:00:00.000Z',
      '2026-11-16T23:00:00.000Z',
      '2026-11-15T23:00:00.000Z',
    ])
    const weekly = kept(hourly, { weekly: 2 }).map(({ takenAtMs }) => new Date(takenAtMs).toISOString())
    // The 15th was a Sunday.
    expect(weekly).toEqual(['2026-11-17T12:00:00.000Z', '2026-11-15T23:00:00.000Z'])
    const monthly = kept(hourly, { monthly: 2 }).map(({ takenAtMs }) => new Date(takenAtMs).toISOString())
    expect(monthly).toEqual(['2026-11-17T12:00:00.000Z', '2026-10-31T23:00:00.000Z'])
  })

  test('days begin where the time zone says', () => {
    const daily = kept(hourly, { daily: 2, timeZone: 'America/New_York' })
    expect(daily.map(({ takenAtMs }) => new Date(takenAtMs).toISOString())).toEqual([
      '2026-11-17T12:00:00.000Z',
      '2026-11-17T04:00:00.000Z',
    ])
  })

  test('the hour that comes twice when clocks go back is two hours', () => {
    const night = [0, 1, 2].map(hour => backupAt(Date.UTC(2026, 9, 24, 23 + hour, 30)))
    expect(kept(night, { hourly: 3, timeZone: 'Europe/Berlin' })).toHaveLength(3)
  })

  test('a policy that keeps nothing deletes nothing', () => {
    expect(kept(hourly, {})).toHaveLength(hourly.length)
  })

  test('a safety backup stays for two weeks, or as long as it is one of the last five', () => {
    const old = Array.from({ length: 8 }, (_, at) => backupAt(now - (20 + at) * dayMs, { isSafety: true }))
    expect(kept(old, { last: 1 })).toEqual(old.slice(0, safetyExpiry.last))
    const fresh = Array.from({ length: 8 }, (_, at) => backupAt(now - at * hourMs, { isSafety: true }))
    expect(kept(fresh, { last: 1 })).toHaveLength(8)
  })

  test('what is beyond a limit goes, the oldest first, and says so', () => {
    const three = [1, 2, 3].map(day => backupAt(now - day * dayMs))
    expect(decideRetention(three, { ...nothing, last: 9 }, { count: 2, bytes: null }, now).forget).toEqual([
      { id: three[2]?.id, reason: 'count_limit' },
    ])
    expect(decideRetention(three, { ...nothing, last: 9 }, { count: null, bytes: 15 }, now).forget).toEqual([
      { id: three[2]?.id, reason: 'size_limit' },
      { id: three[1]?.id, reason: 'size_limit' },
    ])
  })

  test('a limit never takes the only ordinary backup because a safety backup is newer', () => {
    const old = { id: 'old', takenAtMs: now - 2 * dayMs, isLocked: false, isSafety: false, bytesAdded: 10 }
    const guard = { id: 'guard', takenAtMs: now - dayMs, isLocked: false, isSafety: true, bytesAdded: 10 }
    const policy = { last: 7, hourly: 0, daily: 0, weekly: 0, monthly: 0, timeZone: 'UTC' }
    expect(decideRetention([old, guard], policy, { count: 1, bytes: null }, now).forget).toEqual([])
  })

  const anyBackups = fc
    .array(
      fc.record({
        ageMs: fc.integer({ min: 0, max: 400 * dayMs }),
        isLocked: fc.boolean(),
        isSafety: fc.boolean(),
        bytesAdded: fc.nat(1_000),
      }),
      { maxLength: 60 },
    )
    .map(list => list.map(({ ageMs, ...rest }, at) => ({ ...rest, id: `${at}`, takenAtMs: now - ageMs })))
  const count = fc.nat(6)
  const anyPolicy = fc.record({
    ...{ last: count, hourly: count, daily: count, weekly: count, monthly: count },
    timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati'),
  })
  const anyLimits = fc.record({
    count: fc.option(fc.integer({ min: 1, max: 20 })),
    bytes: fc.option(fc.nat(5_000)),
  })

  test('whatever there is: locked ones stay, the newest stays, and a second look finds nothing more', () => {
    fc.assert(
      fc.property(anyBackups, anyPolicy, anyLimits, (backups, policy, limits) => {
        const { forget } = decideRetention(backups, policy, limits, now)
        const gone = new Set(forget.map(({ id }) => id))
        expect(gone.size).toBe(forget.length)
        for (const { id, isLocked } of backups) if (isLocked) expect(gone.has(id)).toBe(false)
        const left = backups.filter(({ id }) => !gone.has(id))
        const newest = Math.max(...backups.map(({ takenAtMs }) => takenAtMs))
        if (
          backups.some(({ isSafety }) => !isSafety) &&
          Object.values(policy).some(value => Number(value) > 0)
        )
          expect(left.some(({ isSafety, isLocked }) => !isSafety || isLocked)).toBe(true)
        if (backups.length > 0) expect(left.some(({ takenAtMs }) => takenAtMs === newest)).toBe(true)
        expect(decideRetention(left, policy, limits, now).forget).toEqual([])
      }),
    )
  })

  test('whatever there is: young safety backups stay, and their order of arrival does not matter', () => {
    fc.assert(
      fc.property(anyBackups, anyPolicy, anyLimits, (backups, policy, limits) => {
        const { forget } = decideRetention(backups, policy, limits, now)
        const gone = new Set(forget.map(({ id }) => id))
        for (const { id, isSafety, takenAtMs } of backups) {
          if (isSafety && now - takenAtMs <= safetyExpiry.days * dayMs) expect(gone.has(id)).toBe(false)
        }
        expect(decideRetention(backups.toReversed(), policy, limits, now).forget).toEqual(forget)
      }),
    )
  })

  test('whatever there is: without limits, at least as many stay as the policy names', () => {
    fc.assert(
      fc.property(anyBackups, anyPolicy, (backups, policy) => {
        const ordinary = backups.filter(({ isSafety }) => !isSafety)
        const gone = decideRetention(ordinary, policy, noLimits, now).forget.length
        expect(ordinary.length - gone).toBeGreaterThanOrEqual(Math.min(policy.last, ordinary.length))
      }),
    )
  })
})
