// T-111: some seconds of steady load leave the panel as it was; `npm run prove -- soak` does the same for hours.

import { expect, test } from 'vitest'
import { findGrowth, type Sample } from './growth-rules.ts'
import { soak } from './soak.ts'

const steady = (count: number, more: (index: number) => Partial<Sample> = () => ({})): Sample[] =>
  Array.from({ length: count }, (_, index) => ({
    heapBytes: 50_000_000 + (index % 5) * 1_000_000,
    descriptors: 30 + (index % 3),
    timers: 10,
    ...more(index),
  }))

test('T-111 growth is told from noise', () => {
  expect(findGrowth(steady(60))).toEqual([])
  expect(findGrowth(steady(60, index => ({ heapBytes: 50_000_000 + index * 400_000 })))).toEqual([
    expect.stringMatching(/^heapBytes has grown/),
  ])
  expect(findGrowth(steady(60, index => ({ descriptors: 30 + index })))).toHaveLength(1)
  expect(findGrowth(steady(60, index => ({ timers: 10 + index })))).toHaveLength(1)
  expect(findGrowth(steady(5))).toHaveLength(1)
})

test('T-111 ten seconds of load: memory, descriptors and timers stay', async () => {
  const { samples, requests, failures } = await soak(10_000, { breathMs: 30 })
  console.log(`${requests} requests, last sample ${JSON.stringify(samples.at(-1))}`)
  expect(failures).toBe(0)
  expect(requests).toBeGreaterThan(250)
  expect(findGrowth(samples)).toEqual([])
}, 400_000)
