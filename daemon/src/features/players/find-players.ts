// Tries a template's player pattern on an answer; a pattern that takes too long is given up.

import { createContext, Script } from 'node:vm'
import type { GamePlayer } from '@rookery/contracts/players.ts'
import type { PlayerControl } from '@rookery/contracts/template/control.ts'
import { compilePlayerPattern, type PlayerGroups, playerOf, playersLimit } from './logic/read-player-list.ts'

/** Backtracking expressions can otherwise take for ever. */
const limitMs = 200

const matchAll = new Script(
  'for (const match of answer.matchAll(expression)) if (found.push({ ...match.groups }) >= limit) break',
)

export type FoundPlayers = { players: GamePlayer[] } | { problem: string }

export function findPlayers(
  answer: string,
  pattern: string,
  identifyBy: PlayerControl['identify_by'],
): FoundPlayers {
  const expression = compilePlayerPattern(pattern)
  if (!expression) return { problem: 'the template’s pattern for players cannot be used' }
  const found: PlayerGroups[] = []
  try {
    // In a context of its own, which alone can be told to give up.
    const context = createContext({ answer, expression, found, limit: playersLimit })
    matchAll.runInContext(context, { timeout: limitMs })
  } catch {
    return { problem: 'the template’s pattern for players takes too long on this answer' }
  }
  return { players: found.flatMap(groups => playerOf(groups, identifyBy) ?? []) }
}
