// What is said of two commits that were measured in turns.

import { expect, test } from 'vitest'
import { compareTurns, comparisonLines, isSlower, type Turn, unpaired } from './comparison.ts'
import { atMost, type Row } from './row.ts'

const list = (figure: number, baseline: number): Row => ({ work: 'a list', unit: '/s', figure, baseline })
const start = (figure: number): Row => ({ work: 'start', unit: 'ms', figure, aim: atMost(1_000) })
const turn = (here: Row, there: Row): Turn => ({ here: [here], there: [there] })

test('the turn with the median quotient counts, with the figures of that turn', () => {
  const turns = [
    turn(list(100, 1_000), list(100, 1_000)),
    turn(list(300, 1_000), list(100, 1_000)),
    turn(list(200, 1_000), list(100, 1_000)),
  ]
  expect(compareTurns(turns)).toMatchObject([
    { work: 'a list', here: { figure: 200 }, there: { figure: 100 }, byFigure: 2, byRatio: 2 },
  ])
})

test('of times less is better', () => {
  const [compared] = compareTurns([turn(start(500), start(1_000))])
  expect(compared).toMatchObject({ byFigure: 2, byRatio: null })
})

test.each([
  ['slower by more than a tenth', list(80, 1_000), list(100, 1_000), true],
  ['slower by less', list(95, 1_000), list(100, 1_000), false],
  ['slower together with its baseline: the machine was', list(50, 500), list(100, 1_000), false],
  ['slower without a baseline', start(1_200), start(1_000), true],
  ['not measured', list(Number.NaN, 1_000), list(100, 1_000), true],
] satisfies [string, Row, Row, boolean][])('%s', (_, here, there, expected) => {
  const compared = compareTurns([turn(here, there)])
  expect(compared.map(isSlower)).toEqual([expected])
  expect(comparisonLines(compared).at(-1)?.endsWith('slower')).toBe(expected)
})

test('rows of one side alone are named and not compared', () => {
  const turns: Turn[] = [{ here: [list(1, 1), start(1)], there: [list(1, 1), { ...start(1), work: 'old' }] }]
  expect(compareTurns(turns).map(({ work }) => work)).toEqual(['a list'])
  expect(unpaired(turns)).toEqual({ here: ['start'], there: ['old'] })
})
