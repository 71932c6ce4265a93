// Tests of how live facts change what is on the page.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { Task } from '@rookery/contracts/http/tasks.ts'
import { expect, test } from 'vitest'
import { gameServersAfter, withNodePresence, withTaskEvent } from './apply-event.ts'

const gameServer = (id: number, node_id = 1) =>
  ({
    id,
    node_id,
    node_online: true,
    state: 'stopped',
    state_reason: null,
    state_changed_at: 'then',
  }) as GameServer

const newest = <Event extends { id: number }>(event: Event) => new Map([[event.id, event]])

test('a state change reaches its own server only', () => {
  const list = [gameServer(1), gameServer(2)]
  const event = { id: 2, state: 'crashed', reason: 'exit code 1', changed_at: 'now' } as const
  const after = gameServersAfter(list, newest(event))
  expect(after[0]).toBe(list[0])
  expect(after.map(each => each.state)).toEqual(['stopped', 'crashed'])
  expect(after[1]).toMatchObject({ state_reason: 'exit code 1', state_changed_at: 'now' })
})

test('a removed server leaves the list', () => {
  const event = { id: 1, removed: true } as const
  expect(gameServersAfter([gameServer(1), gameServer(2)], newest(event)).map(each => each.id)).toEqual([2])
})

test('a node that goes away takes its servers along', () => {
  const events = newest({ id: 1, online: false })
  expect(
    [gameServer(1, 1), gameServer(2, 3)].map(each => withNodePresence(each, events).node_online),
  ).toEqual([false, true])
})

test('a task that has ended stays ended', () => {
  const event = {
    id: 5,
    server_id: 1,
    kind: 'start',
    status: 'working',
    message: 'x',
    progress: 0.5,
  } as const
  const running = { id: 5, status: 'waiting', ended_at: null } as Task
  const ended = { id: 5, status: 'success', ended_at: 'then' } as Task
  expect(withTaskEvent(running, newest(event))).toMatchObject({
    status: 'working',
    message: 'x',
    progress: 0.5,
  })
  expect(withTaskEvent(ended, newest(event))).toBe(ended)
})
