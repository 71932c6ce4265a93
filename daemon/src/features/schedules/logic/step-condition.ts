// Whether the condition of a step holds when its time has come.

import { reasonOf } from '@rookery/contracts/reasons.ts'
import type { StepCondition } from '@rookery/contracts/schedule.ts'

export interface ConditionFacts {
  isRunning: boolean
  /** Null: it cannot be found out. Nobody plays a game that does not run. */
  players: number | null
}

export function needsCount(condition: StepCondition): boolean {
  return condition === 'players_online' || condition === 'no_players'
}

/** Null: it holds. What is not known is neither that somebody plays nor that nobody does. */
export function whyConditionFails(
  condition: StepCondition,
  { isRunning, players }: ConditionFacts,
): string | null {
  const count = isRunning ? players : 0
  switch (condition) {
    case 'running':
      return isRunning ? null : 'the game is not running'
    case 'stopped':
      return isRunning ? reasonOf('stillRunning') : null
    case 'players_online':
      if (count === null) return reasonOf('playersUnknown')
      return count > 0 ? null : reasonOf('noPlayers')
    case 'no_players':
      if (count === null) return reasonOf('playersUnknown')
      if (count === 0) return null
      return count === 1 ? 'one player is online' : `${count} players are online`
  }
}
