// The scoreboard that outlives a run.

import { nameKey } from './player-name.ts'

export type Score = { name: string; wins: number; kills: number; deaths: number; bestStreak: number }
export type ScoreTable = Record<string, Score>

const storedRows = 500

export function isScoreTable(value: unknown): value is ScoreTable {
  return typeof value === 'object' && value !== null && Object.values(value).every(isScore)
}

function isScore(value: unknown): value is Score {
  if (typeof value !== 'object' || value === null) return false
  const score = value as Record<string, unknown>
  const figures = [score.wins, score.kills, score.deaths, score.bestStreak]
  return typeof score.name === 'string' && figures.every(figure => Number.isSafeInteger(figure))
}

export function changeScore(table: ScoreTable, name: string, change: (score: Score) => void): void {
  const key = nameKey(name)
  const score = table[key] ?? { name, wins: 0, kills: 0, deaths: 0, bestStreak: 0 }
  table[key] = score
  score.name = name
  change(score)
  const ranked = rank(table)
  for (const last of ranked.slice(storedRows)) if (last !== score) delete table[nameKey(last.name)]
}

export function rank(table: ScoreTable): Score[] {
  return Object.values(table).toSorted(
    (a, b) => b.wins - a.wins || b.kills - a.kills || a.deaths - b.deaths || a.name.localeCompare(b.name),
  )
}

export function hallOfFame(table: ScoreTable, rows: number): string[] {
  return rank(table)
    .slice(0, rows)
    .map(({ name, wins, kills, deaths, bestStreak }, index) => {
      const figures = [wins, kills, deaths, bestStreak].map(figure => String(figure).padStart(4)).join('')
      return `  ${String(index + 1).padStart(2)}. ${name.padEnd(16)}${figures}`
    })
}
