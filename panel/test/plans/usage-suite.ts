// The counter of what a person uses against a recount of everything, and many requests at once against a small plan,
// whatever database there is.

import { randomUUID } from 'node:crypto'
import type { DeletedServer } from '@rookery/contracts/http/deleted-servers.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../test-services/proof-size.ts'
import { createDeletedServersStore } from '../../src/features/game-servers/deleted-servers/deleted-servers-store.ts'
import { createSecretBox, keyOf } from '../../src/platform/secret-box.ts'
import { type Asked, done } from '../access/people.ts'
import { addTemplate } from '../game-servers/a-game.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { openSharedMemoryCache } from '../tokens/shared-cache.ts'
import { addHolder, gib, newServer, type PlansPanel, usedOf } from './plan-tools.ts'

const atOnce = 50
const step = 512 * 1024 ** 2

export function usageSuite(variablesOf: () => Promise<Record<string, string>>): void {
  const cache = openSharedMemoryCache()
  let world: PlansPanel
  let other: TestPanel
  beforeAll(async () => {
    const variables = await variablesOf()
    const panel = await startTestPanel({ cache, variables })
    const admin = { panel, sessionToken: await panel.signIn() }
    const { id: node_id } = await panel.app.nodes.create('node')
    world = { panel, admin, node_id, template_id: await addTemplate(panel) }
    other = await startTestPanel({ cache, variables, dataDir: panel.dataDir })
    other.clock.nowMs = panel.clock.nowMs
  })
  afterAll(async () => {
    await other?.halt()
    await world?.panel.stop()
    await cache.close()
  })

  /** Half of them to each instance. A database that is too busy says so, and is asked again: with the same key, so that nothing is made twice. */
  const manyTimes = (
    { panel, sessionToken }: Asked,
    send: (index: number) => { method: string; path: string; body: object },
  ) =>
    Promise.all(
      Array.from({ length: atOnce }, async (_, index) => {
        const { method, path, body } = send(index)
        const from = index % 2 === 0 ? panel : other
        const headers = { 'idempotency-key': randomUUID() }
        for (let tries = 1; ; tries++) {
          const answer = await from.request(method, path, { sessionToken, body, headers })
          if (answer.status !== 503 || tries === 50) return answer
          await new Promise(resolve => setTimeout(resolve, 100))
        }
      }),
    )

  const statuses = (answers: readonly { status: number }[], status: number) =>
    answers.filter(answer => answer.status === status).length

  async function ownServers(userId: number) {
    return world.panel.db
      .selectFrom('game_servers')
      .select(['id', 'memory_limit_bytes'])
      .where('owner_id', '=', userId)
      .execute()
  }

  describe(`${atOnce} requests at once at two instances`, () => {
    test('of 1 GiB against 3 servers and 4 GiB give 3 servers', async () => {
      const { asked, person } = await addHolder(world, { limits: { servers: 3, memory_bytes: 4 * gib } })
      const body = newServer(world, { memory_limit_bytes: gib })
      const answers = await manyTimes(asked, () => ({ method: 'POST', path: '/api/servers', body }))
      expect([statuses(answers, 201), statuses(answers, 409)]).toEqual([3, atOnce - 3])
      expect(await ownServers(person.id)).toHaveLength(3)
      expect(await usedOf(asked)).toMatchObject({ servers: 3, memory_bytes: 3 * gib, ports: 6 })
    })

    test('of 1.5 GiB give 2 servers, whose memory is no more than 4 GiB', async () => {
      const { asked, person } = await addHolder(world, { limits: { servers: 3, memory_bytes: 4 * gib } })
      const body = newServer(world, { memory_limit_bytes: 1.5 * gib })
      const answers = await manyTimes(asked, () => ({ method: 'POST', path: '/api/servers', body }))
      expect([statuses(answers, 201), statuses(answers, 409)]).toEqual([2, atOnce - 2])
      expect(await ownServers(person.id)).toHaveLength(2)
      expect((await usedOf(asked)).memory_bytes).toBe(3 * gib)
    })

    test('that raise the limits of two servers take what is left and no more', async () => {
      const { asked, person } = await addHolder(world, { limits: { memory_bytes: 4 * gib } })
      const ids: number[] = []
      for (const name of ['one', 'two']) {
        const body = newServer(world, { name, memory_limit_bytes: gib })
        ids.push((await done(asked, 'POST', '/api/servers', body)).id)
      }
      const answers = await manyTimes(asked, index => ({
        method: 'PUT',
        path: `/api/servers/${ids[index % 4 < 2 ? 0 : 1]}`,
        body: { memory_limit_bytes: 3 * gib },
      }))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
      const servers = await ownServers(person.id)
      const memory = servers
        .map(({ memory_limit_bytes }) => Number(memory_limit_bytes))
        .toSorted((one, next) => one - next)
      expect(memory).toEqual([gib, 3 * gib])
      expect((await usedOf(asked)).memory_bytes).toBe(4 * gib)
    })
  })

  describe('the counter', () => {
    const stepKinds = ['create', 'change', 'delete', 'restore', 'purge', 'hand over', 'take away'] as const
    const anyStep = fc.record({
      what: fc.constantFrom(...stepKinds),
      which: fc.nat(20),
      memory: fc.integer({ min: 0, max: 4 }),
      isFirst: fc.boolean(),
    })
    type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never

    /** As a stranger would count it who knows nothing of the counter. */
    async function recount(userId: number) {
      const { db } = world.panel
      const limits = ['memory_limit_bytes', 'cpu_limit_percent', 'disk_limit_bytes'] as const
      const present = await db
        .selectFrom('game_servers')
        .select([...limits, 'port', 'query_port', 'rcon_port'])
        .where('owner_id', '=', userId)
        .execute()
      const deleted: DeletedServer[] = await done(world.admin, 'GET', '/api/deleted-servers')
      const uuids = deleted.filter(({ owner }) => owner?.id === userId).map(({ uuid }) => uuid)
      const kept = uuids.map(uuid => memoryOf.get(uuid) ?? 0)
      const sum = (numbers: number[]) => numbers.reduce((one, next) => one + next, 0)
      return {
        servers: present.length + uuids.length,
        memory_bytes: sum([...present.map(row => Number(row.memory_limit_bytes ?? 0)), ...kept]),
        cpu_percent: sum(present.map(row => Number(row.cpu_limit_percent ?? 0))),
        ports: sum(
          present.map(
            row => new Set([row.port, row.query_port, row.rcon_port].filter(port => port !== null)).size,
          ),
        ),
      }
    }

    /** Of deleted game servers, by uuid. */
    const memoryOf = new Map<string, number>()

    async function perform(people: { asked: Asked; id: number }[], { what, which, memory, isFirst }: Step) {
      const [owner, friend] = isFirst ? people : people.toReversed()
      if (!owner || !friend) return false
      const { admin, panel } = world
      const memory_limit_bytes = memory === 0 ? null : memory * step
      if (what === 'create') {
        const limits = memory_limit_bytes === null ? {} : { memory_limit_bytes, process_manager: 'docker' }
        await done(admin, 'POST', '/api/servers', newServer(world, { ...limits, owner_id: owner.id }))
        return true
      }
      if (what === 'restore' || what === 'purge') {
        const deleted: DeletedServer[] = await done(admin, 'GET', '/api/deleted-servers')
        const own = deleted.filter(one => one.owner?.id === owner.id)
        const { uuid } = own[which % Math.max(1, own.length)] ?? {}
        if (!uuid) return false
        if (what === 'restore') await done(admin, 'POST', `/api/deleted-servers/${uuid}/restore`, {})
        // As when its node, which is not connected here, has said that the files are gone.
        else
          await createDeletedServersStore(panel.db, createSecretBox(keyOf('a key of this test'))).markPurged(
            uuid,
          )
        return true
      }
      const servers = await panel.db
        .selectFrom('game_servers')
        .select(['id', 'uuid', 'memory_limit_bytes'])
        .where('owner_id', '=', owner.id)
        .orderBy('id')
        .execute()
      const server = servers[which % Math.max(1, servers.length)]
      if (!server) return false
      const path = `/api/servers/${server.id}`
      if (what === 'delete') {
        memoryOf.set(server.uuid, Number(server.memory_limit_bytes ?? 0))
        await done(admin, 'DELETE', path)
      } else if (what === 'change') {
        const manager = memory_limit_bytes === null ? {} : { process_manager: 'docker' }
        await done(admin, 'PUT', path, { memory_limit_bytes, ...manager })
      } else {
        await done(admin, 'PUT', path, { owner_id: what === 'hand over' ? friend.id : null })
      }
      return true
    }

    const one = (what: Step['what']): Step => ({ what, which: 0, memory: 2, isFirst: true })
    const everyStep = [
      ...[one('create'), one('change'), one('delete'), one('restore'), one('delete'), one('purge')],
      ...[one('create'), one('hand over'), one('create'), one('create'), one('take away')],
    ]

    test('is what a recount gives, after whatever was created, changed, handed on, deleted and restored', async () => {
      const performed = new Set<Step['what']>()
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 14 }), async steps => {
          const people = await Promise.all(
            [1, 2].map(async () => {
              const { asked, person } = await addHolder(world, {})
              return { asked, id: person.id }
            }),
          )
          for (const one of steps) if (await perform(people, one)) performed.add(one.what)
          for (const { asked, id } of people) {
            const expected = await recount(id)
            expect(await usedOf(asked)).toMatchObject(expected)
          }
        }),
        { ...propertyRuns(12), examples: [[everyStep]] },
      )
      expect(performed).toEqual(new Set(stepKinds))
    })

    test('goes with its person, and with the node of a deleted server', async () => {
      const { asked, person } = await addHolder(world, {})
      const { panel, admin } = world
      const { id: node_id } = await panel.app.nodes.create('a node that goes')
      const { id } = await done(asked, 'POST', '/api/servers', newServer(world, { node_id }))
      await done(asked, 'DELETE', `/api/servers/${id}`)
      expect((await usedOf(asked)).servers).toBe(1)
      await done(admin, 'DELETE', `/api/nodes/${node_id}`)
      expect((await usedOf(asked)).servers).toBe(0)
      await done(admin, 'DELETE', `/api/users/${person.id}`)
      const rows = panel.db.selectFrom('plan_usage').selectAll().where('user_id', '=', person.id)
      expect(await rows.execute()).toEqual([])
    })
  })
}
