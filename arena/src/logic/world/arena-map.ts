// What a map is made of.

import type { ItemId } from './items.ts'

export type Direction = 'north' | 'east' | 'south' | 'west'
export const directions: Direction[] = ['north', 'east', 'south', 'west']
export const opposite: Record<Direction, Direction> = {
  north: 'south',
  south: 'north',
  east: 'west',
  west: 'east',
}

/** Something to be shoved into; both texts are narration lines (see narration.ts). */
export type Hazard = { damage: number; shoved: string; death: string }

export type Room = {
  id: string
  name: string
  look: string
  exits: Partial<Record<Direction, string>>
  items: ItemId[]
  hazard?: Hazard
}

export type ArenaMap = {
  id: string
  title: string
  greeting: string
  rooms: Room[]
  gooseRoomId: string
  dummyRoomId: string
}

export function roomOf(map: ArenaMap, roomId: string): Room {
  const room = map.rooms.find(each => each.id === roomId)
  if (!room) throw new Error(`map ${map.id} has no room ${roomId}`)
  return room
}
