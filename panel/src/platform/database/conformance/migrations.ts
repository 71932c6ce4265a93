// The part of the database conformance suite about bringing the schema up to date.

import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrations } from '../../../../migrations/index.ts'
import type { Database } from '../database.ts'
import { SchemaRefusedError } from '../database-errors.ts'
import { type Migrations, migrate } from '../migrate.ts'
import { tableNames } from '../schema.ts'
import type { SuiteFacts, SuiteTools } from './database-suite.ts'

const names = Object.keys(migrations)

async function tablesOf(database: Database): Promise<string[]> {
  const tables = await database.db.introspection.getTables()
  return tables.map(table => table.name)
}

function interruptible(isBroken: () => boolean): Migrations {
  return {
    ...migrations,
    '9000-interruptible': {
      up: async (db: Kysely<unknown>) => {
        await db.schema.createTable('first_half').addColumn('id', 'integer').execute()
        if (isBroken()) throw new Error('the power went out')
        await db.schema.createTable('second_half').addColumn('id', 'integer').execute()
      },
    },
  }
}

export function describeMigrations({ openEmpty, openAgain }: SuiteTools, facts: SuiteFacts): void {
  test('T-110 migrates an empty database, and a second time changes nothing', async () => {
    const database = await openEmpty()
    expect(await migrate(database)).toEqual(names)
    expect(await tablesOf(database)).toEqual(expect.arrayContaining(tableNames))
    expect(await migrate(database)).toEqual([])
  })

  test('T-110 migrates an older schema', async () => {
    const database = await openEmpty()
    const [first = ''] = names
    expect(await migrate(database, { [first]: migrations[first] as never })).toEqual([first])
    expect(await migrate(database)).toEqual(names.slice(1))
  })

  test('T-110 refuses a schema that a newer program has changed, and leaves it alone', async () => {
    const database = await openEmpty()
    await migrate(
      database,
      interruptible(() => false),
    )
    const before = await tablesOf(database)
    const refused = migrate(database)
    await expect(refused).rejects.toThrow(SchemaRefusedError)
    await expect(refused).rejects.toThrow(/newer version of this program \(9000-interruptible\)/)
    expect(await tablesOf(database)).toEqual(before)
  })

  test('T-110 refuses a half-applied migration, or takes it back where the database can', async () => {
    const database = await openEmpty()
    await expect(
      migrate(
        database,
        interruptible(() => true),
      ),
    ).rejects.toThrow(/9000-interruptible.*the power went out/)
    const again = migrate(
      database,
      interruptible(() => false),
    )
    if (facts.hasTransactionalDdl) {
      expect(await again).toEqual([...names, '9000-interruptible'])
      expect(await tablesOf(database)).toEqual(expect.arrayContaining(['first_half', 'second_half']))
      return
    }
    await expect(again).rejects.toThrow(SchemaRefusedError)
    await expect(again).rejects.toThrow(/9000-interruptible.*half done; restore the backup/)
    expect(await tablesOf(database)).not.toContain('second_half')
  })

  test('T-110 refuses to go on from a marker that a dead program left', async () => {
    const database = await openEmpty()
    await migrate(database)
    await sql`insert into migration_begun (name, begun_at) values ('9000-interruptible', 1800000000000)`.execute(
      database.db,
    )
    const refused = migrate(
      database,
      interruptible(() => false),
    )
    await expect(refused).rejects.toThrow(/interrupted \(begun 2027-01-15T08:00:00.000Z\)/)
    expect(await tablesOf(database)).not.toContain('first_half')
  })

  test('T-110 two panels that start at the same time: one migrates, the other waits', async () => {
    const first = await openEmpty()
    const second = await openAgain()
    let isRunning = false
    const slow: Migrations = {
      ...migrations,
      '9000-slow': {
        up: async (db: Kysely<unknown>) => {
          expect(isRunning).toBe(false)
          isRunning = true
          await new Promise(resolve => setTimeout(resolve, 300))
          await db.schema.createTable('slow').addColumn('id', 'integer').execute()
          isRunning = false
        },
      },
    }
    const [one, two] = await Promise.all([migrate(first, slow), migrate(second, slow)])
    expect([one.length, two.length].sort((a, b) => a - b)).toEqual([0, names.length + 1])
  })

  test('T-110 refuses a database that belongs to another program', async () => {
    const database = await openEmpty()
    await database.db.schema.createTable('users').addColumn('id', 'integer').execute()
    await expect(migrate(database)).rejects.toThrow(/tables of another program \(users\)/)
    expect(await tablesOf(database)).toEqual(['users'])
  })
}
