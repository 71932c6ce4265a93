// Tests of the small drawing of the last minute.

import { expect, test } from 'vitest'
import { largestOf, sparklinePaths, type UsageSample } from './sparkline-path.ts'

const sample = (seconds: number, cpuPercent: number | null): UsageSample => ({
  atMs: seconds * 1000,
  cpuPercent,
  memoryBytes: 5,
})
const size = { width: 60, height: 12 }
const line = (samples: UsageSample[]) => sparklinePaths(samples, 'cpuPercent', 100, size).line

test('the newest value stands at the right edge, a minute is the width, the top is the upper edge', () => {
  expect(line([sample(0, 0), sample(10, 100), sample(20, 50)])).toBe('M40 11L50 1L60 6')
})

test('what was not measured, and a long silence, are gaps', () => {
  expect(line([sample(0, 0), sample(2, 0), sample(4, null), sample(6, 0), sample(8, 0)])).toBe(
    'M52 11L54 11M58 11L60 11',
  )
  expect(line([sample(0, 0), sample(2, 0), sample(30, 0), sample(32, 0)])).toBe('M28 11L30 11M58 11L60 11')
})

test('one value alone is no line, and nothing is drawn of nothing', () => {
  expect(sparklinePaths([sample(1, 5)], 'cpuPercent', 100, size)).toEqual({ line: '', area: '' })
  expect(sparklinePaths([], 'memoryBytes', 100, size)).toEqual({ line: '', area: '' })
})

test('the area goes down to the bottom, and more than the top stays inside', () => {
  expect(sparklinePaths([sample(0, 300), sample(10, 100)], 'cpuPercent', 100, size).area).toBe(
    'M50 12L50 1L60 1L60 12Z',
  )
})

test('the largest value sets the scale', () => {
  expect(largestOf([sample(0, 3), sample(1, null), sample(2, 7)], 'cpuPercent')).toBe(7)
  expect(largestOf([], 'cpuPercent')).toBe(0)
})
