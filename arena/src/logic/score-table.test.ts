// The lasting scoreboard.

import { expect, test } from 'vitest'
import { changeScore, hallOfFame, isScoreTable, rank, type ScoreTable } from './score-table.ts'

test('wins rank before kills before fewer deaths, and names meet whatever their case', () => {
  const table: ScoreTable = {}
  changeScore(table, 'Ann', score => void score.kills++)
  changeScore(table, 'Bob', score => void score.wins++)
  changeScore(table, 'ANN', score => void score.kills++)
  changeScore(table, 'Cid', score => Object.assign(score, { kills: 2, deaths: 1 }))
  expect(rank(table).map(score => score.name)).toEqual(['Bob', 'ANN', 'Cid'])
  expect(hallOfFame(table, 1)).toEqual(['   1. Bob                1   0   0   0'])
})

test('the table is bounded, and the newest entry always stays', () => {
  const table: ScoreTable = {}
  for (let player = 0; player < 600; player++) changeScore(table, `p${player}`, score => void score.kills++)
  changeScore(table, 'last', score => void score.deaths++)
  expect(Object.keys(table).length).toBeLessThanOrEqual(501)
  expect(table.last).toBeDefined()
})

test('only whole tables are accepted from disk', () => {
  expect(isScoreTable({ ann: { name: 'Ann', wins: 1, kills: 2, deaths: 3, bestStreak: 1 } })).toBe(true)
  for (const bad of [null, 3, { ann: 3 }, { ann: { name: 'Ann' } }]) expect(isScoreTable(bad)).toBe(false)
})
