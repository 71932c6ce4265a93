// T-111: what counts as growth of a panel under load; `npm run prove -- soak` puts one under load for hours.

import { expect, test } from 'vitest'
import { findGrowth, type Sample } from './growth-rules.ts'

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
