// What the stores of backups must do on every database.

import type { NodeBackup, RepositoryReport } from '@rookery/contracts/backups.ts'
import { backupRetention } from '@rookery/contracts/backups.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createBackupStoragesStore,
  type StorageInput,
} from '../../src/features/backup-storages/backup-storages-store.ts'
import { createBackupsStore } from '../../src/features/backups/backups-store.ts'
import {
  sampleGameServer,
  sampleNode,
  sampleTemplate,
  sampleUser,
} from '../../src/platform/database/conformance/sample-rows.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../../src/platform/database/database.ts'
import { isUniqueViolation } from '../../src/platform/database/database-errors.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { insertReturningId } from '../../src/platform/database/portable.ts'
import { unsealedSecret } from '../../src/platform/secret.ts'
import { createSecretBox, keyOf } from '../../src/platform/secret-box.ts'

const input = (name: string, more: Partial<StorageInput> = {}): StorageInput => ({
  name,
  place: { kind: 'rest', url: 'https://rest.test/', user: 'rookery' },
  secret: unsealedSecret('secret-4711'),
  nodeKeys: [],
  nodeIds: null,
  retention: backupRetention.parse({}),
  limits: { count: null, bytes: 10_000_000_000_000 },
  ...more,
})

const nodeBackup = (snapshot: string, more: Partial<NodeBackup> = {}): NodeBackup => ({
  snapshot,
  taken_at_ms: 1_800_000_000_000,
  kind: 'manual',
  before: null,
  run_key: '',
  files: 3,
  bytes: 5_000_000_000_000,
  bytes_added: 10,
  consistency: 'flushed',
  warnings: ['ä'],
  ...more,
})

