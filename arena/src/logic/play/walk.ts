// Walking from room to room.

import type { Fighter } from '../stage/arena-state.ts'
import { capitalised, displayName } from '../stage/narration.ts'
import { type Turn, tell, tellRoom } from '../stage/turn.ts'
import { type Direction, directions, opposite, roomOf } from '../world/arena-map.ts'
import { look } from './look.ts'

const strideMs = 700

/** Understands north, n, and the name of a neighbouring room. */
export function findWay(turn: Turn, fighter: Fighter, wish: string): Direction | undefined {
  const key = wish.toLowerCase().replace(/^(to )?(the )?/, '')
  if (key === '') return undefined
  const room = roomOf(turn.arena.map, fighter.roomId)
  return directions.find(direction => {
    const next = room.exits[direction]
    if (direction === key || direction[0] === key) return true
    if (!next || key.length < 3) return false
    return roomOf(turn.arena.map, next).name.toLowerCase().replace(/^the /, '').includes(key)
  })
}

export function walk(turn: Turn, fighter: Fighter, direction: Direction) {
  const next = roomOf(turn.arena.map, fighter.roomId).exits[direction]
  if (!next) return tell(turn, fighter, `You walk ${direction} into a wall. It was there the whole time.`)
  leaveFor(turn, fighter, next, direction)
  // Running away costs a beat, so that a chase is a chase.
  fighter.readyAtMs = Math.max(fighter.readyAtMs, turn.nowMs + strideMs)
  look(turn, fighter)
}

export function leaveFor(turn: Turn, fighter: Fighter, roomId: string, direction: Direction): void {
  const name = displayName(fighter, turn.nowMs)
  const verb = fighter.frogUntilMs > turn.nowMs ? 'hops' : fighter.kind === 'goose' ? 'waddles' : 'walks'
  const left = fighter.roomId
  fighter.roomId = roomId
  fighter.guardUntilMs = 0
  tellRoom(turn, left, capitalised(`${name} ${verb} ${direction}.`), fighter)
  tellRoom(turn, roomId, capitalised(`${name} ${verb} in from the ${opposite[direction]}.`), fighter)
}
