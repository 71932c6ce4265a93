// Stops and restarts that wait, with a clock and timers that the test moves.

import type { PowerOrder } from '@rookery/contracts/daemon/power-order.ts'
import { expect, test } from 'vitest'
import { PlannedPower } from './planned-power.ts'
import type { TaskRecord } from './task-store.ts'

const minuteMs = 60_000

function openPlan(order: PowerOrder, beganAtMs: number | null = null) {
  const world = { nowMs: 0, players: 0 as number | null, isRunning: true, told: [] as string[] }
  const heard: string[] = []
  let timer: { callback: () => void; ms: number } | null = null
  const isAfter = order.when.is === 'after'
  const task = { id: 1, gameServerId: 7, dueAtMs: isAfter ? 5 * minuteMs : null, beganAtMs, message: '' }
  const planned = new PlannedPower(
    {
      nowMs: () => world.nowMs,
      countPlayers: async () => world.players,
      async notifyPlayers(_, message) {
        if (message.includes(';')) throw new Error('the message must not contain ; in this game')
        world.told.push(message)
      },
      isRunning: () => world.isRunning,
      setTimer(callback, ms) {
        timer = { callback, ms }
        return () => {
          timer = null
        }
      },
    },
    {
      say: (_, text) => heard.push(text),
      change: (record, change) => void Object.assign(record, change),
      begin: () => heard.push('begins'),
    },
  )
  planned.hold(task as TaskRecord, order)
  return {
    world,
    heard,
    task,
    planned,
    waitMs: () => timer?.ms ?? null,
    async pass(ms: number) {
      await settled()
      world.nowMs += ms
      const due = timer
      timer = null
      due?.callback()
      await settled()
    },
  }
}

/** All that follows from what is known already. */
const settled = () => new Promise(resolve => setImmediate(resolve))

test('after a while: the players are told at once and once, and it begins at its time', async () => {
  const message = 'Back in a minute'
  const { world, heard, task, pass, waitMs } = openPlan({
    action: 'restart',
    when: { is: 'after', wait_ms: 5 * minuteMs },
    message,
  })
  await pass(0)
  expect(world.told).toEqual([message])
  expect(task.message).toBe('begins at 1970-01-01T00:05:00.000Z')
  await pass(5 * minuteMs - 1_000)
  expect(heard).toEqual([`message sent: ${message}`])
  expect(waitMs()).toBe(1_000)
  await pass(1_000)
  expect(heard.at(-1)).toBe('begins')
  expect(world.told).toEqual([message])
  expect(waitMs()).toBeNull()
})

test('when empty: it says for how many it waits, also when they cannot be counted, and begins when all have left', async () => {
  const { world, heard, task, pass } = openPlan({ action: 'stop', when: { is: 'empty' }, message: '' })
  const messages: string[] = []
  for (const players of [3, null, 1, 0]) {
    world.players = players
    await pass(5_000)
    messages.push(task.message)
  }
  expect([...new Set(messages)]).toEqual([
    'waits for 3 players to leave',
    'waits: how many players are online cannot be found out right now',
    'waits for one player to leave',
  ])
  expect(heard).toEqual(['begins'])
})

test('what the game refuses to say is told in words and does not keep the order from waiting', async () => {
  const order: PowerOrder = { action: 'stop', when: { is: 'after', wait_ms: 1 }, message: 'a;b' }
  const { heard, task, pass } = openPlan(order)
  await pass(0)
  expect(heard).toEqual(['the players could not be told: the message must not contain ; in this game'])
  expect(task.message).toMatch(/^begins at/)
})

test('the next life of the daemon tells nobody again, and what was released never begins', async () => {
  const order: PowerOrder = { action: 'stop', when: { is: 'after', wait_ms: 1 }, message: 'soon' }
  const again = openPlan(order, 1)
  await again.pass(0)
  expect(again.world.told).toEqual([])
  again.planned.release(1)
  await again.pass(10 * minuteMs)
  expect(again.heard).toEqual([])
})
