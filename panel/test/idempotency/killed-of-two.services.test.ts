// One of two panels on one PostgreSQL and one Redis is killed while it creates a server; the program asks the other one.

import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingPostgres } from '../../../test-services/postgres.ts'
import { proofSize } from '../../../test-services/proof-size.ts'
import { missingRedis } from '../../../test-services/redis.ts'
import { startTwoProcesses, type TwoProcesses } from '../sign-in/two-processes.ts'

const missing = missingPostgres() ?? missingRedis()
if (missing !== null) console.warn(`skipped: ${missing}`)
const rounds = proofSize({ short: 3, proof: 40 })

describe.skipIf(missing !== null)('a panel of two', { timeout: 600_000 }, () => {
  let both: TwoProcesses
  let sessionToken: string
  let body: { node_id: number; template_id: number }
  beforeAll(async () => {
    both = await startTwoProcesses()
    const { request, signIn } = both.panels[0]
    sessionToken = await signIn()
    const { json: templates } = await request('GET', '/api/templates?per_page=100', { sessionToken })
    const { json: node } = await request('POST', '/api/nodes', { sessionToken, body: { name: 'node' } })
    const arena = (templates as { id: number; slug: string }[]).find(({ slug }) => slug === 'arena')
    body = { node_id: node.id, template_id: arena?.id ?? 0 }
  })
  afterAll(() => both?.stop())

  const ask = (panel: 0 | 1, name: string) =>
    both.panels[panel].request('POST', '/api/servers', {
      sessionToken,
      headers: { 'idempotency-key': name },
      body: { ...body, name },
    })

  test(`is killed ${rounds} times while it creates a server: asked again, the other one makes or finds exactly one`, async ({
    task,
  }) => {
    const beganAtMs = performance.now()
    expect((await ask(1, 'measured')).status).toBe(201)
    const usualMs = performance.now() - beganAtMs
    const outcomes = { made: 0, found: 0 }
    for (let round = 0; round < rounds; round++) {
      const name = `castle-${round}-end`
      const first = ask(1, name).catch(() => null)
      await pause((usualMs * 1.5 * round) / (rounds - 1))
      both.panels[1].child.kill('SIGKILL')
      // At once, while the database may still be busy with what the dead one has sent.
      const again = await ask(0, name)
      expect(again.status, again.text).toBe(201)
      await first
      outcomes[again.headers.get('idempotency-replayed') === 'true' ? 'found' : 'made'] += 1
      const servers = both.db.selectFrom('game_servers').select('id').where('name', '=', name)
      expect(await servers.execute()).toEqual([{ id: again.json.id }])
      const tasks = both.db.selectFrom('tasks').select('id').where('server_id', '=', again.json.id)
      expect(await tasks.execute()).toEqual([{ id: again.json.task_id }])
      await both.restartSecond()
    }
    Object.assign(task.meta, {
      figures: `${rounds} kills: ${outcomes.made} times the other panel made it, ${outcomes.found} times it found it; one server and one task each`,
    })
  })
})
