// What happens by itself as time passes.

import { respawnLine } from '../fight/death.ts'
import { settleExchange } from '../fight/duel.ts'
import { freshBody, fullHealth } from '../stage/arena-state.ts'
import { capitalised } from '../stage/narration.ts'
import { people, pick, type Turn, tell, tellRoom } from '../stage/turn.ts'
import { itemName } from '../world/items.ts'
import { letCrowdAct } from './crowd.ts'
import { letGooseAct } from './goose.ts'
import { look } from './look.ts'

export const tickMs = 500

export function passTime(turn: Turn): void {
  reviveTheDead(turn)
  regrowItems(turn)
  endFrogs(turn)
  settleLateDuels(turn)
  letGooseAct(turn)
  letCrowdAct(turn)
}

function reviveTheDead(turn: Turn): void {
  const { map, fighters } = turn.arena
  for (const fighter of fighters.values()) {
    if (fighter.deadUntilMs === null || fighter.deadUntilMs > turn.nowMs) continue
    const quiet = map.rooms.filter(room => room.id !== fighter.roomId)
    const roomId =
      fighter.kind === 'person'
        ? pick(turn, quiet).id
        : fighter.kind === 'goose'
          ? map.gooseRoomId
          : map.dummyRoomId
    Object.assign(fighter, freshBody(fighter.kind, roomId, turn.nowMs))
    if (fighter.kind !== 'person') {
      tellRoom(turn, roomId, respawnLine(fighter, turn))
      continue
    }
    tell(turn, fighter, `You are alive again, with ${fullHealth} health and no hard feelings.`)
    tellRoom(turn, roomId, `${fighter.name} climbs out of a trapdoor, good as new.`, fighter)
    look(turn, fighter)
  }
}

function regrowItems(turn: Turn): void {
  for (const each of turn.arena.floor) {
    if (each.backAtMs === null || each.backAtMs > turn.nowMs) continue
    each.backAtMs = null
    tellRoom(turn, each.roomId, `${capitalised(itemName(each.item))} drops out of nowhere.`)
  }
}

function endFrogs(turn: Turn): void {
  for (const fighter of people(turn.arena)) {
    if (fighter.frogUntilMs === 0 || fighter.frogUntilMs > turn.nowMs) continue
    fighter.frogUntilMs = 0
    tell(turn, fighter, 'Poof. You are yourself again. You kept the taste of fly.')
    tellRoom(turn, fighter.roomId, `${fighter.name} is no longer a frog, and denies everything.`, fighter)
  }
}

function settleLateDuels(turn: Turn): void {
  for (const duel of [...turn.arena.duels]) {
    if (duel.deadlineMs > turn.nowMs || !turn.arena.duels.includes(duel)) continue
    if (duel.accepted) settleExchange(turn, duel)
    else turn.arena.duels = turn.arena.duels.filter(each => each !== duel)
  }
}
