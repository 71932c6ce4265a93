import type { OrderFailure } from '@rookery/contracts/acme-status.ts'
import { describe, expect, test } from 'vitest'
import { renewalTimeMs, retryTimeAfterStartMs, retryTimeMs } from './order-times.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const ninetyDays = { fromMs: 0, toMs: 90 * day }

describe('renewal', () => {
  test('is after two thirds of the life, and at most a thirtieth of it later', () => {
    expect(renewalTimeMs(ninetyDays, 0, 0)).toBe(60 * day)
    expect(renewalTimeMs(ninetyDays, 0, 1)).toBe(63 * day)
    expect(renewalTimeMs({ fromMs: day, toMs: 7 * day }, day, 0)).toBe(5 * day)
  })

  test('a clock that is ahead does not order again and again', () => {
    const nowMs = 400 * day
    expect(renewalTimeMs(ninetyDays, nowMs, 0)).toBe(nowMs + 30 * day)
  })
})

describe('after a failed order', () => {
  const failed = { kind: 'refused', atMs: 0, times: 1, retryAfterMs: null } as const

  test('a refused one waits 15 minutes, then twice as long each time, up to 12 hours', () => {
    const waits = [1, 2, 3, 4, 7, 1000].map(times => retryTimeMs({ ...failed, times }, 0))
    expect(waits).toEqual([15 * minute, 30 * minute, hour, 2 * hour, 12 * hour, 12 * hour])
  })

  test('never more than four are refused in an hour', () => {
    let [atMs, times] = [0, 0]
    while (atMs < hour) {
      times += 1
      atMs = retryTimeMs({ ...failed, atMs, times }, 0)
    }
    expect(times).toBeLessThanOrEqual(4)
  })

  test('a directory that did not answer is asked after a minute, and at least every hour', () => {
    const waits = [1, 2, 30].map(times => retryTimeMs({ ...failed, kind: 'unreachable', times }, 0))
    expect(waits).toEqual([minute, 2 * minute, hour])
  })

  test('what the directory asks for counts, up to a week; the spread only makes it later', () => {
    expect(retryTimeMs({ ...failed, retryAfterMs: 5 * hour }, 0)).toBe(5 * hour)
    expect(retryTimeMs({ ...failed, retryAfterMs: minute }, 0)).toBe(15 * minute)
    expect(retryTimeMs({ ...failed, retryAfterMs: 90 * day }, 0)).toBe(7 * day)
    expect(retryTimeMs(failed, 1)).toBe(16.5 * minute)
  })

  test('a start tries sooner, but not at once, and not where the directory allows no more', () => {
    const failure: OrderFailure = {
      ...{ kind: 'refused', atMs: 0, times: 8, problem: 'connection', detail: '', advice: '' },
      retryAtMs: 12 * hour,
    }
    expect(retryTimeAfterStartMs(failure)).toBe(15 * minute)
    expect(retryTimeAfterStartMs({ ...failure, retryAtMs: minute })).toBe(minute)
    expect(retryTimeAfterStartMs({ ...failure, problem: 'rateLimited' })).toBe(12 * hour)
  })
})
