// Brings the schema up to this program's version, or says why it must not be touched.

import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { migrations as panelMigrations } from '../../../migrations/index.ts'
import type { Database } from './database.ts'
import { DatabaseBusyError, isUniqueViolation, SchemaRefusedError } from './database-errors.ts'
import { type Schema, tableNames } from './schema.ts'
import { readSchemaState } from './upkeep/schema-state.ts'

/** One that does not say the oldest schema is for programs alone that know it. */
export type Migrations = Readonly<Record<string, Migration & { oldestSchema?: string }>>

/**
 * Beside the schema: which migration has begun, and the oldest program that may work in spite of an applied one. A
 * migration that has begun and is not in the history is a half-applied one.
 */
interface Bookkeeping {
  migration_begun: { name: string; begun_at: number }
  migration_support: { name: string; oldest_schema: string }
  kysely_migration: { name: string; timestamp: string }
}

const longestWaitForOthersMs = 10 * 60_000

/**
 * Gives the names of the migrations that it applied; a second panel waits here until the first has finished. A
 * database that a newer panel has changed is left as it is, and refused unless that panel's migrations allow this one.
 */
export async function migrate(
  database: Database,
  migrations: Migrations = panelMigrations,
): Promise<string[]> {
  const connection = database.openForMigrations()
  const bookkeeping = connection.db as unknown as Kysely<Bookkeeping>
  try {
    const isNewer = await waitingForOthers(() => refuseForeignSchema(connection.db, Object.keys(migrations)))
    if (isNewer) return []
    await waitingForOthers(() => createBookkeeping(bookkeeping))
    const applied = await waitingForOthers(() => applyPending(connection.db, migrations))
    if (applied.length > 0) {
      const done = bookkeeping.deleteFrom('migration_begun').where('name', 'in', applied)
      await waitingForOthers(() => done.execute())
    }
    await waitingForOthers(() => recordSupport(bookkeeping, migrations))
    return applied
  } finally {
    await connection.close()
  }
}

/** On SQLite a panel that migrates holds the file for longer than an ordinary caller waits. */
async function waitingForOthers<Result>(step: () => Promise<Result>): Promise<Result> {
  const givesUpAt = Date.now() + longestWaitForOthersMs
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (!(error instanceof DatabaseBusyError) || Date.now() >= givesUpAt) throw error
    }
  }
}

/** Whether the database has migrations of a newer panel, with which this one may work. */
async function refuseForeignSchema(db: Kysely<Schema>, known: string[]): Promise<boolean> {
  const { applied, unknown, blocking } = await readSchemaState(db, known)
  if (applied.length === 0) {
    const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
    const existing = new Set<string>(tables.map(table => table.name))
    const taken = existing.has('kysely_migration') ? [] : tableNames.filter(name => existing.has(name))
    if (taken.length === 0) return false
    throw new SchemaRefusedError(
      `the database already holds tables of another program (${taken.join(', ')}); give the panel an empty database`,
    )
  }
  if (blocking.length > 0) {
    throw new SchemaRefusedError(
      `the database was changed by a newer version of this program (${blocking.join(', ')}); start that version, or restore the backup made before the update`,
    )
  }
  return unknown.length > 0
}

async function applyPending(db: Kysely<Schema>, migrations: Migrations): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => markBeginnings(migrations) } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error === undefined) return results.map(result => result.migrationName)
  if (error instanceof SchemaRefusedError || error instanceof DatabaseBusyError) throw error
  const failed = results.find(result => result.status === 'Error')?.migrationName
  const reason = error instanceof Error ? error.message : 'for an unknown reason'
  throw new Error(`changing the database${failed ? ` (${failed})` : ''} failed: ${reason}`, { cause: error })
}

async function createBookkeeping(bookkeeping: Kysely<Bookkeeping>): Promise<void> {
  const table = (name: keyof Bookkeeping) =>
    bookkeeping.schema
      .createTable(name)
      .ifNotExists()
      .addColumn('name', 'varchar(255)', column => column.notNull().primaryKey())
  const begun = table('migration_begun').addColumn('begun_at', 'bigint', column => column.notNull())
  const support = table('migration_support').addColumn('oldest_schema', 'varchar(255)', column =>
    column.notNull(),
  )
  for (const created of [begun, support]) {
    try {
      await created.execute()
    } catch (error) {
      // PostgreSQL's "if not exists" loses against another panel that creates it at the same moment.
      if (!isUniqueViolation(error) && !isAlreadyThere(error)) throw error
    }
  }
}

/** For a database that was changed before this was recorded. */
async function recordSupport(bookkeeping: Kysely<Bookkeeping>, migrations: Migrations): Promise<void> {
  const rows = await bookkeeping.selectFrom('migration_support').select('name').execute()
  const recorded = new Set(rows.map(({ name }) => name))
  for (const [name, migration] of Object.entries(migrations)) {
    if (recorded.has(name)) continue
    try {
      await insertSupport(bookkeeping, name, migration)
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
    }
  }
}

async function insertSupport(
  db: Kysely<Bookkeeping>,
  name: string,
  { oldestSchema }: Migrations[string],
): Promise<void> {
  if (oldestSchema === undefined) return
  await db.insertInto('migration_support').values({ name, oldest_schema: oldestSchema }).execute()
}

/** The table, or the type of its rows, which PostgreSQL makes with it. */
const alreadyThereCodes: unknown[] = ['42P07', '42710']

function isAlreadyThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && alreadyThereCodes.includes(error.code)
}

/**
 * Puts a marker before each migration, and records after it which programs may still work. MySQL commits at every change of a table, so an interrupted migration leaves
 * the marker (and half of its changes) behind; elsewhere both vanish with the transaction. Runs under the
 * migrator's lock, hence a marker found here was left by a dead program and not by one that is at work.
 */
function markBeginnings(migrations: Migrations): Record<string, Migration> {
  const mark = (name: string, migration: Migrations[string]): Migration => ({
    up: async (db: Kysely<unknown>) => {
      const markers = db as Kysely<Bookkeeping>
      const begun = await markers
        .selectFrom('migration_begun')
        .select('begun_at')
        .where('name', '=', name)
        .executeTakeFirst()
      if (begun !== undefined) {
        throw new SchemaRefusedError(
          `the change ${name} of the database was interrupted (begun ${new Date(begun.begun_at).toISOString()}) and is half done; restore the backup made before the update and start again`,
        )
      }
      await markers.insertInto('migration_begun').values({ name, begun_at: Date.now() }).execute()
      await migration.up(db)
      // With the migration: if this panel ends right after it, the version before can still be started.
      await insertSupport(markers, name, migration)
    },
  })
  return Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => [name, mark(name, migration)]),
  )
}
