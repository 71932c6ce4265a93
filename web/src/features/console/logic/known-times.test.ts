// Tests of the times of console output that this page has seen come.

import { expect, test } from 'vitest'
import { type TimedBytes, timedTexts, withArrival } from './known-times.ts'

const came = (fromSeq: number, toSeq: number, at: number, textBytes = toSeq - fromSeq): TimedBytes => ({
  fromSeq,
  toSeq,
  textBytes,
  at,
})
const known = [came(10, 14, 100), came(14, 20, 101)]

test('what comes in the same second is one stretch, what comes again is not taken twice', () => {
  const arrivals = [came(0, 4, 7), came(4, 9, 7, 3), came(4, 9, 12), came(9, 9, 12), came(9, 11, 13)]
  expect(arrivals.reduce<readonly TimedBytes[]>(withArrival, [])).toEqual([came(0, 9, 7, 7), came(9, 11, 13)])
})

test('a history is cut where its time changes; what nobody saw come has none', () => {
  expect(timedTexts('old!four-six..new', 23, known)).toEqual([
    { text: 'old!', at: null },
    { text: 'four', at: 100 },
    { text: '-six..', at: 101 },
    { text: 'new', at: null },
  ])
  expect(timedTexts('..', 20, known)).toEqual([{ text: '..', at: 101 }])
  expect(timedTexts('fresh', 105, known)).toEqual([{ text: 'fresh', at: null }])
})

test('what the panel left out of the text does not shift the times', () => {
  const withTitle = [came(10, 40, 100, 5), came(40, 46, 101)]
  expect(timedTexts('oldfive-sixsix', 46, withTitle)).toEqual([
    { text: 'old', at: null },
    { text: 'five-', at: 100 },
    { text: 'sixsix', at: 101 },
  ])
})

test('no more is kept than an hour of busy seconds', () => {
  let times: readonly TimedBytes[] = []
  for (let second = 0; second < 4000; second++) times = withArrival(times, came(second, second + 1, second))
  expect(times).toHaveLength(3600)
  expect(times.at(-1)?.at).toBe(3999)
})
