// The running game: one arena, its players' connections, and the turns that connect the two.

import { createArena, type Fighter, people, type Turn, tellAll } from './logic/fight/arena-state.ts'
import type { ArenaMap } from './logic/fight/maps.ts'
import { enter, leave, obey, passTime } from './logic/fight/obey.ts'
import { openMap } from './logic/fight/strike.ts'
import { nameKey } from './logic/player-name.ts'
import type { Scores } from './storage/scores.ts'

export type Line = { address: string; send(text: string): void; end(text: string): void }
export type Player = { fighter: Fighter; line: Line }

export type Game = {
  players(): Player[]
  map(): ArenaMap
  round(): number
  join(name: string, line: Line): number
  obey(fighterId: number, text: string): void
  leave(fighterId: number): void
  passTime(): void
  announce(text: string): void
  changeMap(map: ArenaMap): void
  dismiss(name: string, farewell: string): string | null
  dismissAll(farewell: string): void
}

export type GameDeps = {
  map: ArenaMap
  clockMs: () => number
  random: () => number
  scores: Scores
  log: (text: string) => void
}

export function createGame({ map, clockMs, random, scores, log }: GameDeps): Game {
  const arena = createArena(map, clockMs())
  const lines = new Map<number, Line>()

  function takeTurn<T>(play: (turn: Turn) => T): T {
    const turn: Turn = { arena, nowMs: clockMs(), random, outbox: [], facts: [] }
    const result = play(turn)
    const texts = Map.groupBy(turn.outbox, message => message.to)
    for (const [to, messages] of texts)
      lines.get(to)?.send(messages.map(message => message.text).join('\r\n'))
    for (const fact of turn.facts) {
      scores.record(fact)
      if (fact.kind === 'log') log(fact.text)
      if (fact.kind === 'quit')
        lines.get(fact.fighterId)?.end('You walk out with your head high, or at least attached.')
    }
    return result
  }

  function listPlayers(): Player[] {
    return people(arena).flatMap(fighter => {
      const line = lines.get(fighter.id)
      return line ? [{ fighter, line }] : []
    })
  }

  return {
    players: listPlayers,
    map: () => arena.map,
    round: () => arena.round,
    join(name, line) {
      const id = arena.nextFighterId
      lines.set(id, line)
      log(`${name} joined from ${line.address} (${lines.size} playing)`)
      return takeTurn(turn => enter(turn, name)).id
    },
    obey(fighterId, text) {
      const fighter = arena.fighters.get(fighterId)
      if (fighter) takeTurn(turn => obey(turn, fighter, text, scores.top()))
    },
    leave(fighterId) {
      const fighter = arena.fighters.get(fighterId)
      lines.delete(fighterId)
      if (!fighter) return
      takeTurn(turn => leave(turn, fighter))
      log(`${fighter.name} left (${lines.size} playing)`)
    },
    passTime: () => takeTurn(passTime),
    announce: text => takeTurn(turn => tellAll(turn, `[Announcer] ${text}`)),
    changeMap: next => takeTurn(turn => openMap(turn, next)),
    dismiss(name, farewell) {
      const found = listPlayers().find(player => nameKey(player.fighter.name) === nameKey(name))
      found?.line.end(farewell)
      return found?.fighter.name ?? null
    },
    dismissAll: farewell => {
      for (const player of listPlayers()) player.line.end(farewell)
    },
  }
}
