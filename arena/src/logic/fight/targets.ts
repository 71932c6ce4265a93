// Whom a fighter means, and whether that one may be fought right now.

import type { Fighter } from '../stage/arena-state.ts'
import { duelOf, others, type Turn, tell } from '../stage/turn.ts'

/** A name may be shortened; without one it is the last target, else people before animals before furniture. */
export function findTarget(turn: Turn, fighter: Fighter, wish: string): Fighter | undefined {
  const present = others(turn.arena, fighter)
  if (wish !== '') {
    const key = wish.toLowerCase().replace(/^the /, '')
    const named = (other: Fighter) => other.name.toLowerCase().replace(/^the /, '')
    return present.find(other => named(other) === key) ?? present.find(other => named(other).startsWith(key))
  }
  const last = present.find(other => other.id === fighter.lastTargetId)
  const order = { person: 0, goose: 1, dummy: 2 }
  return last ?? present.toSorted((a, b) => order[a.kind] - order[b.kind])[0]
}

/** Tells the fighter what is in the way, or returns whom to fight. */
export function chooseTarget(turn: Turn, fighter: Fighter, wish: string): Fighter | undefined {
  const target = findTarget(turn, fighter, wish)
  if (!target) {
    tell(
      turn,
      fighter,
      wish === '' ? 'There is nobody here but your ambition.' : `You see no "${wish}" here.`,
    )
    return undefined
  }
  if (duelOf(turn.arena, target)) {
    tell(turn, fighter, `${target.name} is busy with a duel. Heckle, but do not touch.`)
    return undefined
  }
  if (target.safeUntilMs > turn.nowMs) {
    tell(turn, fighter, `${target.name} has just arrived. Give it a second, you animal.`)
    return undefined
  }
  return target
}

/** False, with a word to the fighter, while the last exertion still shows. */
export function isReady(turn: Turn, fighter: Fighter): boolean {
  const waitMs = fighter.readyAtMs - turn.nowMs
  if (waitMs <= 0) return true
  tell(turn, fighter, `Not yet: ${(waitMs / 1000).toFixed(1)} s until you have your balance back.`)
  return false
}

export function tire(turn: Turn, fighter: Fighter, cooldownMs: number): void {
  fighter.readyAtMs = turn.nowMs + (fighter.wiredUntilMs > turn.nowMs ? cooldownMs / 2 : cooldownMs)
}
