// What the crowd does now and then, so that nobody gets comfortable.

import { between, creature, pick, type Turn, tellAll } from '../stage/turn.ts'
import { itemName } from '../world/items.ts'
import type { CarriedWeaponId } from '../world/weapons.ts'
import { drop } from './belongings.ts'

const frenzyMs = 15_000
const gifts: CarriedWeaponId[] = ['trebuchet', 'accordion', 'cactus', 'stapler', 'pan']

export function letCrowdAct(turn: Turn): void {
  const { arena } = turn
  if (arena.frenzyUntilMs !== 0 && arena.frenzyUntilMs <= turn.nowMs) {
    arena.frenzyUntilMs = 0
    tellAll(turn, '~ The crowd sits down again. Damage is back to normal.')
  }
  if (turn.nowMs < arena.nextEventAtMs) return
  arena.nextEventAtMs = turn.nowMs + between(turn, 40_000, 70_000)
  pick(turn, events)(turn)
}

const events: ((turn: Turn) => void)[] = [throwGift, throwGift, demandViolence, releaseRumour]

function throwGift(turn: Turn): void {
  const room = pick(turn, turn.arena.map.rooms)
  const gift = pick(turn, gifts)
  drop(turn, room.id, gift)
  tellAll(turn, `~ Somebody in the crowd throws ${itemName(gift)} into ${room.name}.`)
}

function demandViolence(turn: Turn): void {
  turn.arena.frenzyUntilMs = turn.nowMs + frenzyMs
  tellAll(turn, `~ The crowd stands up and stamps. DOUBLE DAMAGE for ${frenzyMs / 1000} seconds!`)
}

function releaseRumour(turn: Turn): void {
  const goose = creature(turn.arena, 'goose')
  const where = turn.arena.map.rooms.find(room => room.id === goose.roomId)?.name
  tellAll(
    turn,
    goose.deadUntilMs === null
      ? `~ A rumour: the goose was seen in ${where}. It had a plan.`
      : '~ It is quiet. Too goose.',
  )
}
