// What the store of activity must do on every database.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ActivityFilter, createActivityStore } from '../../src/features/activity/activity-store.ts'
import type { Line } from '../../src/features/activity/logic/line.ts'
import type { Author } from '../../src/features/people-activity/people-activity-rules.ts'
import {
  addFailedSignIns,
  insertPeopleEntry,
  type NewPeopleEntry,
} from '../../src/features/people-activity/people-activity-store.ts'
import {
  sampleGameServer,
  sampleNode,
  sampleTemplate,
  sampleUser,
} from '../../src/platform/database/conformance/sample-rows.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { insertReturningId, inTransaction } from '../../src/platform/database/portable.ts'
import { timeOf } from '../../src/platform/times.ts'

export function activityStoreSuite(describeDatabase: () => Promise<DatabaseOptions>): void {
  let database: Database
  let store: ReturnType<typeof createActivityStore>
  let userId: number
  let newGameServer: () => Promise<number>
  beforeAll(async () => {
    database = await openDatabase(await describeDatabase(), { info: () => {}, warn: () => {} })
    await migrate(database)
    const { db } = database
    store = createActivityStore(db)
    userId = await insertReturningId(db, 'users', sampleUser('ada'))
    const nodeId = await insertReturningId(db, 'nodes', sampleNode('n1'))
    const templateId = await insertReturningId(db, 'templates', sampleTemplate('arena'))
    newGameServer = () => insertReturningId(db, 'game_servers', sampleGameServer(nodeId, templateId))
  })
  afterAll(() => database?.close())

  const line = (gameServerId: number, fact: string, atMs: number, more: Partial<Line> = {}): Line => ({
    ...{ gameServerId, userId: null, kind: 'run', fact, atMs },
    details: { what: 'state', state: 'running', reason: fact, exit_code: null },
    ...more,
  })
  const reasons = (lines: Awaited<ReturnType<typeof store.list>>) =>
    lines.map(line =>
      'what' in line ? line.event : line.details.what === 'state' ? line.details.reason : line.details.what,
    )

  test('newest first, by when it happened, and on from a line that is known', async () => {
    const id = await newGameServer()
    await store.add([line(id, 'b', 20), line(id, 'd', 30), line(id, 'a', 10), line(id, 'c', 20)])
    const all = await store.list({ people: null, of: id }, 10)
    expect(reasons(all)).toEqual(['d', 'c', 'b', 'a'])
    expect(reasons(await store.list({ people: null, of: id }, 2))).toEqual(['d', 'c'])
    expect(reasons(await store.list({ people: null, of: id, before: all[1]?.id }, 2))).toEqual(['b', 'a'])
    expect(await store.list({ people: null, of: id, before: 2_000_000_000 }, 2)).toEqual([])
    expect(reasons(await store.list({ people: null, of: id, sinceMs: 20 }, 9))).toEqual(['d', 'c', 'b'])
  })

  test('a line that this version cannot read stays stored, hides no other and shortens no page', async () => {
    const id = await newGameServer()
    await store.add([line(id, 'a', 10), line(id, 'b', 20), line(id, 'c', 30), line(id, 'd', 40)])
    const damage = (fact: string, columns: { details?: string; kind?: string }) =>
      database.db
        .updateTable('activity')
        .set(columns)
        .where('fact', '=', fact)
        .where('server_id', '=', id)
        .execute()
    await damage('d', { details: '{"what":"moved","to":3}' })
    await damage('b', { details: 'no JSON' })
    expect(reasons(await store.list({ people: null, of: id }, 2))).toEqual(['c', 'a'])
    await damage('c', { kind: 'moves' })
    expect(reasons(await store.list({ people: null, of: id }, 2))).toEqual(['a'])
    const rows = database.db.selectFrom('activity').select('fact').where('server_id', '=', id)
    expect(await rows.execute()).toHaveLength(4)
  })

  test('a fact that is told twice is one line, in one batch or in two', async () => {
    const id = await newGameServer()
    await store.add([line(id, 'a', 1), line(id, 'a', 1), line(id, 'b', 2)])
    await store.add([line(id, 'a', 99), line(id, 'c', 3)])
    expect(reasons(await store.list({ people: null, of: id }, 10))).toEqual(['c', 'b', 'a'])
  })

  test('a line that grows is brought up to date', async () => {
    const id = await newGameServer()
    const burst = (count: number, atMs: number): Line => ({
      ...{ gameServerId: id, userId, kind: 'files', fact: 'files written 1 0', atMs },
      details: { what: 'files', deed: 'written', paths: ['Schloß ☃.txt'], count },
    })
    await store.put(burst(1, 10))
    await store.put(burst(7, 50))
    const [only, ...others] = await store.list({ people: null, of: id, kind: 'files' }, 10)
    expect(others).toEqual([])
    expect(only).toMatchObject({
      ...{ at: '1970-01-01T00:00:00.050Z', by: { id: userId, login: 'ada' }, server: { id, name: 'one' } },
      details: { paths: ['Schloß ☃.txt'], count: 7 },
    })
    expect(await store.list({ people: null, of: id, kind: 'run' }, 10)).toEqual([])
  })

  test('a list over several keeps to those that may be seen', async () => {
    const [one, two] = [await newGameServer(), await newGameServer()]
    await store.add([line(one, 'one', 1_000_001), line(two, 'two', 1_000_002)])
    const sinceMs = 1_000_000
    expect(reasons(await store.list({ people: null, of: { all: false, only: [two] }, sinceMs }, 9))).toEqual([
      'two',
    ])
    expect(reasons(await store.list({ people: null, of: { all: true, except: [two] }, sinceMs }, 9))).toEqual(
      ['one'],
    )
    expect(await store.list({ people: null, of: { all: false, only: [] }, sinceMs }, 9)).toEqual([])
  })

  test('what is too much or too old is forgotten, of each game server by itself', async () => {
    const [one, two] = [await newGameServer(), await newGameServer()]
    await store.add(Array.from({ length: 30 }, (_, n) => line(one, `n${n}`, 2_000_000 + n)))
    await store.add([line(two, 'other', 2_000_000)])
    expect((await store.withMoreThan(20, one - 1)).ids).toEqual([one])
    await store.trim(one, 20)
    await store.trim(two, 20)
    const left = await store.list({ people: null, of: one }, 100)
    expect(left).toHaveLength(20)
    expect(left.at(-1)?.at).toBe(new Date(2_000_010).toISOString())
    expect(await store.withMoreThan(20, one - 1)).toEqual({ ids: [], last: null })
    while (await store.forgetBefore(2_000_025, 'servers')) {}
    expect(await store.list({ people: null, of: one }, 100)).toHaveLength(5)
    expect(await store.list({ people: null, of: two }, 100)).toEqual([])
  })

  test('what people did is for everybody who may see it, by person, subject and server', async () => {
    const { db } = database
    const otherId = await insertReturningId(db, 'users', sampleUser('grace'))
    const serverId = await newGameServer()
    const author = (id: number, login: string) => ({ userId: id, login, via: 'session' as const })
    const write = (author: Author, entry: NewPeopleEntry, atMs: number) =>
      db
        .transaction()
        .execute(transaction => insertPeopleEntry(transaction, author, entry, { atMs, fact: `f${atMs}` }))
    const ada = { type: 'user', id: userId, name: 'ada' } as const
    await write(author(userId, 'ada'), { event: 'signed_in', subject: ada }, 5_000_001)
    const server = { id: serverId, name: 'Arena' }
    await write(author(otherId, 'grace'), { event: 'permissions_changed', subject: ada, server }, 5_000_002)
    const node = { type: 'node', id: 7, name: 'Barn' } as const
    await write(author(otherId, 'grace'), { event: 'node_created', subject: node }, 5_000_003)
    const events = async (filter: Partial<ActivityFilter>) =>
      reasons(await store.list({ of: null, people: 'all', sinceMs: 5_000_000, ...filter }, 9))
    expect(await events({})).toEqual(['node_created', 'permissions_changed', 'signed_in'])
    expect(await events({ people: userId })).toEqual(['permissions_changed', 'signed_in'])
    expect(await events({ people: otherId })).toEqual(['node_created', 'permissions_changed'])
    expect(await events({ people: null })).toEqual([])
    expect(await events({ userId: otherId })).toEqual(['node_created', 'permissions_changed'])
    expect(await events({ subject: { type: 'node', id: 7 } })).toEqual(['node_created'])
    expect(await events({ gameServerId: serverId, of: serverId })).toEqual(['permissions_changed'])
    expect(await events({ kind: 'sign_ins', untilMs: 5_000_002 })).toEqual(['signed_in'])
    await store.add([line(serverId, 'started', 5_000_004)])
    expect(await events({ of: { all: true, except: [] }, people: userId })).toEqual([
      ...['started', 'permissions_changed', 'signed_in'],
    ])
    await db.deleteFrom('game_servers').where('id', '=', serverId).execute()
    await db.deleteFrom('users').where('id', '=', otherId).execute()
    const [, granted] = await store.list({ of: null, people: 'all', sinceMs: 5_000_000 }, 9)
    expect(granted).toMatchObject({ by: { id: null, login: 'grace' }, server })
    while (await store.trimPeople(1)) {}
    expect(await events({})).toEqual(['node_created'])
  })

  test('failed sign-ins of one account and hour are one line, also when two instances write them', async () => {
    const fail = (wrongPasswords: number, lastAtMs: number) =>
      inTransaction(database.db, transaction =>
        addFailedSignIns(transaction, 'failed 1 6', {
          user: { id: userId, login: 'ada' },
          failures: { wrongPasswords, wrongCodes: 0, firstAtMs: 6_000_000, lastAtMs, addresses: ['::1'] },
        }),
      )
    await fail(2, 6_000_001)
    await Promise.all([fail(1, 6_000_003), fail(3, 6_000_002)])
    const lines = await store.list({ of: null, people: userId, sinceMs: 6_000_000 }, 9)
    expect(lines).toMatchObject([{ at: timeOf(6_000_003), details: { wrong_passwords: 6 } }])
  })

  test('T-125 cleaning up goes in bounded steps', async () => {
    const ids: number[] = []
    for (let n = 0; n < 51; n++) ids.push(await newGameServer())
    for (const id of ids) await store.add([line(id, 'a', 3_000_000), line(id, 'b', 3_000_001)])
    const first = await store.withMoreThan(1, (ids[0] ?? 0) - 1)
    expect(first).toEqual({ ids: ids.slice(0, 50), last: ids[49] })
    expect(await store.withMoreThan(1, first.last ?? 0)).toEqual({ ids: ids.slice(50), last: null })

    const [busy = 0] = ids
    for (let begin = 0; begin < 1_100; begin += 100) {
      await store.add(Array.from({ length: 100 }, (_, n) => line(busy, `old ${begin + n}`, 500)))
    }
    expect(await store.forgetBefore(1_000, 'servers')).toBe(true)
    const { length } = await store.list({ people: null, of: busy, sinceMs: 500 }, 2_000)
    expect(length).toBeGreaterThanOrEqual(102)
    while (await store.forgetBefore(1_000, 'servers')) {}
    expect(await store.list({ people: null, of: busy, sinceMs: 0 }, 2_000)).toHaveLength(2)
  })

  test('lines leave with their game server and outlive who did it', async () => {
    const id = await newGameServer()
    const leaving = await insertReturningId(database.db, 'users', sampleUser('leaving'))
    await store.add([line(id, 'a', 1, { userId: leaving })])
    await database.db.deleteFrom('users').where('id', '=', leaving).execute()
    expect(await store.list({ people: null, of: id }, 9)).toMatchObject([{ by: null }])
    await database.db.deleteFrom('game_servers').where('id', '=', id).execute()
    expect(await store.list({ people: null, of: id }, 9)).toEqual([])
  })
}
