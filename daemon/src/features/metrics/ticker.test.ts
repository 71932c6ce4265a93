import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTicking } from './ticker.ts'

beforeEach(() => vi.useFakeTimers({ now: 1_000_000_000_123 }))
afterEach(() => vi.useRealTimers())

const tickFor = async (intervalSeconds: number, lastsSeconds: number, phaseMs = 0) => {
  const seen: number[] = []
  const stop = startTicking({
    intervalMs: intervalSeconds * 1000,
    phaseMs,
    nowMs: Date.now,
    work: async at => void seen.push(at),
  })
  await vi.advanceTimersByTimeAsync(lastsSeconds * 1000)
  stop()
  await vi.advanceTimersByTimeAsync(120_000)
  return seen
}

test.each([
  [1, 60],
  [5, 600],
  [30, 3_600],
  [60, 3_600],
])('8.5 (C334, C348) every %i s there is one point, for %i s', async (interval, lasts) => {
  for (const phaseMs of [0, 1, 499, 7_919, 59_999]) {
    const seen = await tickFor(interval, lasts, phaseMs)
    expect(seen).toHaveLength(lasts / interval)
    expect(new Set(seen.slice(1).map((at, index) => at - (seen[index] ?? 0)))).toEqual(new Set([interval]))
  }
})

test('8.5 a look that takes long leaves ticks out, and never two at once', async () => {
  const seen: number[] = []
  let atWork = 0
  const stop = startTicking({
    intervalMs: 1_000,
    phaseMs: 0,
    nowMs: Date.now,
    async work(at) {
      expect(++atWork).toBe(1)
      seen.push(at)
      await new Promise(resolve => setTimeout(resolve, 2_500))
      atWork -= 1
    },
  })
  await vi.advanceTimersByTimeAsync(9_500)
  stop()
  expect(seen).toEqual([1_000_000_001, 1_000_000_004, 1_000_000_007])
})

test('8.5 a clock that is set back or forward does not stop the ticks', async () => {
  const seen: number[] = []
  let shiftMs = 0
  const stop = startTicking({
    intervalMs: 5_000,
    phaseMs: 0,
    nowMs: () => Date.now() + shiftMs,
    work: async at => void seen.push(at),
  })
  await vi.advanceTimersByTimeAsync(10_000)
  shiftMs = -3_600_000
  await vi.advanceTimersByTimeAsync(10_000)
  shiftMs = 3_600_000
  await vi.advanceTimersByTimeAsync(10_000)
  stop()
  expect(seen.length).toBeGreaterThanOrEqual(6)
  expect(seen.at(-1)).toBeGreaterThan(1_000_003_600)
})
