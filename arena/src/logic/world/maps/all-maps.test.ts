// Every map is sound: doors lead back, all rooms can be reached, words find their items.

import { expect, test } from 'vitest'
import { type Direction, opposite, roomOf } from '../arena-map.ts'
import { itemWords } from '../items.ts'
import { weaponLines } from '../weapon-lines.ts'
import { allMaps, mapAfter } from './all-maps.ts'

test.each(allMaps)('$id: doors lead back and every room can be reached', map => {
  const reached = new Set([map.gooseRoomId])
  for (const roomId of reached) {
    for (const [direction, next] of Object.entries(roomOf(map, roomId).exits)) {
      expect(roomOf(map, next).exits[opposite[direction as Direction]]).toBe(roomId)
      reached.add(next)
    }
  }
  expect(reached.size).toBe(map.rooms.length)
  expect(reached.has(map.dummyRoomId)).toBe(true)
})

test.each(allMaps)('$id: items have words, rooms have distinct names', map => {
  const items = map.rooms.flatMap(room => room.items)
  expect(items.every(item => itemWords(item).length > 0)).toBe(true)
  expect(items).toContain('baguette')
  expect(new Set(map.rooms.map(room => room.name)).size).toBe(map.rooms.length)
})

test('rounds walk through all maps and come back', () => {
  let map = allMaps[0]
  for (const _ of allMaps) map = map && mapAfter(map)
  expect(map).toBe(allMaps[0])
})

test('every narration line is well formed', () => {
  const lines = [
    ...Object.values(weaponLines).flatMap(each => Object.values(each).flat()),
    ...allMaps.flatMap(map =>
      map.rooms.flatMap(room => (room.hazard ? [room.hazard.shoved, room.hazard.death] : [])),
    ),
  ]
  for (const line of lines) {
    const plain = line.replace(/\{[AV](?:'s)?\}|\[[^[\]|]+\|[^[\]|]+\]|<[^<>|]+\|[^<>|]+>/g, '')
    expect(plain, line).not.toMatch(/[{}[\]<>|]/)
  }
})
