// Databases that a template asks for, on real hosts: made with the server, told to its variables, and never half made.

import type { TemplateInput } from '@rookery/contracts/template.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { missingMariadb } from '../../../test-services/mariadb.ts'
import { openPausableProxy, type PausableProxy } from '../../../test-services/pausable-proxy.ts'
import { missingPostgres } from '../../../test-services/postgres.ts'
import { sharedMariadb, sharedPostgres } from '../../../test-services/shared.ts'
import { type Asked, ask, done } from '../access/people.ts'
import { addTemplate } from '../game-servers/a-game.ts'
import { addHolder, gib, newServer, type PlansPanel, startPlansPanel } from '../plans/plan-tools.ts'
import { connect, disconnectAll } from './connect.ts'

const kinds = [
  { kind: 'mysql', missing: missingMariadb(), share: sharedMariadb },
  { kind: 'postgres', missing: missingPostgres(), share: sharedPostgres },
] as const

const namesOf = (prefix: string) => ({
  ...{ host: `${prefix}_HOST`, port: `${prefix}_PORT`, name: `${prefix}_NAME` },
  ...{ user: `${prefix}_USER`, password: `${prefix}_PASSWORD` },
})

describe.each(kinds)('databases of a template on $kind', ({ kind, missing, share }) => {
  if (missing !== null) console.warn(`skipped: ${missing}`)
  describe.skipIf(missing !== null)('a real one', () => {
    let world: PlansPanel
    let admin: Asked
    let proxy: PausableProxy
    let hostUrl: URL
    let template_id: number
    let host_id: number
    let aHost: object

    const templateWith = (
      prefixes: readonly string[],
      allowed: readonly ('mysql' | 'postgres')[] = [kind],
    ) => {
      const databases = prefixes.map(prefix => ({
        ...{ name: prefix.toLowerCase(), kinds: [...allowed], variables: namesOf(prefix) },
      }))
      const variables = databases
        .flatMap(one => Object.values(one.variables))
        .map(name => ({
          ...{ name, title: name, default: '', editable_by: 'nobody' as const },
          secret: name.endsWith('_PASSWORD'),
        }))
      const command = ['game', ...Object.values(namesOf(prefixes[0] ?? '')).map(name => `{var.${name}}`)]
      return addTemplate(world.panel, { databases, variables, command } satisfies Partial<TemplateInput>)
    }

    beforeAll(async () => {
      const shared = await share()
      const own = { DATABASE_DRIVER: kind, DATABASE_URL: await shared.createMigratedDatabase() }
      world = await startPlansPanel({ ...own, ENCRYPTION_KEY: 'a key' })
      admin = world.admin
      hostUrl = new URL(shared.url)
      proxy = await openPausableProxy(Number(hostUrl.port))
      const { username: user, password } = hostUrl
      aHost = {
        ...{ name: 'Main', kind, address: '127.0.0.1', port: proxy.port, user, password },
        ...{ address_for_games: '127.0.0.1', port_for_games: Number(hostUrl.port) },
      }
      host_id = (await done(admin, 'POST', '/api/database-hosts', aHost)).id
      template_id = await templateWith(['WORLD'])
    })
    afterEach(async () => {
      await disconnectAll()
      proxy.pass()
      await world.panel.db.deleteFrom('game_servers').execute()
      await world.panel.db.deleteFrom('deleted_game_servers').execute()
      await keepHouseLater()
      expect(await rows()).toEqual([])
    })
    afterAll(async () => {
      await proxy?.close()
      await world?.panel.stop()
    })

    const rows = () => world.panel.db.selectFrom('server_databases').select(['name', 'state']).execute()
    const keepHouseLater = async () => {
      world.panel.clock.nowMs += 120_000
      await world.panel.app.keepHouse()
    }
    const input = (more: object = {}) => newServer(world, { template_id, ...more })
    const create = async (more?: object): Promise<number> =>
      (await done(admin, 'POST', '/api/servers', input(more))).id
    const databasesOf = (server: number) => done(admin, 'GET', `/api/servers/${server}/databases`)
    /** What the game is told: it is started with the variables of its first database. */
    const toldTo = async (server: number) => {
      const { start_command: command } = await done(admin, 'GET', `/api/servers/${server}`)
      const [, host, port, name, user, password] = command
      return { kind, host, port: Number(port), name, user, password }
    }

    test('is made with its server, whose variables lead there, with a sealed password that the settings hide', async () => {
      const server = await create()
      const [database, ...more] = await databasesOf(server)
      expect(more).toEqual([])
      expect(database).toMatchObject({ label: 'world', kind, template_name: 'world', host: { id: host_id } })
      expect(database.name).toMatch(/^s[0-9a-f]{8}_world_[a-z2-9]{8}$/)
      const told = await toldTo(server)
      const { forms: _, ...shown } = await done(
        admin,
        'GET',
        `/api/servers/${server}/databases/${database.id}/connection`,
      )
      expect(told).toEqual(shown)
      expect(told).toMatchObject({ port: Number(hostUrl.port), name: database.name })
      await (await connect(told))('create table homes (name varchar(20))')
      const { variables } = await done(admin, 'GET', `/api/servers/${server}/settings`)
      const one = (name: string) => variables.find((variable: { name: string }) => variable.name === name)
      expect(one('WORLD_NAME')).toMatchObject({ value: database.name, editable: false })
      expect(one('WORLD_PASSWORD')).toMatchObject({ value: null, editable: false })
      const stored = await world.panel.db
        .selectFrom('game_servers')
        .select('variables')
        .where('id', '=', server)
        .executeTakeFirstOrThrow()
      expect(stored.variables).not.toContain(told.password)
    })

    test('a new password is in the variable at once, also when a killed panel had begun it, and the old one is refused', async () => {
      const server = await create()
      const [{ id }] = await databasesOf(server)
      const former = await toldTo(server)
      await done(admin, 'POST', `/api/servers/${server}/databases/${id}/password`)
      const next = await toldTo(server)
      expect(next.password).not.toBe(former.password)
      await connect(next)
      await expect(connect(former)).rejects.toThrow(/denied|authentication/)

      await world.panel.db.updateTable('server_databases').set({ next_password: 'theNextOne' }).execute()
      const { uuid } = await done(admin, 'GET', `/api/servers/${server}`)
      await done(admin, 'DELETE', `/api/servers/${server}`)
      await keepHouseLater()
      const restored = await done(admin, 'POST', `/api/deleted-servers/${uuid}/restore`, {})
      expect(await toldTo(restored.id)).toEqual(next)
      await connect(next)
      await keepHouseLater()
      expect(await toldTo(restored.id)).toEqual({ ...next, password: 'theNextOne' })
      await connect(await toldTo(restored.id))
    })

    test('a copy has one of its own', async () => {
      const server = await create()
      const copy = await done(admin, 'POST', `/api/servers/${server}/clone`, { name: 'copy', files: false })
      const [own, other] = [await toldTo(server), await toldTo(copy.id)]
      expect(other.name).not.toBe(own.name)
      expect(other.password).not.toBe(own.password)
      await (await connect(own))('create table homes (name varchar(20))')
      await expect((await connect(other))('select * from homes')).rejects.toThrow(/homes/)
      await expect(connect({ ...other, name: own.name })).rejects.toThrow(/denied|permission/i)
      expect(await databasesOf(copy.id)).toMatchObject([{ name: other.name, template_name: 'world' }])
    })

    test('one of the same name takes the place of one that was deleted', async () => {
      const server = await create()
      const [{ id }] = await databasesOf(server)
      const post = (label: string) =>
        done(admin, 'POST', `/api/servers/${server}/databases`, { label, host_id })
      expect((await post('world')).template_name).toBeNull()
      await done(admin, 'DELETE', `/api/servers/${server}/databases/${id}`)
      await expect(connect(await toldTo(server))).rejects.toThrow(/denied|authentication/)
      const { name, template_name } = await post('World')
      expect(template_name).toBe('world')
      expect((await toldTo(server)).name).toBe(name)
      await connect(await toldTo(server))
    })

    test('without a host that fits, or with it away, there is neither a server nor a database', async () => {
      const other = kind === 'mysql' ? 'postgres' : 'mysql'
      const wrongKind = await ask(
        ...([admin, 'POST', '/api/servers'] as const),
        input({ template_id: await templateWith(['WORLD'], [other]) }),
      )
      expect([wrongKind.status, wrongKind.json.code]).toEqual([409, 'conflict'])
      expect(wrongKind.json.message).toContain('asks for a database "world"')
      await done(admin, 'PUT', `/api/database-hosts/${host_id}`, { ...aHost, max_databases: 1 })
      const full = await ask(
        ...([admin, 'POST', '/api/servers'] as const),
        input({ template_id: await templateWith(['WORLD', 'LOG']) }),
      )
      expect(full.status).toBe(409)
      expect(full.json.message).toContain('asks for a database "log"')
      await done(admin, 'PUT', `/api/database-hosts/${host_id}`, { ...aHost, max_databases: null })
      proxy.refuse()
      const away = await ask(admin, 'POST', '/api/servers', input())
      expect([away.status, away.json.code]).toEqual([503, 'database_host_unavailable'])
      expect(away.json.message).toContain('nothing was created')
      expect(await rows()).toEqual([])
      expect(await world.panel.db.selectFrom('game_servers').select('id').execute()).toEqual([])
    })

    test('a server that is refused leaves no database, nor one that took so long that housekeeping has its database', async () => {
      await create({ port: 20_500 })
      const before = await rows()
      const refused = await ask(admin, 'POST', '/api/servers', input({ port: 20_500 }))
      expect([refused.status, Object.keys(refused.json.errors)]).toEqual([422, ['port']])
      expect(await rows()).toEqual(before)

      proxy.goSilent()
      const asked = ask(admin, 'POST', '/api/servers', input())
      await expect.poll(async () => (await rows()).length).toBe(2)
      const begun = world.panel.db.updateTable('server_databases').where('state', '=', 'creating')
      await begun.set({ touched_at: 1 }).execute()
      proxy.pass()
      const late = await asked
      expect([late.status, late.json.code]).toEqual([503, 'database_host_unavailable'])
      expect(await rows()).toEqual(before)
    })

    test('they count in the plan of whoever creates the server', async () => {
      const limits = { servers: 5, memory_bytes: 8 * gib, databases: 1 }
      const { asked } = await addHolder(world, { limits })
      const more = { memory_limit_bytes: gib, process_manager: 'docker' }
      const answers = await Promise.all([0, 1, 2].map(() => ask(asked, 'POST', '/api/servers', input(more))))
      expect(answers.map(({ status, json }) => String(json.code ?? status)).toSorted()).toEqual([
        ...['201', 'plan_limit', 'plan_limit'],
      ])
      expect(await rows()).toMatchObject([{ state: 'ready' }])
    })
  })
})
