// Shoving: into the hazard of a room where there is one, else out of the door.

import type { Fighter } from '../stage/arena-state.ts'
import { narrate, pick, type Turn, tellRoom } from '../stage/turn.ts'
import { type Direction, roomOf } from '../world/arena-map.ts'
import { score } from './attack.ts'
import { hurt } from './death.ts'
import { chooseTarget, isReady, tire } from './targets.ts'

const shoveCooldownMs = 2_500
const shoveChance = 0.45

/** Returns the fighter who was pushed into another room, so that the caller can show it to them. */
export function shove(turn: Turn, fighter: Fighter, wish: string): Fighter | undefined {
  if (!isReady(turn, fighter)) return undefined
  const target = chooseTarget(turn, fighter, wish)
  if (!target) return undefined
  fighter.lastTargetId = target.id
  fighter.safeUntilMs = 0
  tire(turn, fighter, shoveCooldownMs)
  const cast = { actor: fighter, victim: target }
  if (target.kind === 'dummy') {
    narrate(
      turn,
      fighter.roomId,
      '{A} [shove|shoves] the dummy. It is on a spring. {A} [regret|regrets] this.',
      cast,
    )
    return undefined
  }
  if (turn.random() >= shoveChance) {
    narrate(turn, fighter.roomId, pick(turn, failLines), cast)
    return undefined
  }
  const room = roomOf(turn.arena.map, fighter.roomId)
  if (room.hazard) {
    const { damage, shoved, death } = room.hazard
    const left = Math.max(0, target.health - damage)
    narrate(turn, room.id, '{A} [shove|shoves] {V}, hard.', cast)
    if (left > 0) narrate(turn, room.id, shoved, cast, viewer => score(viewer, target, damage, left))
    hurt(turn, target, damage, fighter, death)
    return undefined
  }
  const [direction, nextId] = pick(turn, Object.entries(room.exits) as [Direction, string][])
  narrate(turn, room.id, `{A} [shove|shoves] {V} out to the ${direction}.`, cast)
  tellRoom(turn, nextId, `${target.name} flies in, backwards.`)
  target.roomId = nextId
  return target
}

const failLines = [
  '{A} [shove|shoves] {V}. {V} <stay|stays> exactly there.',
  '{A} [run|runs] at {V}, [miss|misses] and [greet|greets] the floor.',
]
