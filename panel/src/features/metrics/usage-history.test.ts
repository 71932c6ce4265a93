// Tests of the last minute that lists draw.

import { expect, test } from 'vitest'
import { createUsageHistory } from './usage-history.ts'

test('what the node told of the past and what came live make one minute', () => {
  let now = 1_000_000
  const history = createUsageHistory(() => now)
  const points = [
    { secondsAgo: 70, cpuPercent: 1, memoryBytes: 1 },
    { secondsAgo: 50, cpuPercent: 5 },
    { secondsAgo: 5, cpuPercent: 7, memoryBytes: 3 },
  ]
  history.begin([{ gameServerId: 4, points }])
  now += 2_000
  history.take([
    [4, 8, 4],
    [5, null, 9],
  ])
  now += 10_000
  expect(history.of(4)).toEqual([
    [17, 7, 3],
    [10, 8, 4],
  ])
  expect(history.of(5)).toEqual([[10, null, 9]])
  history.drop(4)
  expect(history.of(4)).toEqual([])
  now += 60_000
  expect(history.of(5)).toEqual([])
})
