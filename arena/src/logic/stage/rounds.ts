// Rounds: points, the winner, and the move to the next map.

import { look } from '../play/look.ts'
import type { ArenaMap } from '../world/arena-map.ts'
import { mapAfter } from '../world/maps/all-maps.ts'
import { type Fighter, freshBody, freshFloor, pointsToWin } from './arena-state.ts'
import { capitalised } from './narration.ts'
import { people, pick, type Turn, tellAll } from './turn.ts'

export function scorePoint(turn: Turn, fighter: Fighter): void {
  fighter.points += 1
  if (fighter.points >= pointsToWin) finishRound(turn, fighter)
  else if (fighter.points === pointsToWin - 1)
    tellAll(turn, `*** ${capitalised(fighter.name)} needs one more point.`)
}

function finishRound(turn: Turn, winner: Fighter): void {
  tellAll(turn, '')
  tellAll(turn, `*** ROUND ${turn.arena.round}: ${winner.name.toUpperCase()} WINS! ***`)
  tellAll(turn, winner.kind === 'goose' ? gooseVictory : pick(turn, victoryLines))
  for (const line of roundBoard(turn)) tellAll(turn, line)
  turn.facts.push({ kind: 'log', text: `round ${turn.arena.round} goes to ${winner.name}` })
  if (winner.kind === 'person') turn.facts.push({ kind: 'win', winner: winner.name })
  turn.arena.round += 1
  openMap(turn, mapAfter(turn.arena.map))
}

export function openMap(turn: Turn, map: ArenaMap): void {
  const { arena } = turn
  arena.map = map
  arena.firstBlood = false
  arena.floor = freshFloor(map)
  arena.duels = []
  arena.frenzyUntilMs = 0
  arena.goose.grudgeId = null
  arena.goose.friendId = null
  for (const fighter of arena.fighters.values()) {
    const roomId =
      fighter.kind === 'goose'
        ? map.gooseRoomId
        : fighter.kind === 'dummy'
          ? map.dummyRoomId
          : pick(turn, map.rooms).id
    Object.assign(fighter, freshBody(fighter.kind, roomId, turn.nowMs), {
      points: 0,
      streak: 0,
      lastKillerId: null,
    })
  }
  tellAll(turn, '')
  tellAll(turn, `The scenery is wheeled away. Welcome to ${map.title}.`)
  tellAll(turn, `${map.greeting} First to ${pointsToWin} points.`)
  for (const person of people(arena)) look(turn, person)
}

export function roundBoard(turn: Turn): string[] {
  const scoring = [...turn.arena.fighters.values()].filter(each => each.kind === 'person' || each.points > 0)
  return scoring
    .toSorted((a, b) => b.points - a.points || a.name.localeCompare(b.name))
    .map(fighter => `  ${String(fighter.points).padStart(2)}  ${fighter.name}`)
}

/** Called when the last person has left, so that nobody walks into a half-won round. */
export function forgetRound(turn: Turn): void {
  if (people(turn.arena).length === 0) openMap(turn, turn.arena.map)
}

const gooseVictory = 'It takes a lap of honour. It does not stop honking. It will be insufferable.'
const victoryLines = [
  'The crowd goes mild.',
  'A laurel wreath is presented. It is parsley.',
  'Confetti falls. It is shredded tax forms.',
  'Somewhere a parent says: but is it a career?',
]
