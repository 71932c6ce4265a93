// Both instances, on MariaDB here, are restarted one after the other while people work: nobody notices.

import { setTimeout as delay } from 'node:timers/promises'
import { startGameServer } from '@rookery/contracts/http/game-servers.ts'
import { listTasks } from '@rookery/contracts/http/tasks.ts'
import { hasEnded } from '@rookery/contracts/run-states.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofSize } from '../../test-services/proof-size.ts'
import { waitFor } from '../wait-for.ts'
import { missingForScale, ScaleWorld } from './scale-world.ts'
import { Viewer } from './viewer.ts'

const missing = missingForScale('mysql')
if (missing !== null) console.warn(`skipped: ${missing}`)

const clientCount = proofSize({ short: 4, proof: 8 })
const viewerCount = proofSize({ short: 5, proof: 20 })
/** So many are answered before, between and after the restarts. */
const requestCount = proofSize({ short: 40, proof: 100 })
const countingGame = `echo ready
( number=0; while sleep 0.2; do number=$((number + 1)); echo "line $number."; done ) &
while read -r line; do echo "you said: $line"; done`

interface Answer {
  what: string
  status: number | string
}

describe.skipIf(missing !== null)('a rolling restart', { timeout: 600_000 }, () => {
  let world: ScaleWorld
  let gameServerId = 0
  const viewers: Viewer[] = []
  beforeAll(async () => {
    world = await new ScaleWorld({ driver: 'mysql' }).start(1)
    gameServerId = await world.addGame(world.daemons[0]?.nodeId ?? 0, countingGame)
    const { task_id } = await world.api.call(startGameServer, { params: { server: String(gameServerId) } })
    expect(await world.ended(task_id)).toMatchObject({ status: 'success' })
  }, 240_000)
  afterAll(async () => {
    for (const viewer of viewers) viewer.stop()
    await world?.stop()
  }, 120_000)

  test('T-109 SIGTERM to one instance after the other under load: no request fails, no line is lost', async () => {
    const { sessionToken } = world.api
    for (let index = 0; index < viewerCount; index++)
      viewers.push(new Viewer(world.url, gameServerId, sessionToken).start())
    const answers: Answer[] = []
    const ask = async (method: string, path: string, body?: string) => {
      const headers = {
        authorization: `Bearer ${sessionToken}`,
        ...(body === undefined
          ? {}
          : { 'content-type': path.includes('/files/') ? 'text/plain' : 'application/json' }),
      }
      const what = `${method} ${path}`
      const status = await fetch(world.url + path, { method, headers, ...(body ? { body } : {}) }).then(
        async answer => {
          const text = await answer.text()
          return answer.ok ? answer.status : `${answer.status} ${text}`
        },
        (error: Error) =>
          `failed: ${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`,
      )
      answers.push({ what, status })
    }
    const server = `/api/servers/${gameServerId}`
    const work: (() => Promise<void>)[] = [
      () => ask('GET', '/api/servers'),
      () => ask('GET', server),
      () => ask('POST', '/api/auth/short-lived-token'),
      () => ask('GET', `${server}/console`),
      () => ask('POST', `${server}/console`, JSON.stringify({ command: 'hello' })),
      () => ask('PUT', `${server}/files/content?path=notes.txt`, 'some words'),
      () => ask('GET', `${server}/files?path=`),
      () => ask('GET', `/api/nodes/${world.daemons[0]?.nodeId}/metrics`),
    ]
    let isOver = false
    const load = Array.from({ length: clientCount }, async (_, index) => {
      for (let turn = index; !isOver; turn++) {
        await work[turn % work.length]?.()
        await delay(40)
      }
    })
    const askedMore = (count: number) => {
      const wanted = answers.length + count
      return waitFor(`${count} more requests`, () => answers.length >= wanted)
    }
    try {
      await waitFor('the viewers see it', () => viewers.every(one => one.lines().length > 0))
      for (const panel of world.panels) {
        await askedMore(requestCount)
        const ending = panel.terminate()
        await waitFor('it says that it is not ready', async () => !(await panel.isReady()))
        await ending
        await panel.start()
        // As an operator does it: the next one stops when the proxy sends requests to this one again.
        const logged = panel.log.length
        await waitFor('it serves behind the proxy', () => panel.log.slice(logged).includes('"file.'))
      }
      await askedMore(requestCount)
    } finally {
      isOver = true
      await Promise.all(load)
    }
    const failed = answers.filter(({ status }) => typeof status === 'string')
    console.log(`${answers.length} requests during two restarts, ${failed.length} failed`)
    expect(failed).toEqual([])
    expect(answers.length).toBeGreaterThan(requestCount * 2)

    const last = Math.max(...viewers.flatMap(one => one.lines())) + 1
    await waitFor('all see the same line', () => viewers.every(one => one.lines().includes(last)))
    for (const viewer of viewers) {
      const lines = viewer.lines()
      expect(lines).toEqual(Array.from({ length: lines.length }, (_, index) => index + 1))
      expect(viewer.closeCodes.every(code => code === 1001)).toBe(true)
    }
    const tasks = await world.api.call(listTasks, {})
    expect(tasks.every(({ status }) => hasEnded(status))).toBe(true)
  })
})
