// The part of the database conformance suite about tables: seeds, unique rules, references, values that come back as written.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isForeignKeyViolation, isOutage, isUniqueViolation } from '../database-errors.ts'
import { migrate } from '../migrate.ts'
import { insertReturningId, toBoolean } from '../portable.ts'
import type { SuiteTools } from './database-suite.ts'
import { sampleGameServer, sampleNode, sampleTemplate, sampleUser } from './sample-rows.ts'

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.fail('should have failed'),
    (error: unknown) => error,
  )
}

export function describeSchema({ openEmpty, openMigrated }: SuiteTools): void {
  test('C025 a fresh database holds two roles, one global allow and no users', async () => {
    const database = await openEmpty()
    await migrate(database)
    const { db } = database
    const roles = await db.selectFrom('roles').select(['id', 'name', 'title']).orderBy('id').execute()
    expect(roles).toEqual([
      { id: 1, name: 'admin', title: 'Administrator' },
      { id: 2, name: 'user', title: 'User' },
    ])
    const entries = await db
      .selectFrom('role_permissions')
      .select(['role_id', 'permission', 'effect', 'object_type', 'object_id'])
      .execute()
    expect(entries).toEqual([
      { role_id: 1, permission: 'admin roles & permissions', effect: 'allow', object_type: '', object_id: 0 },
    ])
    expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
  })

  test('2.2 logins are unique by their key, and keys are compared byte by byte', async () => {
    const { db } = await openMigrated()
    const add = (login: string, key: string) =>
      insertReturningId(db, 'users', { ...sampleUser(login), login_key: key })
    await add('Ada', 'ada')
    const error = await failureOf(add('ADA', 'ada'))
    expect(isUniqueViolation(error)).toBe(true)
    expect(isForeignKeyViolation(error)).toBe(false)
    expect(isOutage(error)).toBe(false)
    for (const [login, key] of [
      ['Ada2', 'ADA'],
      ['adá', 'adá'],
      ['ада', 'ада'],
    ] as const) {
      expect(await add(login, key)).toBeGreaterThan(1)
    }
  })

  test('5.6 one entry per holder, permission and object, the sentinels of a global entry included', async () => {
    const { db } = await openMigrated()
    const user_id = await insertReturningId(db, 'users', sampleUser('ada'))
    const entry = { user_id, permission: 'game-server-start', effect: 'allow' as const }
    const add = (more: object) => insertReturningId(db, 'user_permissions', { ...entry, ...more })
    await add({})
    await add({ object_type: 'server' })
    await add({ object_type: 'server', object_id: 7 })
    for (const again of [{}, { object_type: 'server' }, { object_type: 'server', object_id: 7 }]) {
      expect(isUniqueViolation(await failureOf(add({ ...again, effect: 'deny' })))).toBe(true)
    }
  })

  test('booleans, large numbers, null and text of every kind come back as they were written', async () => {
    const { db } = await openMigrated()
    const text = `'"\\ %_ ? :a $1 🎮 日本語 \\n \n é`
    const id = await insertReturningId(db, 'users', {
      ...sampleUser('ada'),
      metadata: text,
      two_factor_enabled: true,
      two_factor_last_used_step: 9_007_199_254_740_991,
      created_at: 1_893_456_000_123,
    })
    const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(toBoolean(row.two_factor_enabled)).toBe(true)
    expect(row.two_factor_last_used_step).toBe(9_007_199_254_740_991)
    expect(row.created_at).toBe(1_893_456_000_123)
    expect(row.metadata).toBe(text)
    expect(row.email).toBeNull()
    await db.updateTable('users').set({ two_factor_enabled: false }).where('id', '=', id).execute()
    const enabled = db.selectFrom('users').select('id').where('two_factor_enabled', '=', true)
    expect(await enabled.execute()).toEqual([])
    const totals = await db
      .selectFrom('users')
      .select([sql<number>`count(*)`.as('count'), sql<number>`sum(created_at)`.as('sum')])
      .executeTakeFirstOrThrow()
    expect(totals).toEqual({ count: 1, sum: 1_893_456_000_123 })
  })

  test('a template of a megabyte fits', async () => {
    const { db } = await openMigrated()
    const definition = 'x'.repeat(1_000_000)
    const id = await insertReturningId(db, 'templates', { ...sampleTemplate('large'), definition })
    const row = await db
      .selectFrom('templates')
      .select('definition')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.definition.length).toBe(1_000_000)
  })

  test('a node with game servers stays; a user leaves with roles, entries and tokens; tasks outlive both', async () => {
    const { db } = await openMigrated()
    const userId = await insertReturningId(db, 'users', sampleUser('ada'))
    const nodeId = await insertReturningId(db, 'nodes', sampleNode('n1'))
    const templateId = await insertReturningId(db, 'templates', sampleTemplate('arena'))
    const gameServerId = await insertReturningId(db, 'game_servers', sampleGameServer(nodeId, templateId))
    const taskId = await insertReturningId(db, 'tasks', {
      ...{ node_id: nodeId, server_id: gameServerId, requested_by: userId },
      ...{ kind: 'start', status: 'waiting', payload: '{}', created_at: 1 },
    })
    await db.insertInto('task_output').values({ task_id: taskId, seq: 0, chunk: 'hello' }).execute()
    await db.insertInto('user_roles').values({ user_id: userId, role_id: 1 }).execute()
    await insertReturningId(db, 'user_permissions', { user_id: userId, permission: 'view', effect: 'allow' })

    const stored = await failureOf(db.deleteFrom('nodes').where('id', '=', nodeId).execute())
    expect(isForeignKeyViolation(stored)).toBe(true)
    const stray = { user_id: 999, role_id: 1 }
    const noUser = await failureOf(db.insertInto('user_roles').values(stray).execute())
    expect(isForeignKeyViolation(noUser)).toBe(true)

    await db.deleteFrom('users').where('id', '=', userId).execute()
    await db.deleteFrom('game_servers').where('id', '=', gameServerId).execute()
    expect(await db.selectFrom('user_roles').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('user_permissions').selectAll().execute()).toEqual([])
    const task = await db.selectFrom('tasks').selectAll().executeTakeFirstOrThrow()
    expect(task).toMatchObject({ id: taskId, server_id: null, requested_by: null })

    await db.deleteFrom('nodes').where('id', '=', nodeId).execute()
    expect(await db.selectFrom('task_output').selectAll().execute()).toEqual([])
  })

  test('an id is never given twice, so that an old entry cannot point to a new object', async () => {
    const { db } = await openMigrated()
    const first = await insertReturningId(db, 'users', sampleUser('ada'))
    await db.deleteFrom('users').where('id', '=', first).execute()
    expect(await insertReturningId(db, 'users', sampleUser('ada'))).toBeGreaterThan(first)
  })
}
