import { describe, expect, test } from 'vitest'
import { type AttemptWindow, forgive, isEmpty, reserve, settle, windowAt } from './attempt-window-rules.ts'

const limits = { limit: 3, windowMs: 1_000, leaseMs: 100 }
const empty: AttemptWindow = windowAt(null, 0, limits)
const failed = (count: number, sinceMs = 0): AttemptWindow => ({ failures: count, sinceMs, inFlight: {} })

describe('8.1 the window of attempts', () => {
  test('settled failures refuse, attempts in flight make the next one wait', () => {
    let window = failed(1)
    for (const attempt of ['a', 'b']) {
      const next = reserve(window, attempt, 0, limits)
      expect(next.reservation).toBe('reserved')
      window = next.window
    }
    expect(reserve(window, 'c', 0, limits)).toEqual({ window, reservation: 'wait' })
    window = settle(window, 'a', false, 0)
    expect(reserve(window, 'c', 0, limits).reservation).toBe('reserved')
    window = settle(settle(window, 'b', true, 0), 'c', true, 0)
    expect(reserve(window, 'd', 0, limits).reservation).toBe('exceeded')
  })

  test('A22 it begins with the first failure and ends after its time, whatever comes in between', () => {
    const window = settle(settle(empty, 'a', true, 500), 'b', true, 900)
    expect(window).toEqual({ failures: 2, sinceMs: 500, inFlight: {} })
    expect(windowAt(window, 1_499, limits).failures).toBe(2)
    expect(windowAt(window, 1_500, limits).failures).toBe(0)
  })

  test('an attempt that nobody settles gives its place back after its lease', () => {
    const { window } = reserve(failed(2), 'lost', 10, limits)
    expect(reserve(windowAt(window, 109, limits), 'next', 109, limits).reservation).toBe('wait')
    expect(reserve(windowAt(window, 110, limits), 'next', 110, limits).reservation).toBe('reserved')
  })

  test('an attempt that comes back after its lease still counts when it failed', () => {
    expect(settle(failed(1), 'long gone', true, 0).failures).toBe(2)
  })

  test('forgiving waits until nobody is in flight', () => {
    const { window } = reserve(failed(2), 'other', 0, limits)
    expect(forgive(window)).toEqual(window)
    expect(isEmpty(forgive(settle(window, 'other', false, 0)))).toBe(true)
  })

  test('T-027 a clock set back lets nothing last longer than from now on', () => {
    const { window } = reserve(failed(2, 10_000), 'a', 10_000, limits)
    const back = windowAt(window, 5_000, limits)
    expect(back).toEqual({ failures: 2, sinceMs: 5_000, inFlight: { a: 5_100 } })
    expect(isEmpty(windowAt(back, 6_000, limits))).toBe(true)
  })
})
