// Panel and daemon are killed at any moment, or asked to stop under load: tasks stay true, games run on.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  killGameServer,
  readGameServer,
  restartGameServer,
  startGameServer,
} from '@rookery/contracts/http/game-servers.ts'
import { listTasks } from '@rookery/contracts/http/tasks.ts'
import { hasEnded } from '@rookery/contracts/run-states.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Programs } from '../live/programs.ts'
import { waitFor } from '../wait-for.ts'

const gameServers = 50
const ordersOfEach = 100
const rounds = 20
const callers = 4
const fewestOrders = 10

let programs: Programs
beforeAll(async () => {
  programs = await new Programs().start()
})
afterAll(() => programs.stop())

const script = 'echo "$$" >> starts; echo ready; while read -r line; do [ "$line" = quit ] && exit 0; done'
const paramsOf = (id: number) => ({ params: { server: String(id) } })

async function pidsOf(id: number): Promise<string[]> {
  const { uuid } = await programs.api.call(readGameServer, paramsOf(id))
  return readFileSync(join(programs.nodeFolder, 'servers', uuid, 'starts'), 'utf8')
    .trim()
    .split('\n')
}

const tasksOf = (id: number) =>
  programs.api.call(listTasks, { query: { server: String(id), per_page: '1000' } as never })

describe('killed at any moment', () => {
  test(`T-095 the daemon is killed with ${gameServers} running servers: all run on, none is started twice`, async () => {
    const ids = await Promise.all(Array.from({ length: gameServers }, () => programs.addGame(script)))
    const starts = await Promise.all(ids.map(id => programs.api.call(startGameServer, paramsOf(id))))
    for (const { task_id } of starts) expect((await programs.ended(task_id)).status).toBe('success')
    const before = await Promise.all(ids.map(pidsOf))
    await programs.daemon.kill()
    await programs.startDaemon()
    for (const id of ids) {
      await waitFor('it is known to run', async () => {
        return (await programs.api.call(readGameServer, paramsOf(id))).state === 'running'
      })
    }
    expect(await Promise.all(ids.map(pidsOf))).toEqual(before)
    const kills = await Promise.all(ids.map(id => programs.api.call(killGameServer, paramsOf(id))))
    for (const { task_id } of kills) expect((await programs.ended(task_id)).status).toBe('success')
  }, 600_000)

  test('4 both are killed again and again in a storm of restarts: each is done at most once, in order, and ends', async () => {
    const ids = [
      await programs.addGame(script),
      await programs.addGame(script),
      await programs.addGame(script),
    ]
    let isOver = false
    const orders = new Map(ids.map(id => [id, 0]))
    const order = async (id: number) => {
      await programs.api.call(restartGameServer, paramsOf(id))
      orders.set(id, (orders.get(id) ?? 0) + 1)
    }
    // Only what was accepted counts: a panel that is long in starting must not use up the storm.
    const ordering = (async () => {
      while (!isOver && Math.min(...orders.values()) < ordersOfEach) {
        for (const id of ids) await order(id).catch(() => {})
        await delay(200)
      }
    })()
    await waitFor('each was asked to restart', () => Math.min(...orders.values()) > 0)
    for (let round = 0; round < rounds; round++) {
      await delay(300 + 170 * (round % 5))
      await programs.panel.kill()
      await delay(50 * (round % 5))
      await programs.daemon.kill()
      await programs.startPanel()
      await programs.startDaemon()
    }
    isOver = true
    await ordering
    await programs.nodeIsOnline()
    for (const id of ids) {
      await waitFor('all of its tasks have ended', async () =>
        (await tasksOf(id)).every(({ status }) => hasEnded(status)),
      )
      const tasks = (await tasksOf(id)).filter(({ kind }) => kind === 'restart').toReversed()
      const succeeded = tasks.filter(({ status }) => status === 'success').length
      const failures = tasks.filter(({ status }) => status === 'error').map(({ reason }) => reason ?? '')
      for (const reason of failures) expect(reason).toMatch(/the daemon was restarted while this was at work/)
      const starts = (await pidsOf(id)).length
      expect(starts).toBeGreaterThanOrEqual(succeeded)
      expect(starts).toBeLessThanOrEqual(tasks.length)
      const begun = tasks.flatMap(({ started_at }) => started_at ?? [])
      expect(begun).toEqual(begun.toSorted())
      expect(succeeded).toBeGreaterThan(0)
    }
  }, 600_000)

  test('T-109 asked to stop under load, the panel closes channels with 1001, ends with 0 and loses no task', async () => {
    const id = await programs.addGame(script)
    const channel = await programs.api.openChannel(`/api/ws/servers/${id}/console`)
    const orders: number[] = []
    let isStopped = false
    const load = Array.from({ length: callers }, async () => {
      while (!isStopped) {
        const answer = await programs.api.call(restartGameServer, paramsOf(id)).catch(() => null)
        if (answer) orders.push(answer.task_id)
        else await delay(20)
      }
    })
    await waitFor('there is load', () => orders.length > fewestOrders)
    const askedAt = performance.now()
    expect(await programs.panel.end('SIGTERM')).toBe(0)
    expect(performance.now() - askedAt).toBeLessThan(30_000)
    isStopped = true
    await Promise.all(load)
    await waitFor('the channel is closed', () => channel.closeCode() !== null)
    expect(channel.closeCode()).toBe(1001)
    await programs.startPanel()
    await programs.nodeIsOnline()
    for (const taskId of orders) expect((await programs.ended(taskId)).status).toBe('success')
  }, 600_000)
})
