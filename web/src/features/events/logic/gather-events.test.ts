// Tests of what is left of many messages within one frame.

import type { EventMessage } from '@rookery/contracts/websocket/events.ts'
import { expect, test } from 'vitest'
import { gatherEvents } from './gather-events.ts'

const message = (type: string, payload: object) => ({ type, payload, ts: 0 }) as EventMessage

test('that a suspension has changed outlives the next state', () => {
  const suspended = message('event.server', { id: 1, state: 'running', suspension_changed: true })
  const stopping = message('event.server', { id: 1, state: 'stopping' })
  const gone = message('event.server', { id: 1, removed: true })
  const last = (...messages: EventMessage[]) => gatherEvents(messages).gameServers.get(1)
  expect(last(suspended, stopping)).toEqual({ id: 1, state: 'stopping', suspension_changed: true })
  expect(last(stopping)).toEqual({ id: 1, state: 'stopping' })
  expect(last(suspended, gone)).toEqual({ id: 1, removed: true })
})

test('of each thing the newest word stays, of usage every one', () => {
  const state = (id: number, to: string) => message('event.server', { id, state: to })
  const usage = (id: number) => message('event.usage', { servers: [[id, 1, 1]] })
  const gathered = gatherEvents([
    state(1, 'stopping'),
    usage(1),
    state(2, 'running'),
    state(1, 'stopped'),
    message('event.task', { id: 1, status: 'working' }),
    message('event.task', { id: 1, status: 'success' }),
    message('event.node', { id: 1, online: false }),
    usage(2),
    message('event.activity', { server_id: 1 }),
    message('event.settings', {}),
  ])
  expect([...gathered.gameServers.values()]).toEqual([
    { id: 1, state: 'stopped' },
    { id: 2, state: 'running' },
  ])
  expect([...gathered.tasks.values()]).toEqual([{ id: 1, status: 'success' }])
  expect([...gathered.nodes.values()]).toEqual([{ id: 1, online: false }])
  expect([gathered.hasActivity, gathered.hasSettings]).toEqual([true, true])
  expect(gathered.usage).toEqual([{ servers: [[1, 1, 1]] }, { servers: [[2, 1, 1]] }])
})
