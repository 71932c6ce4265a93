// The panel's database: opens SQLite, PostgreSQL or MySQL and gives one typed query builder for all three.

import { setTimeout as pause } from 'node:timers/promises'
import { type Dialect, Kysely, sql } from 'kysely'
import { type DatabaseLimits, migrationLimits, requestLimits } from './remote/database-limits.ts'
import { explainConnectError, postgresUrl, readDatabaseUrl } from './remote/database-url.ts'
import type { Schema } from './schema.ts'
import type { BusyPolicy } from './sqlite/busy-retry.ts'
import { SqliteFileDialect } from './sqlite/sqlite-dialect.ts'
import { openSqliteFile } from './sqlite/sqlite-file.ts'
import { countingDialect } from './versions/counting-dialect.ts'
import { createTableVersions, type TableVersions } from './versions/table-versions.ts'

export type DatabaseDriver = 'sqlite' | 'postgres' | 'mysql'

export interface DatabaseOptions {
  driver: DatabaseDriver
  /** The file, for `sqlite`. */
  sqlitePath?: string | undefined
  /** The address, for `postgres` and `mysql`. */
  url?: string | undefined
  /** How long a caller waits for a database on the network; requestLimits when it is left out. */
  limits?: DatabaseLimits | undefined
  /** How long a caller waits for SQLite's lock before DatabaseBusyError. */
  busyLimitMs?: number | undefined
}

export interface DatabaseLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface Database {
  readonly db: Kysely<Schema>
  readonly driver: DatabaseDriver
  /** Of what this process has changed through `db`. */
  readonly versions: TableVersions
  /** A connection without time limits, for changing the schema; the caller closes it. */
  openForMigrations(): { db: Kysely<Schema>; close(): Promise<void> }
  close(): Promise<void>
}

const closeLimitMs = 8_000

/** Opens the database and proves that it answers; every failure is a DatabaseOpenError in words. */
export async function openDatabase(options: DatabaseOptions, log: DatabaseLog): Promise<Database> {
  const database =
    options.driver === 'sqlite'
      ? await openSqlite(options, log)
      : await openRemote(options.driver, options, log)
  log.info({ driver: options.driver }, 'database opened')
  return database
}

async function openSqlite(options: DatabaseOptions, log: DatabaseLog): Promise<Database> {
  if (!options.sqlitePath) throw new Error('sqlitePath is needed for the sqlite driver')
  const policy: BusyPolicy = { limitMs: options.busyLimitMs ?? 5_000, random: Math.random }
  const connections = await openSqliteFile(options.sqlitePath, policy)
  const versions = createTableVersions()
  const dialect = new SqliteFileDialect(connections, policy)
  const db = new Kysely<Schema>({ dialect: countingDialect(dialect, versions) })
  // Kysely forgets to close what has never been used.
  await sql`select 1`.execute(db)
  return {
    db,
    driver: 'sqlite',
    versions,
    openForMigrations: () => ({ db, close: async () => {} }),
    close: () => closeWithin(db, log),
  }
}

async function openRemote(
  driver: 'postgres' | 'mysql',
  { url, limits = requestLimits }: Pick<DatabaseOptions, 'url' | 'limits'>,
  log: DatabaseLog,
): Promise<Database> {
  const address = readDatabaseUrl(driver, url)
  const createDialect = await loadDialect(driver, url ?? '', address, log)
  const versions = createTableVersions()
  const db = new Kysely<Schema>({ dialect: countingDialect(createDialect(limits), versions) })
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    await db.destroy()
    throw explainConnectError(error, driver === 'postgres' ? 'PostgreSQL' : 'MySQL', address)
  }
  return {
    db,
    driver,
    versions,
    openForMigrations: () => {
      const unlimited = new Kysely<Schema>({ dialect: createDialect(migrationLimits) })
      return { db: unlimited, close: () => unlimited.destroy() }
    },
    close: () => closeWithin(db, log),
  }
}

/** Only the driver in use is loaded: the others cost start-up time and memory. */
async function loadDialect(
  driver: 'postgres' | 'mysql',
  url: string,
  address: ReturnType<typeof readDatabaseUrl>,
  log: DatabaseLog,
): Promise<(limits: DatabaseLimits) => Dialect> {
  if (driver === 'mysql') {
    const { createMysqlDialect } = await import('./remote/mysql.ts')
    return limits => createMysqlDialect(address, limits)
  }
  const { createPostgresDialect } = await import('./remote/postgres.ts')
  const connectionLost = (error: Error) =>
    log.warn({ error: error.message }, 'a database connection was lost')
  return limits => createPostgresDialect(postgresUrl(url, address), limits, connectionLost)
}

/** A transaction that nobody ends must not keep the program from ending. */
async function closeWithin(db: Kysely<Schema>, log: DatabaseLog): Promise<void> {
  const gaveUp = Symbol()
  const timer = new AbortController()
  const limit = pause(closeLimitMs, gaveUp, { signal: timer.signal })
  try {
    if ((await Promise.race([db.destroy(), limit])) === gaveUp) {
      log.warn({}, 'a database transaction is still open; closing without it')
    }
  } finally {
    timer.abort()
    limit.catch(() => {})
  }
}
