// Tests of what somebody hears who connects a moment after asking.

import { beforeEach, expect, test } from 'vitest'
import { type Change, createChanges, type LocalChanges } from '../../platform/changes.ts'
import { createRecentChanges, type RecentChanges } from './recent-changes.ts'

let nowMs = 0
let changes: LocalChanges
let recent: RecentChanges
beforeEach(() => {
  nowMs = 1_000_000
  changes = createChanges()
  recent = createRecentChanges(changes, () => nowMs)
})

const presence = (nodeId: number, online: boolean): Change => ({ kind: 'node-presence', nodeId, online })

test('the last change of each subject is told, oldest first', () => {
  nowMs += 100
  changes.publish(presence(1, false))
  changes.publish(presence(2, false))
  changes.publish(presence(1, true))
  expect(recent.within(50)).toEqual([presence(2, false), presence(1, true)])
})

test('what is older than the question is not told', () => {
  nowMs += 100
  changes.publish(presence(1, false))
  nowMs += 400
  changes.publish(presence(2, false))
  expect(recent.within(300)).toEqual([presence(2, false)])
  expect(recent.within(400)).toEqual([presence(1, false), presence(2, false)])
})

test('it answers for no longer than it has listened, and never for more than its window', () => {
  nowMs += 5_000
  expect(recent.within(5_000)).toEqual([])
  expect(recent.within(5_001)).toBeNull()
  nowMs += 60_000
  expect(recent.within(20_000)).toEqual([])
  expect(recent.within(20_001)).toBeNull()
})

test('after a break in the line to other instances it answers for nothing before it', () => {
  nowMs += 30_000
  changes.publish(presence(1, false))
  changes.publish({ kind: 'changes-missed' })
  nowMs += 700
  changes.publish(presence(2, true))
  expect(recent.within(700)).toEqual([presence(2, true)])
  expect(recent.within(701)).toBeNull()
})

test('in a storm the oldest are forgotten, and it does not answer for them', () => {
  nowMs += 30_000
  for (let nodeId = 1; nodeId <= 600; nodeId += 1) {
    changes.publish(presence(nodeId, true))
    nowMs += 1
  }
  expect(recent.within(400)).toHaveLength(400)
  expect(recent.within(600)).toBeNull()
})

test('what the channel never passes on is not held', () => {
  nowMs += 100
  changes.publish({ kind: 'signed-in', userId: 1, login: 'admin' })
  expect(recent.within(50)).toEqual([])
})
