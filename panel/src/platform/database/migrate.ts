// Brings the schema up to this program's version, or says why it must not be touched.

import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { migrations as panelMigrations } from '../../../migrations/index.ts'
import type { Database } from './database.ts'
import { DatabaseBusyError, isUniqueViolation, SchemaRefusedError } from './database-errors.ts'
import { type Schema, tableNames } from './schema.ts'

export type Migrations = Readonly<Record<string, Migration>>

/** Beside the schema: which migration has begun. A row without its entry in the history is a half-applied one. */
interface Bookkeeping {
  migration_begun: { name: string; begun_at: number }
  kysely_migration: { name: string; timestamp: string }
}

const longestWaitForOthersMs = 10 * 60_000

/** Gives the names of the migrations that it applied; a second panel waits here until the first has finished. */
export async function migrate(
  database: Database,
  migrations: Migrations = panelMigrations,
): Promise<string[]> {
  const connection = database.openForMigrations()
  const bookkeeping = connection.db as unknown as Kysely<Bookkeeping>
  try {
    await waitingForOthers(() => refuseForeignSchema(connection.db, bookkeeping, migrations))
    await waitingForOthers(() => createMarkerTable(bookkeeping))
    const applied = await waitingForOthers(() => applyPending(connection.db, migrations))
    if (applied.length > 0) {
      const done = bookkeeping.deleteFrom('migration_begun').where('name', 'in', applied)
      await waitingForOthers(() => done.execute())
    }
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

async function refuseForeignSchema(
  db: Kysely<Schema>,
  bookkeeping: Kysely<Bookkeeping>,
  migrations: Migrations,
): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const existing = new Set(tables.map(table => table.name))
  if (!existing.has('kysely_migration')) {
    const taken = tableNames.filter(name => existing.has(name))
    if (taken.length === 0) return
    throw new SchemaRefusedError(
      `the database already holds tables of another program (${taken.join(', ')}); give the panel an empty database`,
    )
  }
  const executed = await bookkeeping.selectFrom('kysely_migration').select('name').orderBy('name').execute()
  const unknown = executed.map(row => row.name).filter(name => !(name in migrations))
  if (unknown.length > 0) {
    throw new SchemaRefusedError(
      `the database was changed by a newer version of this program (${unknown.join(', ')}); start that version, or restore the backup made before the update`,
    )
  }
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

async function createMarkerTable(bookkeeping: Kysely<Bookkeeping>): Promise<void> {
  try {
    await bookkeeping.schema
      .createTable('migration_begun')
      .ifNotExists()
      .addColumn('name', 'varchar(255)', column => column.notNull().primaryKey())
      .addColumn('begun_at', 'bigint', column => column.notNull())
      .execute()
  } catch (error) {
    // PostgreSQL's "if not exists" loses against another panel that creates it at the same moment.
    if (!isUniqueViolation(error) && !isAlreadyThere(error)) throw error
  }
}

/** The table, or the type of its rows, which PostgreSQL makes with it. */
const alreadyThereCodes: unknown[] = ['42P07', '42710']

function isAlreadyThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && alreadyThereCodes.includes(error.code)
}

/**
 * Puts a marker before each migration. MySQL commits at every change of a table, so an interrupted migration leaves
 * the marker (and half of its changes) behind; elsewhere both vanish with the transaction. Runs under the
 * migrator's lock, hence a marker found here was left by a dead program and not by one that is at work.
 */
function markBeginnings(migrations: Migrations): Record<string, Migration> {
  const mark = (name: string, migration: Migration): Migration => ({
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
    },
  })
  return Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => [name, mark(name, migration)]),
  )
}
