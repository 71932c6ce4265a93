// A small stage for tests: an arena with a movable clock, loaded dice and everything that was said.

import { enter } from '../src/logic/play/join.ts'
import { obey } from '../src/logic/play/obey.ts'
import { passTime, tickMs } from '../src/logic/play/tick.ts'
import { createArena, type Fighter } from '../src/logic/stage/arena-state.ts'
import { type Fact, people, type Turn } from '../src/logic/stage/turn.ts'
import { colosseum } from '../src/logic/world/maps/colosseum.ts'

export type PracticeArena = ReturnType<typeof openPracticeArena>

/** All fighters stand on the Sand, past their protected seconds; every die shows `roll` until told otherwise. */
export function openPracticeArena(names: string[], roll = 0.5) {
  const dice = { roll }
  let nowMs = 1_000_000
  const arena = createArena(colosseum, nowMs)
  const heard = new Map<number, string[]>()
  const facts: Fact[] = []

  function play<T>(action: (turn: Turn) => T): T {
    const turn: Turn = { arena, nowMs, random: () => dice.roll, outbox: [], facts: [] }
    const result = action(turn)
    for (const { to, text } of turn.outbox) heard.set(to, [...(heard.get(to) ?? []), text])
    facts.push(...turn.facts)
    return result
  }

  for (const name of names) play(turn => enter(turn, name))
  for (const fighter of people(arena)) Object.assign(fighter, { roomId: 'sand', safeUntilMs: 0 })

  const named = (name: string): Fighter => {
    const fighter = [...arena.fighters.values()].find(each => each.name === name)
    if (!fighter) throw new Error(`no fighter ${name}`)
    return fighter
  }
  return {
    arena,
    dice,
    facts,
    play,
    named,
    type(name: string, line: string): string {
      const fighter = named(name)
      heard.clear()
      play(turn => obey(turn, fighter, line, []))
      return (heard.get(fighter.id) ?? []).join('\n')
    },
    lastHeard: (name: string) => (heard.get(named(name).id) ?? []).join('\n'),
    wait(ms: number): void {
      heard.clear()
      for (const endMs = nowMs + ms; nowMs < endMs; ) {
        nowMs += tickMs
        play(passTime)
      }
    },
    /** Moves the clock alone, so that nothing else acts meanwhile. */
    skip(ms: number): void {
      nowMs += ms
    },
  }
}
