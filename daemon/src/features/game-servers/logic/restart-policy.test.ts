import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideRestart, formatDuration, longestDelayMs } from './restart-policy.ts'

const policy = { restart: true, attempts: 5, window_ms: 600_000, delay_ms: 2_000 }
const nowMs = 1_000_000_000

describe('starting again after a crash', () => {
  test('the delay doubles with every crash in the window, and the limit ends it', () => {
    const restartedAtMs: number[] = []
    const delays: (number | null)[] = []
    for (let crash = 0; crash < 6; crash++) {
      const verdict = decideRestart(policy, restartedAtMs, nowMs + crash * 30_000)
      delays.push(verdict.restart ? verdict.delayMs : null)
      restartedAtMs.push(nowMs + crash * 30_000)
    }
    expect(delays).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, null])
  })

  test('it is told with a reason: which attempt, how soon, or why not', () => {
    expect(decideRestart(policy, [nowMs - 1, nowMs - 2], nowMs).message).toBe('started again in 8 s (3 of 5)')
    expect(decideRestart(policy, Array(5).fill(nowMs - 1), nowMs).message).toBe(
      'not started again: that was done 5 times within 10 minutes already',
    )
    expect(decideRestart({ ...policy, restart: false }, [], nowMs)).toEqual({ restart: false, message: '' })
    expect([500, 2_000, 60_000, 90_000, 600_000].map(formatDuration)).toEqual([
      '500 ms',
      '2 s',
      '1 minute',
      '90 s',
      '10 minutes',
    ])
  })

  test('what lies before the window, or in a future that a moved clock left, does not count', () => {
    const old = [nowMs - 600_000, nowMs - 700_000, nowMs + 5_000_000]
    expect(decideRestart(policy, old, nowMs)).toMatchObject({ restart: true, attempt: 1, recentMs: [] })
  })

  test('however often it crashes, never more than the limit within one window, never sooner than the delay', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 400_000 }), { maxLength: 60 })
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 6 }), (gapsMs, attempts) => {
        let atMs = nowMs
        let restartedAtMs: number[] = []
        const all: number[] = []
        for (const gapMs of gapsMs) {
          atMs += gapMs
          const verdict = decideRestart({ ...policy, attempts }, restartedAtMs, atMs)
          if (!verdict.restart) continue
          expect(verdict.delayMs).toBeGreaterThanOrEqual(policy.delay_ms)
          expect(verdict.delayMs).toBeLessThanOrEqual(longestDelayMs)
          restartedAtMs = [...verdict.recentMs, atMs]
          all.push(atMs)
        }
        for (const begin of all) {
          const inWindow = all.filter(one => one >= begin && one < begin + policy.window_ms)
          expect(inWindow.length).toBeLessThanOrEqual(attempts)
        }
      }),
    )
  })
})
