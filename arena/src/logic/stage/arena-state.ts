// The whole state of a running arena as plain values, and how it begins.

import type { ArenaMap } from '../world/arena-map.ts'
import type { ItemId, PotionId } from '../world/items.ts'
import type { WeaponId } from '../world/weapons.ts'

export type FighterKind = 'person' | 'goose' | 'dummy'

export type Fighter = {
  id: number
  kind: FighterKind
  name: string
  roomId: string
  health: number
  weapon: WeaponId
  potion: PotionId | null
  points: number
  kills: number
  deaths: number
  streak: number
  joinedAtMs: number
  readyAtMs: number
  guardUntilMs: number
  guardReadyAtMs: number
  tauntReadyAtMs: number
  safeUntilMs: number
  deadUntilMs: number | null
  frogUntilMs: number
  wiredUntilMs: number
  rattled: boolean
  lastTargetId: number | null
  lastKillerId: number | null
}

/** An item lies there when `backAtMs` is null; a recurring one grows back, another is gone once taken. */
export type FloorItem = { item: ItemId; roomId: string; recurring: boolean; backAtMs: number | null }

export type DuelMove = 'strike' | 'parry' | 'feint'
export type Duel = {
  fighterIds: [challenger: number, rival: number]
  moves: [DuelMove | null, DuelMove | null]
  wins: [number, number]
  accepted: boolean
  deadlineMs: number
  sleepyExchanges: number
}

export type GooseMind = {
  nextActAtMs: number
  grudgeId: number | null
  friendId: number | null
  friendUntilMs: number
}

export type Arena = {
  map: ArenaMap
  round: number
  firstBlood: boolean
  fighters: Map<number, Fighter>
  floor: FloorItem[]
  duels: Duel[]
  goose: GooseMind
  nextFighterId: number
  nextEventAtMs: number
  frenzyUntilMs: number
}

export const fullHealth = 100
export const pointsToWin = 5
export const creatureHealth: Record<Exclude<FighterKind, 'person'>, number> = { goose: 45, dummy: 60 }

export function createArena(map: ArenaMap, nowMs: number): Arena {
  const arena: Arena = {
    map,
    round: 1,
    firstBlood: false,
    fighters: new Map(),
    floor: freshFloor(map),
    duels: [],
    goose: { nextActAtMs: nowMs + 8_000, grudgeId: null, friendId: null, friendUntilMs: 0 },
    nextFighterId: 1,
    nextEventAtMs: nowMs + 45_000,
    frenzyUntilMs: 0,
  }
  addFighter(arena, 'goose', 'the goose', map.gooseRoomId, nowMs)
  addFighter(arena, 'dummy', 'the dummy', map.dummyRoomId, nowMs)
  return arena
}

export function freshFloor(map: ArenaMap): FloorItem[] {
  return map.rooms.flatMap(room =>
    room.items.map(item => ({ item, roomId: room.id, recurring: true, backAtMs: null })),
  )
}

export function addFighter(
  arena: Arena,
  kind: FighterKind,
  name: string,
  roomId: string,
  nowMs: number,
): Fighter {
  const fighter: Fighter = {
    id: arena.nextFighterId++,
    kind,
    name,
    points: 0,
    kills: 0,
    deaths: 0,
    streak: 0,
    joinedAtMs: nowMs,
    lastTargetId: null,
    lastKillerId: null,
    ...freshBody(kind, roomId, nowMs),
  }
  arena.fighters.set(fighter.id, fighter)
  return fighter
}

/** Everything about a fighter that a new life resets. */
export function freshBody(kind: FighterKind, roomId: string, nowMs: number) {
  return {
    roomId,
    health: startingHealth(kind),
    weapon: (kind === 'goose' ? 'beak' : kind === 'dummy' ? 'plank' : 'fists') as WeaponId,
    potion: null,
    readyAtMs: 0,
    guardUntilMs: 0,
    guardReadyAtMs: 0,
    tauntReadyAtMs: 0,
    safeUntilMs: kind === 'person' ? nowMs + 3_000 : 0,
    deadUntilMs: null,
    frogUntilMs: 0,
    wiredUntilMs: 0,
    rattled: false,
  }
}

export function startingHealth(kind: FighterKind): number {
  return kind === 'person' ? fullHealth : creatureHealth[kind]
}
