// Tries a template's player pattern on an answer; a pattern that takes too long is given up.

import type { GamePlayer } from '@rookery/contracts/players.ts'
import type { PlayerControl } from '@rookery/contracts/template/control.ts'
import { PatternTooSlow } from '@rookery/primitives/patterns/pattern.ts'
import { compilePlayerPattern, type PlayerGroups, playerOf, playersLimit } from './logic/read-player-list.ts'

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
    for (const { named } of expression.matchAll(answer)) if (found.push(named) >= playersLimit) break
  } catch (error) {
    if (!(error instanceof PatternTooSlow)) throw error
    return { problem: 'the template’s pattern for players takes too long on this answer' }
  }
  return { players: found.flatMap(groups => playerOf(groups, identifyBy) ?? []) }
}
