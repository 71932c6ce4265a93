import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Schema } from '../schema.ts'
import { changedTables } from './changed-tables.ts'
import { createTableVersions } from './table-versions.ts'

const db = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: of => new SqliteIntrospector(of),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})
const removed = db.deleteFrom('tasks').where('id', '=', 1).returning('id')
const nodes = sql.table('nodes')

describe('which tables a query changes', () => {
  test.each([
    ['a select', db.selectFrom('users').selectAll(), []],
    ['an insert', db.insertInto('user_roles').values({ user_id: 1, role_id: 1 }), ['user_roles']],
    ['an update', db.updateTable('nodes').set({ name: 'x' }), ['nodes']],
    ['an update by another name', db.updateTable('nodes as n').set({ name: 'x' }), ['nodes']],
    ['a delete', removed, ['tasks']],
    [
      'a select that deletes on its way',
      db
        .with('gone', () => removed)
        .selectFrom('gone')
        .selectAll(),
      'all',
    ],
  ])('%s', (_, query, tables) => {
    expect(changedTables(query.compile())).toEqual(tables)
  })

  test.each([
    ['a text that reads', sql` SELECT 1`, []],
    ['a text that steers', sql`savepoint x`, []],
    ['a text that writes', sql`update ${nodes} set name = ''`, 'all'],
    ['a text of unknown kind', sql`vacuum`, 'all'],
    ['a text that may write in a part', sql`with x as (delete from ${nodes}) select 1`, 'all'],
  ])('%s', (_, text, tables) => {
    expect(changedTables(text.compile(db))).toEqual(tables)
  })
})

describe('versions of tables', () => {
  test('another one after each change of one of them, the same after changes of others', () => {
    const versions = createTableVersions()
    const seen = new Set<number>()
    const inspect = () => {
      const version = versions.of(['nodes', 'templates'])
      const isNew = !seen.has(version)
      seen.add(version)
      return isNew
    }
    expect(inspect()).toBe(true)
    versions.count(['users'])
    expect(inspect()).toBe(false)
    versions.count(['templates', 'users'])
    expect(inspect()).toBe(true)
    versions.count('all')
    expect(inspect()).toBe(true)
    versions.count(['nodes'])
    expect(inspect()).toBe(true)
    expect(inspect()).toBe(false)
  })

  test('whoever waits goes on when listeners are done', async () => {
    const versions = createTableVersions()
    const { promise, resolve } = Promise.withResolvers<void>()
    const heard: unknown[] = []
    versions.listen(tables => {
      heard.push(tables)
      return promise
    })
    versions.count(['nodes'])
    const reported = versions.reported().then(() => heard.push('told'))
    expect(heard).toEqual([['nodes']])
    resolve()
    await reported
    expect(heard).toEqual([['nodes'], 'told'])
  })
})