export function backupsStoreSuite(describeDatabase: () => Promise<DatabaseOptions>): void {
  let database: Database
  let storages: ReturnType<typeof createBackupStoragesStore>
  let backups: ReturnType<typeof createBackupsStore>
  let nodeId: number
  let templateId: number
  let userId: number
  beforeAll(async () => {
    database = await openDatabase(await describeDatabase(), { info: () => {}, warn: () => {} })
    await migrate(database)
    storages = createBackupStoragesStore(database.db, createSecretBox(keyOf('a key of this test')))
    backups = createBackupsStore(database.db)
    nodeId = await insertReturningId(database.db, 'nodes', sampleNode('node'))
    templateId = await insertReturningId(database.db, 'templates', sampleTemplate('game'))
    userId = await insertReturningId(database.db, 'users', sampleUser('ada'))
  })
  afterAll(() => database?.close())

  let count = 0
  async function addServer(more: { installed_at?: number; created_at?: number; name?: string } = {}) {
    const row = { ...sampleGameServer(nodeId, templateId), ...more }
    return { id: await insertReturningId(database.db, 'game_servers', row), uuid: row.uuid }
  }
  const addStorage = async (more: Partial<StorageInput> = {}) => {
    count += 1
    return storages.create(input(`storage ${count}`, more), `KEY-${count}`, 1)
  }
  async function addRepository() {
    const [server, storageId] = [await addServer(), await addStorage()]
    await storages.addRepositories([{ serverUuid: server.uuid, storageId }], () => 'password-4712', 1)
    return { server, storageId }
  }
  const report = (
    storage_id: number,
    sequence: number,
    all: NodeBackup[],
    more: Partial<RepositoryReport> = {},
  ): RepositoryReport => ({
    ...{
      storage_id,
      sequence,
      engine: 'restic',
      is_listed: true,
      backups: all,
      stored_bytes: 7_000_000_000_000,
    },
    ...{ last_check: null, last_drill: null, problem: '', ...more },
  })
  const nothingAsked = async () => new Map()
  const replace = (uuid: string, told: RepositoryReport, asked = nothingAsked) =>
    backups.replace(uuid, told, asked, 1)
  const listOf = async (uuid: string) => (await backups.list(uuid, { limit: 100, offset: 0 })).items

  test('a storage is stored with sealed secrets, changed, and its name is taken once', async () => {
    const id = await storages.create(input('Cellar', { nodeIds: [nodeId] }), 'RECOVERY-4713', 5)
    const found = await storages.find(id)
    expect(found).toMatchObject({ id, name: 'Cellar', nodeIds: [nodeId], createdAtMs: 5 })
    expect([found?.secret.reveal(), found?.recoveryKey.reveal()]).toEqual(['secret-4711', 'RECOVERY-4713'])
    expect(found?.limits.bytes).toBe(10_000_000_000_000)
    const row = await database.db
      .selectFrom('backup_storages')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toMatch(/4711|4713/)
    if (!found) throw new Error('it was found above')
    // As it was read: a secret that cannot be read today is written back unharmed.
    await storages.change(id, { ...found, name: 'Attic' }, { nowMs: 6, check: undefined })
    expect((await storages.find(id))?.secret.reveal()).toBe('secret-4711')
    const taken = await storages.create(input('Attic'), 'K', 1).catch((error: unknown) => error)
    expect(isUniqueViolation(taken)).toBe(true)
    await storages.remove(id)
    expect(await storages.find(id)).toBeNull()
  })

  test('keys of nodes are sealed, replaced together, and go with their node', async () => {
    const other = await insertReturningId(database.db, 'nodes', sampleNode('other'))
    const key = (of: number, secret: string) => ({
      ...{ nodeId: of, user: `user ${of}`, folder: `folder-${of}`, secret: unsealedSecret(secret) },
    })
    const id = await addStorage({ nodeKeys: [key(nodeId, 'own-4714'), key(other, 'own-4715')] })
    const rows = database.db.selectFrom('backup_node_keys').selectAll().where('storage_id', '=', id)
    expect(JSON.stringify(await rows.execute())).not.toMatch(/471[45]/)
    const found = await storages.find(id)
    if (!found) throw new Error('it was stored above')
    expect(found.nodeKeys.map(({ secret, ...rest }) => [rest, secret.reveal()])).toEqual([
      [{ nodeId, user: `user ${nodeId}`, folder: `folder-${nodeId}` }, 'own-4714'],
      [{ nodeId: other, user: `user ${other}`, folder: `folder-${other}` }, 'own-4715'],
    ])
    expect((await storages.list()).find(one => one.id === id)?.nodeKeys).toHaveLength(2)
    await storages.change(id, { ...found, nodeKeys: found.nodeKeys.slice(1) }, { nowMs: 6, check: undefined })
    expect((await storages.find(id))?.nodeKeys.map(one => one.secret.reveal())).toEqual(['own-4715'])
    await database.db.deleteFrom('nodes').where('id', '=', other).execute()
    expect((await storages.find(id))?.nodeKeys).toEqual([])
  })

  test('a repository gets its password once, however many are first', async () => {
    const { uuid } = await addServer()
    const storageId = await addStorage()
    const key = [{ serverUuid: uuid, storageId }]
    let made = 0
    const next = () => {
      made += 1
      return `password ${made}`
    }
    await Promise.all(Array.from({ length: 5 }, () => storages.addRepositories(key, next, 1)))
    const [first, ...others] = await storages.readRepositories([uuid])
    expect(others).toEqual([])
    await storages.addRepositories(key, next, 1)
    const [again] = await storages.readRepositories([uuid])
    expect(again?.password.reveal()).toBe(first?.password.reveal())
    expect(again?.password.sealedText).toMatch(/^enc1:/)
  })

  test('choices are stored, replaced and withdrawn, and go with the game server', async () => {
    const { id } = await addServer()
    const { retention, limits } = input('x')
    const chosen = [{ storage_id: 1, retention, limits }]
    await storages.choose(id, chosen, 1)
    expect((await storages.choicesOf([id])).get(id)).toEqual(chosen)
    await storages.choose(id, [], 2)
    expect((await storages.choicesOf([id])).get(id)).toEqual([])
    const users = await storages.users()
    expect(users).toContainEqual({ nodeId, count: 1, choices: [] })
    await storages.choose(id, null, 3)
    expect((await storages.choicesOf([id])).has(id)).toBe(false)
    await storages.choose(id, chosen, 4)
    await database.db.deleteFrom('game_servers').where('id', '=', id).execute()
    expect((await storages.choicesOf([id])).has(id)).toBe(false)
  })

  test('a report replaces the index; notes, locks and who took it stay', async () => {
    const { server, storageId } = await addRepository()
    const [one, two, three] = ['one', 'two', 'three'].map((name, index) =>
      nodeBackup(name, { taken_at_ms: 1_000 + index, run_key: name }),
    ) as [NodeBackup, NodeBackup, NodeBackup]
    const asked = async () => new Map([['two', { takenBy: userId, note: 'before the war', locked: true }]])
    expect(await replace(server.uuid, report(storageId, 1, [one, two]), asked)).toEqual({
      outcome: 'stored',
      hasNewLock: true,
      formerProblem: '',
    })
    const [newest, oldest] = await listOf(server.uuid)
    expect(newest).toMatchObject({
      ...{ snapshot: 'two', note: 'before the war', locked: true, takenBy: { id: userId, login: 'ada' } },
      ...{ bytes: 5_000_000_000_000, warnings: ['ä'], consistency: 'flushed' },
    })
    expect(oldest).toMatchObject({ snapshot: 'one', note: '', locked: false, takenBy: null })
    await backups.change(oldest?.id ?? 0, { note: 'the first', locked: true })
    const told = await replace(server.uuid, report(storageId, 2, [{ ...one, bytes_added: 99 }, three]))
    expect(told).toEqual({ outcome: 'stored', hasNewLock: false, formerProblem: '' })
    const after = await listOf(server.uuid)
    expect(after.map(({ snapshot }) => snapshot)).toEqual(['three', 'one'])
    expect(after[1]).toMatchObject({ id: oldest?.id, note: 'the first', locked: true, bytes_added: 99 })
    expect((await storages.readRepositories([server.uuid]))[0]?.locked).toEqual(['one'])
  })

  test('an older report changes nothing, the same one again neither, and one of an unknown storage is none', async () => {
    const { server, storageId } = await addRepository()
    await replace(server.uuid, report(storageId, 5, [nodeBackup('a')], { problem: 'disk full' }))
    const [{ id } = { id: 0 }] = await listOf(server.uuid)
    expect((await replace(server.uuid, report(storageId, 4, []))).outcome).toBe('older')
    expect((await replace(server.uuid, report(storageId, 5, [nodeBackup('a')]))).outcome).toBe('stored')
    expect((await listOf(server.uuid)).map(backup => backup.id)).toEqual([id])
    expect((await replace(server.uuid, report(999_999, 6, []))).outcome).toBe('unknown')
    expect((await backups.repositoriesOf(server.uuid)).get(storageId)).toEqual({
      ...{ storageId, isReported: true, engine: 'restic', backups: 1, storedBytes: 7_000_000_000_000 },
      ...{ lastCheck: null, lastDrill: null, problem: '' },
    })
  })

  test('L28 a report of a node that has not read the list takes nothing away', async () => {
    const { server, storageId } = await addRepository()
    await replace(server.uuid, report(storageId, 5, [nodeBackup('a')]))
    const unread = { is_listed: false, problem: 'no answer' }
    await replace(server.uuid, report(storageId, 6, [nodeBackup('b')], unread))
    expect((await listOf(server.uuid)).map(({ snapshot }) => snapshot).sort()).toEqual(['a', 'b'])
    expect((await backups.repositoriesOf(server.uuid)).get(storageId)).toMatchObject({ problem: 'no answer' })
    await replace(server.uuid, report(storageId, 7, [nodeBackup('b')]))
    expect((await listOf(server.uuid)).map(({ snapshot }) => snapshot)).toEqual(['b'])
  })

  test('two reports at once are stored one after the other', async () => {
    const { server, storageId } = await addRepository()
    const many = (from: number) =>
      Array.from({ length: 450 }, (_, index) => nodeBackup(`s-${from + index}`, { taken_at_ms: index }))
    await Promise.all([
      replace(server.uuid, report(storageId, 1, many(0))),
      replace(server.uuid, report(storageId, 2, many(200))),
      replace(server.uuid, report(storageId, 3, many(400))),
    ])
    const { items, total } = await backups.list(server.uuid, { limit: 10, offset: 445 })
    expect([items.length, total]).toEqual([5, 450])
    const all = (await backups.list(server.uuid, { limit: 1_000, offset: 0 })).items
    expect(new Set(all.map(({ snapshot }) => snapshot))).toEqual(
      new Set(many(400).map(({ snapshot }) => snapshot)),
    )
  })

  test('a backup of another game server is not found, and one that is deleted is gone', async () => {
    const { server, storageId } = await addRepository()
    const other = await addServer()
    await replace(server.uuid, report(storageId, 1, [nodeBackup('a')]))
    const [{ id } = { id: 0 }] = await listOf(server.uuid)
    expect(await backups.find(other.uuid, id)).toBeNull()
    expect((await backups.find(server.uuid, id))?.snapshot).toBe('a')
    expect((await storages.contents()).get(storageId)).toEqual({ backups: 1, storedBytes: 7_000_000_000_000 })
    await backups.remove(id)
    expect(await backups.find(server.uuid, id)).toBeNull()
  })

  test('who holds a storage is told by what they take, and what deleted game servers left in one sum', async () => {
    const storageId = await addStorage()
    const add = async (name: string, bytes: number | null, all: NodeBackup[]) => {
      const server = await addServer({ name })
      await storages.addRepositories([{ serverUuid: server.uuid, storageId }], () => 'password', 1)
      await replace(server.uuid, report(storageId, 1, all, { stored_bytes: bytes }))
      return server
    }
    const small = await add('small', 5, [nodeBackup('a'), nodeBackup('b')])
    const large = await add('large', 7_000_000_000_000, [nodeBackup('c')])
    const unknown = await add('unknown', null, [nodeBackup('d')])
    const gone = await add('gone', 40, [nodeBackup('e')])
    await add('empty', 0, [])
    await database.db.deleteFrom('game_servers').where('id', '=', gone.id).execute()
    // In another storage: not of this one.
    await addRepository()
    const held = [
      { id: large.id, name: 'large', backups: 1, storedBytes: 7_000_000_000_000 },
      { id: small.id, name: 'small', backups: 2, storedBytes: 5 },
      { id: unknown.id, name: 'unknown', backups: 1, storedBytes: null },
    ]
    const deleted = { servers: 1, storedBytes: 40 }
    expect(await storages.holders(storageId, 20)).toEqual({ servers: held, deleted })
    expect(await storages.holders(storageId, 2)).toEqual({ servers: held.slice(0, 2), deleted })
  })

  test('what people said is found by the key of the task of the same game server', async () => {
    const { server } = await addRepository()
    const other = await addServer()
    const task = { node_id: nodeId, kind: 'backup', status: 'success', requested_by: userId, created_at: 1 }
    for (const [run_key, server_id] of [
      ['mine', server.id],
      ['theirs', other.id],
    ] as const) {
      const row = { ...task, run_key, server_id, payload: '{"note":"x"}', progress: null }
      await insertReturningId(database.db, 'tasks', row)
    }
    const found = await database.db
      .transaction()
      .execute(transaction => backups.tasksBy(transaction, server.id, ['mine', 'theirs', 'nobody']))
    expect(found).toEqual([{ run_key: 'mine', requested_by: userId, payload: '{"note":"x"}' }])
  })

  test('overdue is what is installed, visible, not new, and has no backup lately', async () => {
    const storageId = await addStorage()
    const make = async (name: string, newestMs: number | null, more = {}) => {
      const server = await addServer({ installed_at: 1, created_at: 1, name, ...more })
      if (newestMs === null) return server
      await storages.addRepositories([{ serverUuid: server.uuid, storageId }], () => 'p', 1)
      const all = [nodeBackup('old', { taken_at_ms: 5 }), nodeBackup('new', { taken_at_ms: newestMs })]
      await replace(server.uuid, report(storageId, 1, all))
      return server
    }
    const never = await make('never', null)
    const lately = await make('lately', 200)
    const longAgo = await make('long ago', 50)
    const isNew = await make('new', null, { created_at: 999 })
    const hidden = await make('hidden', null)
    const ids = [never, lately, longAgo, isNew].map(({ id }) => id)
    const found = await backups.overdue({ all: false, only: ids }, { sinceMs: 100, madeBeforeMs: 500 })
    expect(found.toSorted((a, b) => a.id - b.id)).toEqual([
      { id: never.id, name: 'never', nodeId, newestAtMs: null },
      { id: longAgo.id, name: 'long ago', nodeId, newestAtMs: 50 },
    ])
    const all = await backups.overdue({ all: true, except: [never.id] }, { sinceMs: 100, madeBeforeMs: 500 })
    const allIds = all.map(({ id }) => id)
    expect(allIds).toEqual(expect.arrayContaining([hidden.id, longAgo.id]))
    expect(allIds).not.toContain(never.id)
  })

  test('with its storage everything goes that is known of it; with a user only who took it', async () => {
    const { server, storageId } = await addRepository()
    const gone = await insertReturningId(database.db, 'users', sampleUser('gone'))
    const asked = async () => new Map([['k', { takenBy: gone, note: '', locked: false }]])
    await replace(server.uuid, report(storageId, 1, [nodeBackup('a', { run_key: 'k' })]), asked)
    await database.db.deleteFrom('users').where('id', '=', gone).execute()
    expect((await listOf(server.uuid))[0]?.takenBy).toBeNull()
    await storages.remove(storageId)
    expect(await listOf(server.uuid)).toEqual([])
    expect(await storages.readRepositories([server.uuid])).toEqual([])
  })
}
