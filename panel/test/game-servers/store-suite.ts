// What the store of game servers must do on every database.

import { randomUUID } from 'node:crypto'
import { defaultCrashPolicy } from '@rookery/contracts/daemon/game-server-definition.ts'
import { GameServerState } from '@rookery/contracts/daemon/generated/link.ts'
import type { InstallFailureFacts } from '@rookery/contracts/install-failure.ts'
import { template } from '@rookery/contracts/template.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGameServersStore } from '../../src/features/game-servers/game-servers-store.ts'
import { portProblems } from '../../src/features/game-servers/logic/claimed-ports.ts'
import { comparable, readableValues } from '../../src/features/game-servers/secret-values.ts'
import type { NewGameServer } from '../../src/features/game-servers/stored-game-server.ts'
import { createWelcome } from '../../src/features/game-servers/welcome.ts'
import { createSchedulesStore } from '../../src/features/schedules/schedules-store.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { insertReturningId } from '../../src/platform/database/portable.ts'
import { unsealedSecret } from '../../src/platform/secret.ts'
import { createOptionalSecretBox } from '../../src/platform/secret-box.ts'
import { gameTemplate } from './a-game.ts'

const whole = { limit: 100, offset: 0 }

export function gameServersStoreSuite(describeDatabase: () => Promise<DatabaseOptions>): void {
  let database: Database
  let store: ReturnType<typeof createGameServersStore>
  let nodeId: number
  let templateId: number
  const plan = template.parse(gameTemplate())
  beforeAll(async () => {
    database = await openDatabase(await describeDatabase(), { info: () => {}, warn: () => {} })
    await migrate(database)
    store = createGameServersStore(database.db, createOptionalSecretBox(null))
    const times = { created_at: 1, updated_at: 1 }
    const lists = { ips: '[]', runtimes: '[]', limits: '{}' }
    nodeId = await insertReturningId(database.db, 'nodes', { name: 'node', ...lists, ...times })
    const { slug, name, game } = plan
    const definition = JSON.stringify(plan)
    templateId = await insertReturningId(database.db, 'templates', {
      slug,
      name,
      game,
      definition,
      source: 'own',
      ...times,
    })
  })
  afterAll(() => database?.close())

  const aServer = (port: number): NewGameServer => ({
    uuid: randomUUID(),
    name: 'Schloß ☃',
    nodeId,
    templateId,
    state: 'not_installed',
    ip: '127.0.0.1',
    port,
    queryPort: null,
    rconPort: port + 500,
    rconPassword: unsealedSecret('secret'),
    description: '',
    tags: ['ü'],
    variables: { A: '1' },
    memoryLimitBytes: 4 * 1024 ** 3,
    cpuLimitPercent: 150,
    diskLimitBytes: 1024 ** 3,
    processManager: 'process',
    image: null,
    autostart: true,
    updateBeforeStart: false,
    crashPolicy: defaultCrashPolicy,
    externalId: null,
    heldTemplate: null,
  })
  const create = (server: NewGameServer) =>
    store.create(server, 5, neighbors => {
      const problems = portProblems(
        plan,
        { ...server, variables: readableValues(server.variables) },
        neighbors,
      )
      if (Object.keys(problems).length > 0) throw new Error('taken')
    })

  test('new servers: of many that want one port at the same moment exactly one gets it', async () => {
    const input = Array.from({ length: 8 }, () => create(aServer(20_000)))
    const ended = await Promise.allSettled(input)
    const made = ended.filter(({ status }) => status === 'fulfilled')
    const refused = ended.flatMap(one => (one.status === 'rejected' ? [String(one.reason)] : []))
    expect([made.length, refused]).toEqual([1, Array(7).fill('Error: taken')])
    expect(await store.neighborsOf(nodeId)).toMatchObject([{ port: 20_000, variables: { A: '1' } }])
  })

  test('4.2 a search finds names of every script in any case, takes each character literally and knows rows of earlier versions', async () => {
    const names = ['my_server', 'myserver', '100% fun', 'back\\slash', 'Überleben', 'ПРИВЕТ']
    const ids: number[] = []
    for (const [index, name] of names.entries())
      ids.push(await create({ ...aServer(25_000 + index * 10), name }))
    const found = async (q: string) => {
      const { items } = await store.list({ visible: { all: true, except: [] }, q, sort: 'name' }, whole)
      return items.map(({ server }) => server.name)
    }
    expect(await found('MY_server')).toEqual(['my_server'])
    expect(await found('100%')).toEqual(['100% fun'])
    expect(await found('%')).toEqual(['100% fun'])
    expect(await found('back\\')).toEqual(['back\\slash'])
    expect(await found('überLEBEN')).toEqual(['Überleben'])
    expect(await found('Привет')).toEqual(['ПРИВЕТ'])
    const [first = 0] = ids
    await store.change(first, 6, present => ({ choices: { ...present, name: 'Ärger' }, keepsRun: true }))
    expect([await found('my_server'), await found('ärger')]).toEqual([[], ['Ärger']])
    await database.db
      .updateTable('game_servers')
      .set({ search_key: null })
      .where('id', '=', ids[2] ?? 0)
      .execute()
    expect(await found('100% FUN')).toEqual(['100% fun'])
  })

  test('settings: changes at the same moment lose nothing of each other, and each makes a revision', async () => {
    const id = await create(aServer(30_000))
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        store.change(id, 6, present => ({
          choices: { ...present, variables: { ...present.variables, [`V${index}`]: 'x' } },
          keepsRun: true,
        })),
      ),
    )
    const read = async () => {
      const found = await store.find(id)
      return found && comparable(found)
    }
    const changed = await read()
    expect(Object.keys(changed?.variables ?? {})).toHaveLength(11)
    expect([changed?.revision, changed?.runningRevision]).toEqual([11, null])
    const refusal = () => {
      throw new Error('no')
    }
    await expect(store.change(id, 7, refusal)).rejects.toThrow('no')
    expect(await read()).toEqual(changed)
    expect(await store.change(999_999, 7, refusal)).toBeNull()
  })

  test('settings: a run counts as up to date as long as nothing changed that matters to it', async () => {
    const id = await create(aServer(31_000))
    const reported = {
      state: 'running',
      reason: null,
      changedAtMs: 9,
      installed: true,
      lastExit: null,
    } as const
    await store.setState(id, { ...reported, runningRevision: 1 })
    const revisions = async () => {
      const { revision, runningRevision } = (await store.find(id)) ?? {}
      return [revision, runningRevision]
    }
    await store.redefine({ gameServerId: id })
    expect(await revisions()).toEqual([2, 2])
    await store.change(id, 6, present => ({ choices: present, keepsRun: false }))
    expect(await revisions()).toEqual([3, 2])
    await store.redefine({ gameServerId: id })
    expect(await revisions()).toEqual([4, 2])
    await store.redefine({ templateId })
    expect(await revisions()).toEqual([5, 2])
  })

  test('crash report: the last lines of a crash come back as they were told', async () => {
    const id = await create(aServer(32_000))
    const lastExit = { exit_code: -1, signal: 'SIGSEGV', out_of_memory: true, last_lines: ['ü ☃ 🎮', "'"] }
    const reported = { state: 'crashed', reason: 'r', changedAtMs: 9, installed: true } as const
    await store.setState(id, { ...reported, lastExit, runningRevision: null })
    expect(await store.find(id)).toMatchObject({ state: 'crashed', lastExit, installedAtMs: 9 })
    const without = { ...lastExit, last_lines: [] }
    await store.setState(id, { ...reported, lastExit: without, runningRevision: null })
    expect((await store.find(id))?.lastExit, 'the same crash, told again without its lines').toEqual(lastExit)
    await store.setState(id, { ...reported, changedAtMs: 10, lastExit: without, runningRevision: null })
    expect((await store.find(id))?.lastExit, 'another crash').toEqual(without)
    await store.setState(id, { ...reported, state: 'stopped', lastExit: null, runningRevision: null })
    expect((await store.find(id))?.lastExit).toBeNull()
  })

  test('a failed installation: its facts come back, and stay when the node tells it again without its lines', async () => {
    const id = await create(aServer(45_000))
    const installFailure: InstallFailureFacts = {
      ...{ action: 'update', step: 'Übung ☃', reason: 'no-space', error_code: 'ENOSPC', http_status: null },
      ...{ subject: "'", exit_code: null, out_of_memory: false, last_lines: ['🎮'] },
    }
    const reported = { reason: 'r', changedAtMs: 9, installed: false, lastExit: null, runningRevision: null }
    const failed = { ...reported, state: 'install_failed' } as const
    await store.setState(id, { ...failed, installFailure })
    expect((await store.find(id))?.installFailure).toEqual(installFailure)
    await store.setState(id, { ...failed, installFailure: { ...installFailure, last_lines: [] } })
    await store.setState(id, { ...failed, installFailure: null })
    expect((await store.find(id))?.installFailure, 'the same failure').toEqual(installFailure)
    await store.setState(id, { ...failed, changedAtMs: 10, installFailure: null })
    expect((await store.find(id))?.installFailure, 'another one').toBeNull()
    await store.setState(id, { ...failed, installFailure })
    await store.setState(id, { ...reported, state: 'stopped', installFailure: null })
    expect((await store.find(id))?.installFailure).toBeNull()
  })

  test('schedules are read for one game server, or for a whole node in one query', async () => {
    const ids = [await create(aServer(33_000)), await create(aServer(34_000))]
    for (const server_id of ids) {
      for (const enabled of [true, false]) {
        const definition = JSON.stringify({
          ...{ action: 'restart', command: '', timing: { by: 'interval', minutes: 5 }, time_zone: 'UTC' },
          ...{ only_when_empty: false, overlap: 'skip', missed: 'skip', begins_at_ms: server_id },
        })
        const row = { server_id, name: 'nightly', enabled, definition, created_at: 1, updated_at: 1 }
        await insertReturningId(database.db, 'schedules', row)
      }
    }
    const [first = 0] = ids
    const own = await store.schedulesOf({ gameServerId: first })
    expect([...own.keys()]).toEqual([first])
    expect(own.get(first)).toMatchObject([
      { id: expect.any(Number), enabled: true, action: 'restart', begins_at_ms: first },
      { enabled: false },
    ])
    const all = await store.schedulesOf({ nodeId })
    expect(new Set(all.keys())).toEqual(new Set(ids))
    expect(all.get(first)).toEqual(own.get(first))
  })

  test('schedules are made up to their limit, also all at once, changed, and gone with their game server', async () => {
    const schedules = createSchedulesStore(database.db)
    const id = await create(aServer(35_000))
    const wanted = {
      name: 'Nächtlich',
      schedule: {
        action: 'restart',
        command: '',
        timing: { by: 'cron', expression: '0 4 * * *' },
        time_zone: 'UTC',
        enabled: true,
        only_when_empty: false,
        overlap: 'skip',
        missed: 'once',
        begins_at_ms: 1_700_000_000_000,
      },
    } as const
    const adding = { limit: 4, nowMs: 1, also: async () => {} }
    const made = await Promise.all(Array.from({ length: 6 }, () => schedules.create(id, wanted, adding)))
    expect(made.filter(outcome => outcome === 'full')).toHaveLength(2)
    const [first] = await schedules.list(id)
    expect(first).toMatchObject({ name: 'Nächtlich', schedule: wanted.schedule, createdAtMs: 1 })
    const firstId = first?.schedule.id ?? 0
    await schedules.change(
      id,
      firstId,
      { ...wanted, schedule: { ...wanted.schedule, enabled: false } },
      { nowMs: 2 },
    )
    expect((await schedules.find(id, firstId))?.schedule.enabled).toBe(false)
    await schedules.remove(id, firstId)
    expect(await schedules.find(id, firstId)).toBeNull()
    expect(await schedules.create(999_999, wanted, adding)).toBe('no game server')
    await store.remove(id, 'keep', 1)
    expect(await schedules.list(id)).toEqual([])
  })

  test('no new game server gets a number that a node has known, also when the count went back', async () => {
    const before = await store.create(aServer(29_000), 1, () => {})
    const reported = before + 500
    const publish = (highest: number) =>
      database.db.updateTable('nodes').set({ highest_server_id: highest }).where('id', '=', nodeId).execute()
    await publish(reported)
    const make = (port: number) => store.create(aServer(port), 1, () => {})
    const made = await Promise.all([make(29_001), make(29_002), make(29_003)])
    expect(made.toSorted((a, b) => a - b)).toEqual([reported + 1, reported + 2, reported + 3])
    await store.remove(reported + 3, 'keep', 1)
    await publish(0)
    expect(await make(29_004)).toBeGreaterThan(reported + 3)
  })

  test('a node that was away learns what was deleted meanwhile, and what the panel never knew goes on', async () => {
    const deleted = await store.find(await store.create(aServer(29_100), 1, () => {}))
    const here = await store.find(await store.create(aServer(29_101), 1, () => {}))
    const uuids = { deleted: deleted?.uuid ?? '', here: here?.uuid ?? '', unknown: randomUUID() }
    await store.remove(deleted?.id ?? 0, 'delete', 5)
    const welcome = createWelcome({ store, definitions: { ofNode: async () => [] } })
    const report = (uuid: string | undefined, placementEpoch = 1, gameServerId = 1) =>
      GameServerState.create({ gameServerId, uuid, placementEpoch })
    const named = [report(uuids.deleted), report(uuids.here), report(uuids.unknown)]
    expect(await welcome(nodeId, named)).toEqual({
      gameServers: [],
      removed: [{ gameServerId: 0, uuid: uuids.deleted, deleteFiles: true }],
    })
    // Taken up again after that deletion, by a panel of which this database knows nothing.
    expect(await welcome(nodeId, [report(uuids.deleted, 2)])).toMatchObject({ removed: [] })
    // On another node since then, as far as this database knows.
    expect(await welcome(nodeId + 1, [report(uuids.here, 0)])).toMatchObject({
      removed: [{ uuid: uuids.here, deleteFiles: false }],
    })
    expect(await welcome(nodeId + 1, [report(uuids.here)])).toMatchObject({ removed: [] })
    // An older daemon would end what Welcome does not name.
    const older = [report(undefined, 1, here?.id), report(undefined, 1, deleted?.id)]
    expect(await welcome(nodeId, older)).toMatchObject({ removed: [] })
    expect(await welcome(nodeId, [report(undefined, 1, 99_999)])).toEqual({
      refused: expect.stringMatching(/99999.*update the daemon/),
    })
  })
}
