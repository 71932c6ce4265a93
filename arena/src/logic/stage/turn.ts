// One moment of play: the arena, the time, the dice, and what is to be told to whom.

import type { Arena, Duel, Fighter } from './arena-state.ts'
import { type Cast, renderLine } from './narration.ts'

export type Message = { to: number; text: string }
export type Fact =
  | { kind: 'death'; victim: string; killer: string | null; killerStreak: number }
  | { kind: 'win'; winner: string }
  | { kind: 'log'; text: string }
  | { kind: 'quit'; fighterId: number }

export type Turn = { arena: Arena; nowMs: number; random: () => number; outbox: Message[]; facts: Fact[] }

export function tell(turn: Turn, fighter: Fighter, text: string): void {
  if (fighter.kind === 'person') turn.outbox.push({ to: fighter.id, text })
}

export function tellAll(turn: Turn, text: string, except?: Fighter): void {
  for (const person of people(turn.arena)) if (person !== except) tell(turn, person, text)
}

export function tellRoom(turn: Turn, roomId: string, text: string, except?: Fighter): void {
  for (const person of people(turn.arena)) {
    if (person.roomId === roomId && person !== except) tell(turn, person, text)
  }
}

/** Shows one narration line to everyone in a room, each from their own point of view. */
export function narrate(
  turn: Turn,
  roomId: string,
  line: string,
  cast: Cast,
  suffix: (viewer: Fighter) => string = () => '',
): void {
  for (const viewer of people(turn.arena)) {
    if (viewer.roomId === roomId)
      tell(turn, viewer, renderLine(line, cast, viewer, turn.nowMs) + suffix(viewer))
  }
}

export function people(arena: Arena): Fighter[] {
  return [...arena.fighters.values()].filter(fighter => fighter.kind === 'person')
}

export function others(arena: Arena, fighter: Fighter): Fighter[] {
  return [...arena.fighters.values()].filter(
    other => other !== fighter && other.roomId === fighter.roomId && other.deadUntilMs === null,
  )
}

export function creature(arena: Arena, kind: 'goose' | 'dummy'): Fighter {
  for (const fighter of arena.fighters.values()) if (fighter.kind === kind) return fighter
  throw new Error(`the arena has lost its ${kind}`)
}

export function duelOf(arena: Arena, fighter: Fighter): Duel | undefined {
  return arena.duels.find(duel => duel.accepted && duel.fighterIds.includes(fighter.id))
}

export function pick<T>(turn: Turn, choices: readonly T[]): T {
  const choice = choices[Math.floor(turn.random() * choices.length)]
  if (choice === undefined) throw new Error('nothing to pick from')
  return choice
}

export function between(turn: Turn, min: number, max: number): number {
  return min + Math.floor(turn.random() * (max - min + 1))
}
