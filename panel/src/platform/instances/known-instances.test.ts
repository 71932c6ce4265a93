// What an instance believes of the others: who is there, who has died, and which nodes are on the move.

import { beforeEach, describe, expect, test } from 'vitest'
import type { NodeConnection } from '../daemon-link/link-sharing.ts'
import { createKnownInstances, type KnownInstances } from './known-instances.ts'

let nowMs: number
let knownInstances: KnownInstances
beforeEach(() => {
  nowMs = 1_000
  knownInstances = createKnownInstances({ silenceMs: 100, movingMs: 50 }, () => nowMs)
})

const connection = (nodeId: number, fence: number): NodeConnection => ({
  nodeId,
  fence,
  certificateSerial: 'AA',
})
const hear = (from: string, version: number, ...connections: NodeConnection[]) =>
  knownInstances.hearHere({ kind: 'here', from, address: `${from}:1`, version, connections })
const nobodyHere = () => false

describe('the known instances', () => {
  test('a node is where the highest fence says, and a change of it is told once', () => {
    expect(hear('a', 1, connection(7, 10))).toEqual([{ nodeId: 7, what: 'here' }])
    expect(hear('a', 2, connection(7, 10))).toEqual([])
    expect(hear('b', 1, connection(7, 11))).toEqual([{ nodeId: 7, what: 'here' }])
    expect(knownInstances.ownerOf(7)).toMatchObject({ instanceId: 'b', address: 'b:1', fence: 11 })
    expect(hear('a', 3)).toEqual([])
    expect(knownInstances.isOnline(7)).toBe(true)
    expect(hear('b', 2)).toEqual([{ nodeId: 7, what: 'left' }])
    expect(knownInstances.isOnline(7)).toBe(false)
  })

  test('a beat of a version that is not known says that something was missed', () => {
    expect(knownInstances.hearBeat('a', 1)).toBe(false)
    hear('a', 1)
    expect(knownInstances.hearBeat('a', 1)).toBe(true)
    expect(knownInstances.hearBeat('a', 2)).toBe(false)
  })

  test('who leaves leaves its nodes on the move: online until they are overdue, then lost', () => {
    hear('a', 1, connection(7, 10), connection(8, 10))
    knownInstances.leave('a')
    expect(knownInstances.ownerOf(7)).toBeNull()
    expect([knownInstances.isOnline(7), knownInstances.isMoving(7)]).toEqual([true, true])
    expect(hear('b', 1, connection(8, 20))).toEqual([{ nodeId: 8, what: 'here' }])
    nowMs += 49
    expect(knownInstances.findChanges(nobodyHere)).toEqual([])
    nowMs += 1
    expect(knownInstances.findChanges(nobodyHere)).toEqual([{ nodeId: 7, what: 'lost' }])
    expect(knownInstances.findChanges(nobodyHere)).toEqual([])
    expect([knownInstances.isOnline(7), knownInstances.isOnline(8)]).toEqual([false, true])
  })

  test('T-106 who was taken for dead and wants something is reached again, and has still to say what it holds', () => {
    hear('a', 1, connection(7, 10))
    knownInstances.leave('a')
    expect(knownInstances.addressOf('a')).toBeNull()
    knownInstances.hearOrder('a', 'a:1')
    expect(knownInstances.addressOf('a')).toBe('a:1')
    expect([knownInstances.ownerOf(7), knownInstances.hearBeat('a', 1)]).toEqual([null, false])
    expect(hear('a', 1, connection(7, 10))).toEqual([{ nodeId: 7, what: 'here' }])
    knownInstances.hearOrder('a', 'a:1')
    expect(knownInstances.ownerOf(7)).toMatchObject({ instanceId: 'a', fence: 10 })
  })

  test('a node that is taken from a silent instance is on the move, and what that one said before does not count', () => {
    hear('a', 1, connection(7, 10), connection(8, 10))
    nowMs += 60
    expect([knownInstances.silentMs('a'), knownInstances.silentMs('never heard')]).toEqual([0, 0])
    knownInstances.hearSelf()
    expect(knownInstances.silentMs('a')).toBe(60)
    knownInstances.takeFrom('a', 7)
    expect([knownInstances.ownerOf(7), knownInstances.isMoving(7), knownInstances.isOnline(7)]).toEqual([
      null,
      true,
      true,
    ])
    expect(knownInstances.ownerOf(8)).toMatchObject({ instanceId: 'a' })
    knownInstances.takeFrom('a', 9)
    expect(knownInstances.isMoving(9)).toBe(false)
  })

  test('a node that has come here meanwhile is not lost', () => {
    hear('a', 1, connection(7, 10))
    knownInstances.leave('a')
    nowMs += 60
    expect(knownInstances.findChanges(nodeId => nodeId === 7)).toEqual([])
  })

  test('silence is death only for an instance that hears itself: without the cache nobody is checked', () => {
    hear('a', 1, connection(7, 10))
    nowMs += 500
    knownInstances.findChanges(nobodyHere)
    expect(knownInstances.ownerOf(7)).not.toBeNull()
    expect(knownInstances.hears()).toBe(false)
    knownInstances.hearSelf()
    expect(knownInstances.hears()).toBe(true)
    knownInstances.findChanges(nobodyHere)
    expect(knownInstances.ownerOf(7)).toBeNull()
    expect(knownInstances.isMoving(7)).toBe(true)
  })
})
