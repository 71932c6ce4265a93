// Tests of which rows of a long list are drawn, and of bringing one into sight.

import { expect, test } from 'vitest'
import { isSameStretch, scrollToShow, stepTowards, stretchInSight } from './row-window-rules.ts'

const list = { rowHeight: 44, count: 1000 }
const spareRows = 4

test.each([
  ['at the top of the page', 200, { first: 0, end: 20 }],
  ['in the middle', -44 * 100, { first: 96, end: 124 }],
  ['at the end, where the window shows what is below the list', -44 * 990, { first: 986, end: 1000 }],
  ['beyond the end', -90_000, { first: 1000, end: 1000 }],
])('%s only the rows in sight and a few beside are drawn', (_, top, stretch) => {
  expect(stretchInSight(list, { top, height: 880 }, spareRows)).toEqual(stretch)
})

test('a list that begins below the window draws only what is spare', () => {
  expect(stretchInSight(list, { top: 5_000, height: 880 }, spareRows)).toEqual({ first: 0, end: 0 })
})

test('an empty list draws nothing', () => {
  const empty = { ...list, count: 0 }
  expect(stretchInSight(empty, { top: 200, height: 880 }, spareRows)).toEqual({ first: 0, end: 0 })
})

test('8.2 a hundred thousand names draw a few dozen rows', () => {
  const names = { rowHeight: 44, count: 100_000 }
  expect(stretchInSight(names, { top: 0, height: 440 }, 8)).toEqual({ first: 0, end: 18 })
  expect(stretchInSight(names, { top: -44_000, height: 440 }, 8)).toEqual({ first: 992, end: 1018 })
})

const wanted = { first: 96, end: 125 }
const pace = { spareRows, rowsPerFrame: 3 }

test.each([
  ['what is far away begins with the rows in sight', { first: 0, end: 20 }, { first: 100, end: 103 }],
  ['downwards the new rows are added below', { first: 80, end: 110 }, { first: 96, end: 113 }],
  ['upwards they are added above', { first: 110, end: 140 }, { first: 107, end: 125 }],
  ['when little is missing below, the rest goes above', { first: 97, end: 123 }, { first: 96, end: 125 }],
  ['what is drawn and not wanted goes at once', { first: 90, end: 130 }, wanted],
  ['what is there stays', wanted, wanted],
])('%s', (_, drawn, stretch) => {
  expect(stepTowards(drawn, wanted, pace)).toEqual(stretch)
})

test.each([
  [{ first: 0, end: 20 }, wanted],
  [{ first: 990, end: 1000 }, wanted],
  [
    { first: 0, end: 20 },
    { first: 0, end: 2 },
  ],
  [
    { first: 500, end: 529 },
    { first: 0, end: 20 },
  ],
  [
    { first: 5, end: 9 },
    { first: 0, end: 0 },
  ],
])('from %o a few steps lead to %o, each with at most three new rows', (drawn, goal) => {
  let at = drawn
  for (let steps = 0; !isSameStretch(at, goal); steps++) {
    expect(steps).toBeLessThan(14)
    const next = stepTowards(at, goal, pace)
    const shared = Math.max(0, Math.min(at.end, next.end) - Math.max(at.first, next.first))
    expect(next.end - next.first - shared).toBeLessThanOrEqual(3)
    at = next
  }
})

test('without a limit the first step draws all that is wanted', () => {
  const atOnce = { spareRows, rowsPerFrame: Number.POSITIVE_INFINITY }
  expect(stepTowards({ first: 0, end: 20 }, wanted, atOnce)).toEqual(wanted)
  expect(stepTowards({ first: 90, end: 110 }, wanted, atOnce)).toEqual(wanted)
})

const view = { listTop: 200, scrolled: 4_400, height: 880, coveredAbove: 96, coveredBelow: 100 }

test('a row in sight needs no scrolling', () => {
  expect(scrollToShow(100, 44, view)).toBeNull()
})

test('a row under the heads is brought below them', () => {
  expect(scrollToShow(96, 44, view)).toBe(200 + 96 * 44 - 96)
})

test('a row behind the docked consoles is brought above them', () => {
  expect(scrollToShow(115, 44, view)).toBe(200 + 116 * 44 + 100 - 880)
})
