// Times are written as Date writes them, whatever the time.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../test-services/proof-size.ts'
import { timeOf } from './times.ts'

const latestMs = 8_640_000_000_000_000

test('any time is written as Date writes it', () => {
  const times = fc.oneof(
    fc.integer({ min: 0, max: 4_102_444_800_000 }),
    fc.integer({ min: -latestMs, max: latestMs }),
    fc.double({ min: -latestMs, max: latestMs, noNaN: true }),
  )
  fc.assert(
    fc.property(times, ms => timeOf(ms) === new Date(ms).toISOString()),
    propertyRuns(2_000),
  )
})

test.each([0, 1, 999, 86_399_999, 86_400_000, 951_782_399_999, 951_782_400_000, latestMs])('%d', ms => {
  expect(timeOf(ms)).toBe(new Date(ms).toISOString())
})

test('more days than are remembered', () => {
  for (let day = 0; day < 2_100; day++) {
    const ms = (day % 1_050) * 86_400_000
    expect(timeOf(ms)).toBe(new Date(ms).toISOString())
  }
})

test('what is no time is refused', () => {
  for (const ms of [Number.NaN, Number.POSITIVE_INFINITY, latestMs + 1])
    expect(() => timeOf(ms)).toThrow(RangeError)
})
