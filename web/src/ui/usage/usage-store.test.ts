// Tests of the use of game servers, as the live channel tells it.

import { expect, test } from 'vitest'
import { usageStore } from './usage-store.ts'

test('the newest word of each game server stays until the channel breaks', () => {
  let told = 0
  const stop = usageStore.subscribe(() => {
    told += 1
  })
  usageStore.take({
    servers: [
      [1, 12.5, 1000],
      [2, null, 7],
    ],
  })
  const first = usageStore.of(2)
  usageStore.take({ servers: [[1, 14, 1100]] })
  expect(usageStore.of(1)).toEqual({ cpuPercent: 14, memoryBytes: 1100 })
  expect(usageStore.of(2)).toBe(first)
  usageStore.forget()
  expect(usageStore.of(1)).toBeNull()
  stop()
  usageStore.take({ servers: [] })
  expect(told).toBe(3)
})
