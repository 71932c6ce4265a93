// Planned stops and restarts as tasks of the panel.

import { expect, test } from 'vitest'
import { orderOf, patienceMs, plannedOf } from './planned-task-rules.ts'

const at = JSON.stringify({ planned: { when: 'at', due_at_ms: 300_000, message: 'soon' } })
const empty = JSON.stringify({ planned: { when: 'empty', due_at_ms: null, message: '' } })

test('L21 the node gets an order of a kind that an older daemon refuses, with the time that is left', () => {
  const order = orderOf({ kind: 'restart', payload: at }, 100_000)
  expect([order.kind, JSON.parse(order.payload)]).toEqual([
    'power',
    { action: 'restart', when: { is: 'after', wait_ms: 200_000 }, message: 'soon' },
  ])
  expect(JSON.parse(orderOf({ kind: 'stop', payload: empty }, 0).payload).when).toEqual({ is: 'empty' })
  expect(orderOf({ kind: 'stop', payload: '{}' }, 0)).toEqual({ kind: 'stop', payload: '{}' })
  expect(plannedOf('{"files":"keep"}')).toBeNull()
})

test('L21 a restore that waits takes what it restores along', () => {
  const restore = { storage_id: 3, snapshot: 'saved', without_safety: true, start: false }
  const payload = JSON.stringify({ planned: { when: 'empty', due_at_ms: null, message: '' }, ...restore })
  const order = orderOf({ kind: 'restore', payload }, 0)
  expect([order.kind, JSON.parse(order.payload)]).toEqual([
    'power',
    { action: 'restore', when: { is: 'empty' }, message: '', restore },
  ])
})

test('what its node has got is not given up while it may still be waiting there', () => {
  const usual = 600_000
  expect(patienceMs({ payload: '{}', message: 'x' }, usual, 0)).toBe(usual)
  expect(patienceMs({ payload: at, message: null }, usual, 0)).toBe(usual)
  expect(patienceMs({ payload: at, message: 'begins' }, usual, 0)).toBe(900_000)
  expect(patienceMs({ payload: empty, message: 'waits' }, usual, 0)).toBe(24 * 60 * 60_000)
})
