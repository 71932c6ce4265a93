// The mind of the goose.

import { strike } from '../fight/attack.ts'
import type { Fighter } from '../stage/arena-state.ts'
import { between, creature, duelOf, narrate, others, pick, type Turn, tellRoom } from '../stage/turn.ts'
import { type Direction, roomOf } from '../world/arena-map.ts'
import { leaveFor } from './walk.ts'

export function letGooseAct(turn: Turn) {
  const { arena, nowMs } = turn
  const goose = creature(arena, 'goose')
  if (nowMs < arena.goose.nextActAtMs || goose.deadUntilMs !== null || duelOf(arena, goose)) return
  arena.goose.nextActAtMs = nowMs + between(turn, 3_500, 8_000)
  const friend = currentFriend(turn)
  if (friend && friend.roomId !== goose.roomId) return follow(turn, goose, friend)
  const prey = choosePrey(turn, goose, friend)
  const mood = turn.random()
  if (!prey) return friend ? honk(turn, goose) : wander(turn, goose)
  arena.goose.nextActAtMs = nowMs + between(turn, 2_500, 4_500)
  const keen = friend || arena.goose.grudgeId === prey.id
  if (mood < (keen ? 0.8 : 0.45)) return strike(turn, goose, prey)
  if (mood < (keen ? 0.9 : 0.6) && prey.weapon !== 'fists') return steal(turn, goose, prey)
  if (mood < 0.8) return honk(turn, goose)
  wander(turn, goose)
}

function currentFriend(turn: Turn): Fighter | undefined {
  const { friendId, friendUntilMs } = turn.arena.goose
  if (friendId === null || friendUntilMs < turn.nowMs) return undefined
  const friend = turn.arena.fighters.get(friendId)
  return friend?.deadUntilMs === null ? friend : undefined
}

function choosePrey(turn: Turn, goose: Fighter, friend: Fighter | undefined): Fighter | undefined {
  const edible = others(turn.arena, goose).filter(
    other =>
      other.kind === 'person' &&
      other !== friend &&
      other.safeUntilMs <= turn.nowMs &&
      !duelOf(turn.arena, other),
  )
  const enemy = edible.find(other => other.id === turn.arena.goose.grudgeId)
  return enemy ?? (edible.length > 0 ? pick(turn, edible) : undefined)
}

function wander(turn: Turn, goose: Fighter): void {
  const exits = Object.entries(roomOf(turn.arena.map, goose.roomId).exits) as [Direction, string][]
  const [direction, roomId] = pick(turn, exits)
  leaveFor(turn, goose, roomId, direction)
}

function follow(turn: Turn, goose: Fighter, friend: Fighter): void {
  tellRoom(turn, goose.roomId, 'The goose flaps off on an errand.')
  goose.roomId = friend.roomId
  tellRoom(turn, goose.roomId, `The goose flutters in and stands behind ${friend.name}, like a bodyguard.`)
  turn.arena.goose.nextActAtMs = turn.nowMs + 2_000
}

function steal(turn: Turn, goose: Fighter, prey: Fighter): void {
  prey.weapon = 'fists'
  const cast = { actor: goose, victim: prey }
  narrate(
    turn,
    goose.roomId,
    "{A} takes the weapon out of {V's} hands, eats it, and leaves with dignity.",
    cast,
  )
  wander(turn, goose)
}

function honk(turn: Turn, goose: Fighter): void {
  tellRoom(turn, goose.roomId, pick(turn, honks))
}

const honks = [
  'The goose honks.',
  'HONK.',
  'The goose walks around you in a slow circle.',
  'The goose is wearing something that looks like a knife holster.',
  'The goose whispers a honk.',
]
