// The part of the database conformance suite about going back: the version before works on what a newer one has changed.

import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { proofTest } from '../../../../../test-services/proof-size.ts'
import { migrations } from '../../../../migrations/index.ts'
import { SchemaRefusedError } from '../database-errors.ts'
import { type Migrations, migrate } from '../migrate.ts'
import { insertReturningId } from '../portable.ts'
import { readSchemaState } from '../upkeep/schema-state.ts'
import type { SuiteFacts, SuiteTools } from './database-suite.ts'
import { expansionProblems, type SchemaShape } from './expanding-rules.ts'
import { sampleUser } from './sample-rows.ts'
import { readSchemaShape } from './schema-shape.ts'

const names = Object.keys(migrations)
const newest = names.at(-1) ?? ''

/** The next release: a table, and a column with a value for the rows that are there. */
const nextRelease: Migrations = {
  ...migrations,
  '9000-badges': {
    oldestSchema: newest,
    up: async (db: Kysely<unknown>) => {
      await db.schema.createTable('badges').addColumn('name', 'varchar(64)').execute()
      await db.schema.alterTable('users').addColumn('badge', 'varchar(64)').execute()
      await sql`update users set badge = 'early'`.execute(db)
    },
  },
}

export function describeOneVersionBack({ openEmpty }: SuiteTools, facts: SuiteFacts): void {
  const further = facts.isRemote ? proofTest : test
  further('every migration leaves what the oldest program that it names reads and writes', async () => {
    const database = await openEmpty()
    const shapes = new Map<string, SchemaShape>()
    const problems: string[] = []
    let applied: Migrations = {}
    for (const [name, migration] of Object.entries(migrations)) {
      applied = { ...applied, [name]: migration }
      await migrate(database, applied)
      shapes.set(name, await readSchemaShape(database))
      const before = shapes.get(migration.oldestSchema)
      if (before === undefined) problems.push(`${name}: there is no ${migration.oldestSchema} before it`)
      else problems.push(...expansionProblems(before, shapes.get(name) ?? {}).map(text => `${name}: ${text}`))
    }
    expect(problems).toEqual([])
  })

  further('a migration that says so and takes something away is found out', async () => {
    const database = await openEmpty()
    await migrate(database)
    const before = await readSchemaShape(database)
    expect(before.user_roles?.references).toHaveLength(2)
    expect(before.users?.uniques).toContainEqual(['login_key'])
    await database.db.schema.alterTable('users').dropColumn('language').execute()
    await database.db.schema.createIndex('one_name').on('users').column('name').unique().execute()
    const rank = database.db.schema.alterTable('nodes').addColumn('rank', 'integer')
    await rank.execute()
    expect(expansionProblems(before, await readSchemaShape(database))).toEqual([
      'users.language is gone',
      'users is newly unique by name',
    ])
  })

  test('the version before works on the changed database, and the newer one finds everything again', async () => {
    const database = await openEmpty()
    await migrate(database)
    await insertReturningId(database.db, 'users', sampleUser('ada'))
    expect(await migrate(database, nextRelease)).toEqual(['9000-badges'])

    expect(await migrate(database)).toEqual([])
    expect(await readSchemaState(database.db)).toMatchObject({ unknown: ['9000-badges'], blocking: [] })
    const id = await insertReturningId(database.db, 'users', sampleUser('grace'))
    await database.db.updateTable('users').set({ name: 'Grace' }).where('id', '=', id).execute()

    expect(await migrate(database, nextRelease)).toEqual([])
    const rows = await sql`select login, name, badge from users order by login`.execute(database.db)
    expect(rows.rows).toEqual([
      { login: 'ada', name: expect.any(String), badge: 'early' },
      { login: 'grace', name: 'Grace', badge: null },
    ])
    expect((await database.db.introspection.getTables()).map(({ name }) => name)).toContain('badges')
  })

  test('two releases later the version is refused, and so is one that never said', async () => {
    const database = await openEmpty()
    const up = async () => {}
    await migrate(database, { ...nextRelease, '9001-later': { oldestSchema: '9000-badges', up } })
    const refused = migrate(database)
    await expect(refused).rejects.toThrow(SchemaRefusedError)
    await expect(refused).rejects.toThrow(/newer version of this program \(9001-later\); start that version/)
    expect(await migrate(database, nextRelease)).toEqual([])
  })

  test('a database of before this was recorded gets the record', async () => {
    const database = await openEmpty()
    await migrate(database)
    await sql`drop table migration_support`.execute(database.db)
    const withoutFirst = readSchemaState(database.db, names.slice(0, -1))
    expect(await withoutFirst).toMatchObject({ blocking: [newest] })
    await migrate(database)
    expect(await readSchemaState(database.db, names.slice(0, -1))).toMatchObject({
      unknown: [newest],
      blocking: [],
    })
  })
}
