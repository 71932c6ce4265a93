// The scoreboard in scores.json, written a moment after it changed and at the end.

import { join } from 'node:path'
import type { Fact } from '../logic/fight/arena-state.ts'
import { changeScore, hallOfFame, isScoreTable, type ScoreTable } from '../logic/score-table.ts'
import { createJsonFile } from './json-file.ts'

export type Scores = { record(fact: Fact): void; top(): string[]; save(): Promise<void> }

const saveDelayMs = 3_000
const visibleRows = 10

export async function openScores(world: string, warn: (text: string) => void): Promise<Scores> {
  const file = createJsonFile<ScoreTable>(join(world, 'scores.json'), () => ({}), isScoreTable, warn)
  const table = await file.load()
  let timer: NodeJS.Timeout | null = null

  async function save(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    await file
      .save(table)
      .catch((problem: Error) => warn(`scores.json could not be written: ${problem.message}`))
  }

  return {
    record(fact) {
      if (fact.kind !== 'death' && fact.kind !== 'win') return
      applyFact(table, fact)
      timer ??= setTimeout(() => void save(), saveDelayMs)
    },
    top: () => hallOfFame(table, visibleRows),
    save,
  }
}

function applyFact(table: ScoreTable, fact: Extract<Fact, { kind: 'death' | 'win' }>): void {
  if (fact.kind === 'win') {
    changeScore(table, fact.winner, score => {
      score.wins += 1
    })
    return
  }
  changeScore(table, fact.victim, score => {
    score.deaths += 1
  })
  if (fact.killer === null) return
  changeScore(table, fact.killer, score => {
    score.kills += 1
    score.bestStreak = Math.max(score.bestStreak, fact.killerStreak)
  })
}
