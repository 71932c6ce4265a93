// Strike beats feint, feint beats parry, parry beats strike; whoever sleeps loses to anyone awake.

import type { DuelMove } from '../stage/arena-state.ts'

export const exchangesToWin = 2

const beats: Record<DuelMove, DuelMove> = { strike: 'feint', feint: 'parry', parry: 'strike' }

export type ExchangeWinner = 'first' | 'second' | 'nobody'

export function decideExchange(first: DuelMove | null, second: DuelMove | null): ExchangeWinner {
  if (first === second) return 'nobody'
  if (first === null) return 'second'
  if (second === null) return 'first'
  return beats[first] === second ? 'first' : 'second'
}

/** Lines seen from the winner (actor) and the loser (victim) of an exchange. */
export const exchangeLines: Record<DuelMove | 'asleep', string> = {
  strike: "{A} [strike|strikes] straight through {V's} clever feint. Simplicity!",
  parry: "{A} [parry|parries] {V's} strike and [reply|replies] with the pommel.",
  feint: '{A} [look|looks] left. {V} <parry|parries> left. {A} [were|was] never left.',
  asleep: '{V} <are|is> still thinking. {A} [do|does] not wait.',
}

export const drawLines: Record<DuelMove | 'asleep', string> = {
  strike: 'Both strike. Blades meet, sparks fly, a hat is lost.',
  parry: 'Both parry. The crowd watches two people not fight.',
  feint: 'Both feint, magnificently, at nothing at all.',
  asleep: 'Neither moves. A tumbleweed gets a round of applause.',
}
