// What a fighter sees.

import type { Fighter } from '../stage/arena-state.ts'
import { capitalised, displayName } from '../stage/narration.ts'
import { others, type Turn, tell } from '../stage/turn.ts'
import { directions, roomOf } from '../world/arena-map.ts'
import { itemName } from '../world/items.ts'
import { weapons } from '../world/weapons.ts'

export function look(turn: Turn, fighter: Fighter) {
  const { arena } = turn
  const room = roomOf(arena.map, fighter.roomId)
  tell(turn, fighter, '')
  tell(turn, fighter, `== ${capitalised(room.name)} ==`)
  tell(turn, fighter, room.look)
  const ways = directions.flatMap(direction => {
    const next = room.exits[direction]
    return next ? [`${direction} to ${roomOf(arena.map, next).name}${noise(turn, next)}`] : []
  })
  tell(turn, fighter, `Exits: ${ways.join(', ')}.`)
  const items = arena.floor.filter(each => each.roomId === room.id && each.backAtMs === null)
  if (items.length > 0)
    tell(turn, fighter, `On the floor: ${items.map(each => itemName(each.item)).join(', ')}.`)
  for (const other of others(arena, fighter)) tell(turn, fighter, `${capitalised(presence(turn, other))}`)
  if (room.hazard) tell(turn, fighter, '(A fine place to shove somebody.)')
}

/** Who can be heard next door, so that people find each other. */
function noise(turn: Turn, roomId: string): string {
  const heard = [...turn.arena.fighters.values()].filter(
    each => each.roomId === roomId && each.deadUntilMs === null && each.kind !== 'dummy',
  )
  return heard.length > 0 ? ` (you hear ${heard.map(each => each.name).join(' and ')})` : ''
}

function presence(turn: Turn, other: Fighter): string {
  const name = displayName(other, turn.nowMs)
  if (other.kind === 'goose') return `${name} is here, staring. (${other.health})`
  if (other.kind === 'dummy') return `${name} is here, full of straw and forgiveness. (${other.health})`
  const armed = other.weapon === 'fists' ? 'unarmed' : `with ${weapons[other.weapon].name}`
  return `${name} is here, ${armed}. (${other.health})`
}

export function tellCondition(turn: Turn, fighter: Fighter): void {
  const mood = moods.find(each => fighter.health >= each.from)?.text ?? 'You should be lying down.'
  tell(turn, fighter, `Health ${fighter.health}. ${mood}`)
  tell(
    turn,
    fighter,
    `You fight with ${weapons[fighter.weapon].name}${fighter.potion ? '' : ' and carry no drink'}.`,
  )
  if (fighter.rattled) tell(turn, fighter, 'You are rattled: your next swing is worse.')
  if (fighter.frogUntilMs > turn.nowMs) tell(turn, fighter, 'You are a frog. It is a phase.')
}

const moods = [
  { from: 100, text: 'You feel as good as you look, or better.' },
  { from: 70, text: 'A scratch.' },
  { from: 40, text: 'That will need a plaster.' },
  { from: 15, text: 'You are leaking.' },
]
