// Databases of game servers on real hosts: used by a client as a game would be, and cut off, killed and away.

import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { missingMariadb } from '../../../test-services/mariadb.ts'
import { openPausableProxy, type PausableProxy } from '../../../test-services/pausable-proxy.ts'
import { missingPostgres } from '../../../test-services/postgres.ts'
import { sharedMariadb, sharedPostgres } from '../../../test-services/shared.ts'
import { type Asked, ask, createUser, done } from '../access/people.ts'
import { auditLinesOf } from '../audit/audit-lines.ts'
import { as, createPlan, givePlan, newServer, type PlansPanel, startPlansPanel } from '../plans/plan-tools.ts'
import { type Connection, connect, disconnectAll } from './connect.ts'

const kinds = [
  { kind: 'mysql', missing: missingMariadb(), share: sharedMariadb },
  { kind: 'postgres', missing: missingPostgres(), share: sharedPostgres },
] as const

describe.each(kinds)('databases of servers on $kind', ({ kind, missing, share }) => {
  if (missing !== null) console.warn(`skipped: ${missing}`)
  describe.skipIf(missing !== null)('a real one', () => {
    let world: PlansPanel
    let admin: Asked
    let proxy: PausableProxy
    let server: number
    let host_id: number
    let aHost: object
    let hostUrl: URL
    beforeAll(async () => {
      const shared = await share()
      // The panel's own database is of the same kind.
      const own = { DATABASE_DRIVER: kind, DATABASE_URL: await shared.createMigratedDatabase() }
      world = await startPlansPanel({ ...own, ENCRYPTION_KEY: 'a key' })
      admin = world.admin
      hostUrl = new URL(shared.url)
      proxy = await openPausableProxy(Number(hostUrl.port))
      const { username: user, password } = hostUrl
      aHost = { kind, address: '127.0.0.1', port: proxy.port, user, password }
      const direct = { address_for_games: '127.0.0.1', port_for_games: Number(hostUrl.port) }
      host_id = (await done(admin, 'POST', '/api/database-hosts', { name: 'Main', ...aHost, ...direct })).id
    })
    beforeEach(async () => {
      server = (await done(admin, 'POST', '/api/servers', newServer(world))).id
    })
    afterEach(async () => {
      await disconnectAll()
      proxy.pass()
      await purge()
      world.panel.clock.nowMs += 120_000
      await world.panel.app.keepHouse()
      const left = await world.panel.db.selectFrom('server_databases').select(['name', 'state']).execute()
      expect(left).toEqual([])
    })
    afterAll(async () => {
      await proxy?.close()
      await world?.panel.stop()
    })

    /** What is left in the database of a panel whose node has deleted the files. */
    async function purge() {
      await ask(admin, 'DELETE', `/api/servers/${server}`)
      await world.panel.db.deleteFrom('deleted_game_servers').execute()
    }
    const databases = () => `/api/servers/${server}/databases`
    const create = (label = 'Shop') => done(admin, 'POST', databases(), { label, host_id })
    const connectionOf = (id: number): Promise<Connection> =>
      done(admin, 'GET', `${databases()}/${id}/connection`)
    const setRow = (id: number, values: object) =>
      world.panel.db.updateTable('server_databases').set(values).where('id', '=', id).execute()
    const keepHouseLater = async () => {
      world.panel.clock.nowMs += 120_000
      await world.panel.app.keepHouse()
    }

    test('one is created, used, given another password and deleted', async () => {
      const database = await create('Über-Shop')
      expect(database).toMatchObject({ label: 'Über-Shop', kind, host: { id: host_id, name: 'Main' } })
      expect(database.name).toMatch(new RegExp(`^s${server}_u_ber_shop_[a-z2-9]{8}$`))
      expect(await done(admin, 'GET', databases())).toEqual([database])
      const former = await connectionOf(database.id)
      expect(former).toMatchObject({ port: Number(hostUrl.port), name: database.name })
      const run = await connect(former)
      await run('create table homes (name varchar(20))')
      await run("insert into homes values ('castle')")
      const [{ size_bytes }] = await done(admin, 'GET', `${databases()}/sizes`)
      expect(size_bytes).toBeGreaterThan(1_000)

      const next: Connection = await done(admin, 'POST', `${databases()}/${database.id}/password`)
      expect(next).toEqual(await connectionOf(database.id))
      await expect(run('select 1')).rejects.toThrow()
      await expect(connect(former)).rejects.toThrow(/denied|authentication/)
      expect(await (await connect(next))('select name from homes')).toEqual([{ name: 'castle' }])

      await done(admin, 'DELETE', `${databases()}/${database.id}`)
      await expect(connect(next)).rejects.toThrow(/denied|authentication/)
      expect(await done(admin, 'GET', databases())).toEqual([])
      const audited = auditLinesOf(world.panel).filter(({ category }) => category === 'database')
      const mine = audited.filter(({ database_id }) => database_id === database.id)
      expect(mine.map(({ event }) => event)).toEqual([
        ...['database.created', 'database.password_read', 'database.password_changed'],
        ...['database.password_read', 'database.deleted'],
      ])
      const said = world.panel.logLines.join()
      for (const { password } of [former, next]) expect(said).not.toContain(password)
    })

    test('each form of the connection leads there, and the password is sealed', async () => {
      const { id, name } = await create()
      const connection = await connectionOf(id)
      const { url, jdbc, yaml } = connection.forms
      const { hostname, port, username, password, pathname } = new URL(url)
      const parts = { host: hostname, port: Number(port), user: username, password, name: pathname.slice(1) }
      await connect({ ...connection, ...parts })
      expect(jdbc).toBe(
        `jdbc:${kind === 'mysql' ? 'mysql' : 'postgresql'}://127.0.0.1:${hostUrl.port}/${name}`,
      )
      expect(yaml).toContain(`  password: ${connection.password}\n`)
      const row = await world.panel.db.selectFrom('server_databases').selectAll().executeTakeFirstOrThrow()
      expect(row.password).toMatch(/^enc1:/)
      const answer = await ask(admin, 'GET', `${databases()}/${id}/connection`)
      expect(answer.headers.get('cache-control')).toBe('no-store')
    })

    test('the same request with the same key makes one', async () => {
      const headers = { 'idempotency-key': randomUUID() }
      const send = () =>
        world.panel.request('POST', databases(), {
          ...{ sessionToken: admin.sessionToken, headers, body: { label: 'Shop', host_id } },
        })
      const [first, second] = [await send(), await send()]
      expect([first.status, second.status, second.json]).toEqual([201, 201, first.json])
      expect(await done(admin, 'GET', databases())).toHaveLength(1)
    })

    test('with the host away nothing is half made, changed or lost', async () => {
      const { id } = await create()
      const before = await connectionOf(id)
      proxy.refuse()
      for (const [method, path, body, effect] of [
        ['POST', databases(), { label: 'Second', host_id }, 'nothing was created'],
        ['POST', `${databases()}/${id}/password`, undefined, 'the password is the former one'],
        ['DELETE', `${databases()}/${id}`, undefined, 'the database is still there'],
      ] as const) {
        const { status, json } = await ask(admin, method, path, body)
        expect([status, json.code]).toEqual([503, 'database_host_unavailable'])
        expect(json.message).toContain(`the database host 127.0.0.1:${proxy.port} `)
        expect(json.message).toContain(effect)
      }
      expect(await done(admin, 'GET', `${databases()}/sizes`)).toEqual([{ id, size_bytes: null }])
      expect(await done(admin, 'GET', databases())).toMatchObject([{ id }])
      expect(await world.panel.db.selectFrom('server_databases').select('id').execute()).toEqual([{ id }])
      proxy.pass()
      expect(await connectionOf(id)).toEqual(before)
      await connect(before)
    })

    test('what a killed panel had begun to create is removed', async () => {
      const { id } = await create()
      const connection = await connectionOf(id)
      await setRow(id, { state: 'creating' })
      await world.panel.app.keepHouse()
      await connect(connection)
      await keepHouseLater()
      await expect(connect(connection)).rejects.toThrow(/denied|authentication/)
      expect(await done(admin, 'GET', databases())).toEqual([])
    })

    test('a change of the password that a killed panel had begun is finished', async () => {
      const { id } = await create()
      const former = await connectionOf(id)
      await setRow(id, { next_password: 'theNextOne' })
      const again = await ask(admin, 'POST', `${databases()}/${id}/password`)
      expect(again.status).toBe(409)
      await keepHouseLater()
      const next = await connectionOf(id)
      expect(next.password).toBe('theNextOne')
      await connect(next)
      await expect(connect(former)).rejects.toThrow(/denied|authentication/)
    })

    test('databases stay while their server is in the trash, and go when it is purged, also when the host is away then', async () => {
      const { id } = await create()
      const connection = await connectionOf(id)
      const { uuid } = await done(admin, 'GET', `/api/servers/${server}`)
      await done(admin, 'DELETE', `/api/servers/${server}`)
      await keepHouseLater()
      await connect(connection)
      await done(admin, 'POST', `/api/deleted-servers/${uuid}/restore`, {})
      expect(await connectionOf(id)).toEqual(connection)
      await purge()
      proxy.refuse()
      await keepHouseLater()
      await connect(connection)
      proxy.pass()
      await keepHouseLater()
      await expect(connect(connection)).rejects.toThrow(/denied|authentication/)
    })

    test('a host has no more than it may, whoever asks at once, and is not forgotten while they are there', async () => {
      const limited = { name: `Small ${randomUUID()}`, ...aHost, max_databases: 2 }
      const { id: small } = await done(admin, 'POST', '/api/database-hosts', limited)
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, at) =>
          ask(admin, 'POST', databases(), { label: `n${at}`, host_id: small }),
        ),
      )
      expect(
        answers
          .map(({ status }) => `${status}`)
          .toSorted()
          .join(),
      ).toBe('201,201,409,409,409,409')
      const offered = await done(admin, 'GET', `${databases()}/hosts`)
      expect(offered).toContainEqual({ id: small, name: limited.name, kind, has_room: false })
      const refused = await ask(admin, 'DELETE', `/api/database-hosts/${small}`)
      expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining('2 databases')])
      for (const { id } of await done(admin, 'GET', databases()))
        await done(admin, 'DELETE', `${databases()}/${id}`)
      await done(admin, 'DELETE', `/api/database-hosts/${small}`)
    })

    test('a plan for two databases gives two, to any number of requests at once', async () => {
      const person = await createUser(admin)
      const plan = await createPlan(admin, { limits: { databases: 2 } })
      await givePlan(admin, person.id, plan.id)
      await done(admin, 'PUT', `/api/servers/${server}`, { owner_id: person.id })
      const owner = as(world.panel, person)
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, at) => ask(owner, 'POST', databases(), { label: `n${at}`, host_id })),
      )
      expect(answers.map(({ status }) => status).filter(status => status === 201)).toHaveLength(2)
      expect(answers.filter(({ json }) => json.code === 'plan_limit')).toHaveLength(6)
      const { held } = await done(owner, 'GET', '/api/profile/plan')
      expect(held.usage.databases).toEqual({ limit: 2, used: 2, left: 0 })
    })

    test('a host that is not for the node of the server, and a label of 300 characters, are refused', async () => {
      const other = {
        name: `Far ${randomBytes(4).toString('hex')}`,
        ...aHost,
        assigned: { to: 'nodes', node_ids: [] },
      }
      const { id: far } = await done(admin, 'POST', '/api/database-hosts', other)
      const toFar = await ask(admin, 'POST', databases(), { label: 'Shop', host_id: far })
      expect([toFar.status, toFar.json.errors]).toEqual([
        422,
        { host_id: ['there is no such database host for this server'] },
      ])
      const long = await ask(admin, 'POST', databases(), { label: 'x'.repeat(300), host_id })
      expect([long.status, Object.keys(long.json.errors)]).toEqual([422, ['label']])
    })
  })
})
