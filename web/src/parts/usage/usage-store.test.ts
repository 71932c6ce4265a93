// Tests of the use of game servers, as the live channel tells it.

import { expect, test } from 'vitest'
import { pointsOf } from '../metrics/logic/metric-history.ts'
import { usageSeries, usageStore } from './usage-store.ts'

test('the newest word of each game server stays until the channel breaks', () => {
  const reported = { first: 0, second: 0 }
  const stop = [
    usageStore.subscribe(1, () => {
      reported.first += 1
    }),
    usageStore.subscribe(2, () => {
      reported.second += 1
    }),
  ]
  usageStore.take(
    {
      servers: [
        [1, 12.5, 1000],
        [2, null, 7],
      ],
    },
    1_000,
  )
  const second = usageStore.of(2)
  usageStore.take({ servers: [[1, 14, 1100]] }, 3_000)
  expect(usageStore.of(1)).toEqual({ cpuPercent: 14, memoryBytes: 1100 })
  expect(usageStore.of(2)).toBe(second)
  expect(reported).toEqual({ first: 2, second: 1 })
  usageStore.forget()
  expect(usageStore.of(1)).toBeNull()
  expect(reported).toEqual({ first: 3, second: 2 })
  for (const each of stop) each()
  usageStore.take({ servers: [[1, 1, 1]] }, 5_000)
  expect(reported).toEqual({ first: 3, second: 2 })
})

test('a minute is kept of each game server, also across a break', () => {
  for (let second = 0; second <= 70; second += 2)
    usageStore.take({ servers: [[9, second, 1]] }, second * 1000)
  usageStore.forget()
  usageStore.take({ servers: [[9, 99, 1]] }, 100_000)
  const cpu = pointsOf(usageStore.historyOf(9), usageSeries.cpuPercent)
  expect(cpu.map(([at]) => at)).toEqual([...Array.from({ length: 16 }, (_, at) => 40 + 2 * at), 100])
  expect(cpu.at(-1)).toEqual([100, 99])
  expect(usageStore.historyOf(404).size).toBe(0)
})

test('what was not measured is no point', () => {
  usageStore.take({ servers: [[11, null, 5]] }, 2_000)
  expect(pointsOf(usageStore.historyOf(11), usageSeries.cpuPercent)).toEqual([])
  expect(pointsOf(usageStore.historyOf(11), usageSeries.memoryBytes)).toEqual([[2, 5]])
})

test('curves are filled from the start: one request for all that are shown, each asked for once', () => {
  const requests: number[][] = []
  usageStore.show([21, 22])
  expect(requests).toEqual([])
  usageStore.askThrough(ids => requests.push(ids))
  usageStore.show([22, 23])
  usageStore.show([23])
  expect(requests).toEqual([[21, 22], [23]])
  usageStore.askThrough(null)
  usageStore.askThrough(ids => requests.push(ids))
  expect(requests.at(-1)).toEqual([23])
  usageStore.askThrough(null)
  usageStore.show([])
})

test('the past comes before what was seen live, and no measurement is drawn twice', () => {
  usageStore.take({ servers: [[31, 50, 5]] }, 100_000)
  const past: [number, number | null, number | null][] = [
    [20, 10, 1],
    [10, null, 2],
    [0.4, 49, 5],
  ]
  const before = usageStore.of(31)
  usageStore.takeHistory({ servers: [[31, past]] }, 100_000)
  expect(usageStore.of(31)).toEqual(before)
  expect(usageStore.of(31)).not.toBe(before)
  expect(pointsOf(usageStore.historyOf(31), usageSeries.cpuPercent)).toEqual([
    [80, 10],
    [100, 50],
  ])
  expect(pointsOf(usageStore.historyOf(31), usageSeries.memoryBytes)).toEqual([
    [80, 1],
    [90, 2],
    [100, 5],
  ])
})
