// The whole state of a running arena as plain values, and one moment of play in it.

import type { ArenaMap } from './maps.ts'

export type Fighter = {
  id: number
  kind: 'person' | 'goose'
  name: string
  health: number
  points: number
  kills: number
  deaths: number
  streak: number
  joinedAtMs: number
  /** Until then the last swing still shows. */
  readyAtMs: number
  deadUntilMs: number | null
}

export type Arena = {
  map: ArenaMap
  round: number
  fighters: Map<number, Fighter>
  nextFighterId: number
  /** Whom the goose bites: whoever hit it last. */
  grudgeId: number | null
}

export type Message = { to: number; text: string }
export type Fact =
  | { kind: 'death'; victim: string; killer: string | null; killerStreak: number }
  | { kind: 'win'; winner: string }
  | { kind: 'log'; text: string }
  | { kind: 'quit'; fighterId: number }

/** The arena, the time, the dice, and what is to be said to whom. */
export type Turn = { arena: Arena; nowMs: number; random: () => number; outbox: Message[]; facts: Fact[] }

export const fullHealth = 100
export const pointsToWin = 5

export function createArena(map: ArenaMap, nowMs: number): Arena {
  const arena: Arena = { map, round: 1, fighters: new Map(), nextFighterId: 1, grudgeId: null }
  addFighter(arena, 'goose', 'the goose', nowMs)
  return arena
}

export function addFighter(arena: Arena, kind: Fighter['kind'], name: string, nowMs: number): Fighter {
  const counts = { points: 0, kills: 0, deaths: 0, streak: 0 }
  const fighter = { id: arena.nextFighterId++, kind, name, ...counts, joinedAtMs: nowMs, ...freshBody() }
  arena.fighters.set(fighter.id, fighter)
  return fighter
}

/** Everything about a fighter that a new life resets. */
export function freshBody() {
  return { health: fullHealth, readyAtMs: 0, deadUntilMs: null }
}

export function people(arena: Arena): Fighter[] {
  return [...arena.fighters.values()].filter(fighter => fighter.kind === 'person')
}

export function tell(turn: Turn, fighter: Fighter, text: string): void {
  if (fighter.kind === 'person') turn.outbox.push({ to: fighter.id, text })
}

export function tellAll(turn: Turn, text: string, except?: Fighter): void {
  for (const person of people(turn.arena)) if (person !== except) tell(turn, person, text)
}

export function pick<T>(turn: Turn, choices: readonly T[]): T {
  const choice = choices[Math.floor(turn.random() * choices.length)]
  if (choice === undefined) throw new Error('nothing to pick from')
  return choice
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
