// A small stage for tests: an arena with a movable clock, loaded dice and everything that was said.

import { createArena, type Fact, type Fighter, type Turn } from '../src/logic/fight/arena-state.ts'
import { allMaps } from '../src/logic/fight/maps.ts'
import { enter, obey, passTime, tickMs } from '../src/logic/fight/obey.ts'

export type PracticeArena = ReturnType<typeof openPracticeArena>

/** Every die shows `roll` until it is changed. */
export function openPracticeArena(names: string[], roll = 0.5) {
  const dice = { roll }
  let nowMs = 1_000_000
  const [map] = allMaps
  if (!map) throw new Error('there is no map')
  const arena = createArena(map, nowMs)
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
