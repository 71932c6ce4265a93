// Coming into the arena and leaving it.

import { forfeitDuel } from '../fight/duel.ts'
import { addFighter, type Fighter, pointsToWin } from '../stage/arena-state.ts'
import { forgetRound, roundBoard } from '../stage/rounds.ts'
import { people, pick, type Turn, tell, tellAll, tellRoom } from '../stage/turn.ts'
import { look } from './look.ts'

export function enter(turn: Turn, name: string): Fighter {
  const { arena } = turn
  if (people(arena).length === 0) wakeUp(turn)
  const fighter = addFighter(arena, 'person', name, pick(turn, arena.map.rooms).id, turn.nowMs)
  tell(turn, fighter, '')
  tell(turn, fighter, `Welcome to ${arena.map.title}, ${name}.`)
  tell(turn, fighter, arena.map.greeting)
  tell(
    turn,
    fighter,
    `First to ${pointsToWin} points wins the round. Type "help" if lost, "a" to attack if bored.`,
  )
  if (people(arena).length > 1) {
    tell(turn, fighter, `Round ${arena.round} so far:`)
    for (const line of roundBoard(turn)) tell(turn, fighter, line)
  }
  tellAll(turn, `*** ${name} ${pick(turn, entrances)}`, fighter)
  look(turn, fighter)
  return fighter
}

/** Nothing happened while nobody was here; what was due meanwhile must not happen all at once. */
function wakeUp({ arena, nowMs }: Turn): void {
  arena.goose.nextActAtMs = nowMs + 6_000
  arena.nextEventAtMs = nowMs + 40_000
}

export function leave(turn: Turn, fighter: Fighter): void {
  forfeitDuel(turn, fighter)
  turn.arena.duels = turn.arena.duels.filter(duel => !duel.fighterIds.includes(fighter.id))
  turn.arena.fighters.delete(fighter.id)
  tellRoom(turn, fighter.roomId, `Where ${fighter.name} stood, there is only a smell of haste.`)
  tellAll(turn, `*** ${fighter.name} has left the arena.`)
  forgetRound(turn)
}

const entrances = [
  'enters the arena to scattered applause.',
  'enters the arena and trips over the threshold.',
  'enters the arena. The goose makes a note.',
  'enters the arena with a dramatic cape and no plan.',
]
