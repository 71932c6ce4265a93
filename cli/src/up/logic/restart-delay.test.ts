// A program that keeps ending is started less and less often, but never given up.

import { expect, test } from 'vitest'
import { nextRestart } from './restart-delay.ts'

/** The pauses after each of these lives, in order. */
function pausesAfter(livesMs: number[]): number[] {
  let endsInARow = 0
  return livesMs.map(livedMs => {
    const next = nextRestart(endsInARow, livedMs)
    endsInARow = next.endsInARow
    return next.delayMs
  })
}

test('the pause doubles from one second, stays at thirty, and there is always a next start', () => {
  const pauses = pausesAfter(Array<number>(2_000).fill(10))
  expect(pauses.slice(0, 7)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  expect(new Set(pauses.slice(5))).toEqual(new Set([30_000]))
})

test('a program that worked for a minute begins with the first pause again', () => {
  expect(pausesAfter([10, 10, 10, 59_999, 60_000, 10])).toEqual([1000, 2000, 4000, 8000, 1000, 2000])
})

test('a clock that is set back while it lived does not shorten the pause', () => {
  expect(pausesAfter([10, -3_600_000, 10])).toEqual([1000, 2000, 4000])
})
