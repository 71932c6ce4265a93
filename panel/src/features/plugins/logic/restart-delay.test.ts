import { expect, test } from 'vitest'
import { restartDelayMs } from './restart-delay.ts'

test('T-118 a plugin that ends again and again is started later each time, and at last not at all', () => {
  const ends = [0, 10_000, 20_000, 60_000, 200_000]
  const delays = ends.map((_, index) => restartDelayMs(ends.slice(0, index + 1)))
  expect(delays).toEqual([1_000, 5_000, 30_000, 120_000, null])
})

test('T-118 what was long ago does not count', () => {
  const hour = 3_600_000
  expect(restartDelayMs([0, hour, 2 * hour])).toBe(1_000)
})
