// A thousand restarts of 25 game servers at once: each is done once, in order for each game server, a few at a time.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Task } from '@rookery/contracts/http/tasks.ts'
import { hasEnded } from '@rookery/contracts/run-states.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { laneLimits } from '../../daemon/src/features/tasks/logic/task-queue.ts'
import { LiveWorld } from '../live/live-world.ts'

const gameServers = 25
const orders = 1_000
const script = 'echo x >> starts; echo ready; while read -r line; do [ "$line" = quit ] && exit 0; done'

let world: LiveWorld
beforeAll(async () => {
  world = await new LiveWorld().start()
})
afterAll(() => world.stop())

describe('task storm', () => {
  test(`T-126 ${orders} restarts at once: queued with a limit, each done once, in order for each game server`, async () => {
    const ids = await Promise.all(Array.from({ length: gameServers }, () => world.addGame(script)))
    const askedAt = performance.now()
    const taskIds: number[] = []
    for (let asked = 0; asked < orders; asked += 50) {
      const count = Math.min(50, orders - asked)
      const batch = Array.from({ length: count }, (_, index) => ids[(asked + index) % gameServers] ?? 0)
      taskIds.push(...(await Promise.all(batch.map(id => world.order(id, 'restart')))))
    }
    console.info(`${orders} restarts were accepted in ${Math.round(performance.now() - askedAt)} ms`)
    expect(new Set(taskIds).size).toBe(orders)
    let mostAtWork = 0
    const isAllDone = async () => {
      const working = (await world.ask('GET', '/api/tasks?status=working&per_page=1000')).json as Task[]
      mostAtWork = Math.max(mostAtWork, working.length)
      const perGameServer = new Set(working.map(({ server_id }) => server_id))
      expect(perGameServer.size).toBe(working.length)
      return hasEnded((await world.task(Math.max(...taskIds))).status) && working.length === 0
    }
    while (!(await isAllDone())) await delay(200)
    console.info(
      `done in ${Math.round((performance.now() - askedAt) / 1000)} s, at most ${mostAtWork} at work`,
    )
    expect(mostAtWork).toBeLessThanOrEqual(laneLimits.power)
    for (const id of ids) {
      const answer = await world.ask('GET', `/api/tasks?server=${id}&per_page=1000`)
      const tasks = (answer.json as Task[]).filter(({ kind }) => kind === 'restart').toReversed()
      expect(tasks.map(({ status }) => status)).toEqual(Array(orders / gameServers).fill('success'))
      const begun = tasks.map(({ started_at }) => started_at ?? '')
      expect(begun).toEqual(begun.toSorted())
      const starts = readFileSync(join(await world.folderOf(id), 'starts'), 'utf8')
        .trim()
        .split('\n')
      expect(starts).toHaveLength(orders / gameServers)
    }
  }, 900_000)
})
