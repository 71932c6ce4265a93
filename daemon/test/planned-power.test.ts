// A stop or restart that waits on a real node: told to the players, journaled, canceled, replaced, kept over restarts.

import type { PowerOrder } from '@rookery/contracts/daemon/power-order.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestNode, type TestNode, until } from './open-test-node.ts'
import { shareKeeper } from './share-keeper.ts'

const minuteMs = 60_000
const inFiveMinutes: PowerOrder = {
  action: 'restart',
  when: { is: 'after', wait_ms: 5 * minuteMs },
  message: 'a short break',
}

describe('planned power', () => {
  shareKeeper()
  let node: TestNode
  /** How far the clock of the node is ahead. */
  let aheadMs = 0
  let timers: (() => void)[] = []
  const pass = (ms: number) => {
    aheadMs += ms
    for (const callback of timers.splice(0)) callback()
  }
  beforeEach(async () => {
    aheadMs = 0
    timers = []
    node = await openTestNode(
      undefined,
      {},
      {
        nowMs: () => Date.now() + aheadMs,
        setTimer(callback) {
          timers = [callback]
          return () => {
            timers = timers.filter(other => other !== callback)
          }
        },
      },
    )
    node.put(1, { players: { by: 'console', identify_by: 'name', message: 'say {message}' } })
    await node.run(1, 'install')
    await node.run(1, 'start')
  })
  afterEach(() => node.end())

  let lastId = 100
  const plan = (order: PowerOrder) => {
    lastId += 1
    node.app.tasks.run({ taskId: lastId, gameServerId: 1, kind: 'power', payload: JSON.stringify(order) })
    return lastId
  }
  const lastOf = (taskId: number) =>
    node.sent
      .flatMap(message => (message.$case === 'taskUpdate' ? [message.value] : []))
      .findLast(update => update.taskId === taskId)
  const isWaiting = (taskId: number) =>
    until(() => lastOf(taskId)?.message.startsWith('begins at') === true, 'it waits')
  const processOf = () => node.app.gameServers.get(1)?.process?.streamId

  it('L21 survives a restart of the daemon, holds nothing up meanwhile, and happens at its time', async () => {
    const before = processOf()
    const planned = plan(inFiveMinutes)
    await node.consoleUntil(1, 'you said: say a short break')
    await isWaiting(planned)
    expect(node.app.tasks.open(1)).toEqual([])
    expect(await node.run(1, 'pause')).toMatchObject({ status: 'success' })
    expect(await node.run(1, 'resume')).toMatchObject({ status: 'success' })

    await node.close()
    aheadMs += 4 * minuteMs
    await node.open()
    const { tasks } = await node.app.hooks.describe()
    expect(tasks.find(({ taskId }) => taskId === planned)).toMatchObject({ status: 'waiting' })
    expect(processOf()).toBe(before)
    pass(minuteMs)
    expect(await node.ended(planned)).toMatchObject({ status: 'success' })
    expect(processOf()).not.toBe(before)
  })

  it('is canceled, or replaced by any later order about whether the game runs', async () => {
    const canceled = plan(inFiveMinutes)
    node.app.tasks.cancel({ taskId: canceled })
    expect(await node.ended(canceled)).toMatchObject({ status: 'canceled' })
    const first = plan(inFiveMinutes)
    const second = plan({ ...inFiveMinutes, action: 'stop', message: '' })
    expect(await node.ended(first)).toMatchObject({
      status: 'canceled',
      message: `replaced by task ${second}`,
    })
    const stop = await node.run(1, 'stop')
    expect(await node.ended(second)).toMatchObject({ message: `replaced by task ${stop.taskId}` })
    pass(10 * minuteMs)
    expect(node.state(1)).toBe('stopped')
  })

  it('is given up when the daemon comes back long after its time, or when the game was stopped', async () => {
    const late = plan(inFiveMinutes)
    await isWaiting(late)
    await node.close()
    aheadMs += 16 * minuteMs
    await node.open()
    expect(await node.ended(late)).toMatchObject({ status: 'canceled', message: /more than ten minutes ago/ })
    const unneeded = plan({ ...inFiveMinutes, message: '' })
    await isWaiting(unneeded)
    await node.type(1, 'quit')
    await until(() => node.state(1) !== 'running', 'it has ended')
    const isCrashed = node.state(1) === 'crashed'
    pass(5 * minuteMs)
    expect((await node.ended(unneeded)).status).toBe(isCrashed ? 'success' : 'canceled')
  })

  it('a restore waits over a restart of the daemon and a stop of the game, and then is a restore like any other', async () => {
    const restore = { storage_id: 9, snapshot: 'saved', without_safety: true, start: false }
    const planned = plan({ ...inFiveMinutes, action: 'restore', restore })
    await node.consoleUntil(1, 'you said: say a short break')
    await isWaiting(planned)
    expect(await node.run(1, 'stop')).toMatchObject({ status: 'success' })
    expect(await node.run(1, 'kill')).toMatchObject({ status: 'success' })
    await node.close()
    aheadMs += 4 * minuteMs
    await node.open()
    expect(lastOf(planned)).toMatchObject({ status: 'waiting' })
    pass(minuteMs)
    // The game server has no such storage: it was looked for when the time had come.
    expect(await node.ended(planned)).toMatchObject({ status: 'error', message: /storage/ })
  })

  it('an order that is not understood fails at once', async () => {
    const payload = JSON.stringify({ action: 'dance' })
    node.app.tasks.run({ taskId: 900, gameServerId: 1, kind: 'power', payload })
    expect(await node.ended(900)).toMatchObject({ status: 'error', message: /update the daemon/ })
  })
})
