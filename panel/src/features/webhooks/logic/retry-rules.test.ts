// When deliveries are tried again.

import { expect, it } from 'vitest'
import { isHopeless, mostAttempts, retryDelayMs } from './retry-rules.ts'

const hour = 3_600_000

it('waits longer each time, for a day, and then gives up', () => {
  const delays = Array.from({ length: mostAttempts }, (_, index) => retryDelayMs(index + 1, 0.5, null))
  expect(delays.at(-1)).toBeNull()
  const waited = delays.filter(delay => delay !== null)
  expect(waited).toHaveLength(mostAttempts - 1)
  expect(waited.toSorted((a, b) => a - b)).toEqual(waited)
  const sum = waited.reduce((total, delay) => total + delay, 0)
  expect(sum).toBeGreaterThan(23 * hour)
  expect(sum).toBeLessThan(25 * hour)
})

it('spreads what failed together, and gives a receiver the time it asks for', () => {
  expect(retryDelayMs(1, 0, null)).toBe(9_500)
  expect(retryDelayMs(1, 1, null)).toBe(10_500)
  expect(retryDelayMs(1, 0.5, 60_000)).toBe(60_000)
  expect(retryDelayMs(6, 0.5, 1)).toBe(30 * 60_000)
  expect(retryDelayMs(mostAttempts, 0.5, 60_000)).toBeNull()
})

it('calls a webhook hopeless after five days', () => {
  expect(isHopeless(0, 5 * 24 * hour - 1)).toBe(false)
  expect(isHopeless(0, 5 * 24 * hour)).toBe(true)
})
