// Looks at the database for `rookery doctor`: does it answer, is its schema ours, how far apart are the clocks. Changes nothing.

import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { type Database, type DatabaseOptions, openDatabase } from '../database.ts'
import type { Schema } from '../schema.ts'
import { SqliteFileDialect } from '../sqlite/sqlite-dialect.ts'
import { readSchemaState, type SchemaState } from './schema-state.ts'

const patienceMs = 3_000
const quiet = { info: () => {}, warn: () => {} }

export interface DatabaseInspection {
  /** Null when an SQLite file is not there yet. */
  schema: SchemaState | null
  /** How far the database's clock is ahead of this machine's; null where both are the same. */
  clockAheadMs: number | null
}

export interface DatabaseReaders {
  /** Whatever its schema is, also an empty database. */
  readAny(db: Kysely<Schema>): Promise<void>
  /** Only a database whose schema is up to date, or newer and still fit. */
  readCurrent(db: Kysely<Schema>): Promise<void>
}

export async function inspectDatabase(
  options: DatabaseOptions,
  { readAny, readCurrent }: DatabaseReaders,
): Promise<DatabaseInspection> {
  if (options.driver === 'sqlite' && !existsSync(options.sqlitePath ?? '')) {
    return { schema: null, clockAheadMs: null }
  }
  const database = await openToInspect(options)
  try {
    await readAny(database.db)
    const schema = await readSchemaState(database.db)
    if (schema.applied.length > 0 && schema.pending.length === 0 && schema.blocking.length === 0) {
      await readCurrent(database.db)
    }
    return { schema, clockAheadMs: await clockAheadMs(database) }
  } finally {
    await database.close()
  }
}

type Looking = Omit<Database, 'versions'>

/** An SQLite file is opened without the right to write: the doctor must not make files for another user. */
async function openToInspect(options: DatabaseOptions): Promise<Looking> {
  if (options.driver !== 'sqlite') return openDatabase(options, quiet)
  const connection = new DatabaseSync(options.sqlitePath ?? '', { readOnly: true, timeout: patienceMs })
  const db = new Kysely<Schema>({
    dialect: new SqliteFileDialect(
      { writer: connection, reader: connection },
      { limitMs: patienceMs, random: Math.random },
    ),
  })
  return {
    db,
    driver: 'sqlite',
    openForMigrations: () => ({ db, close: async () => {} }),
    close: async () => connection.close(),
  }
}

async function clockAheadMs({ db, driver }: Looking): Promise<number | null> {
  if (driver === 'sqlite') return null
  const askedAt = Date.now()
  const now = driver === 'postgres' ? sql`extract(epoch from clock_timestamp())` : sql`unix_timestamp(now(3))`
  const { rows } = await sql<{ seconds: unknown }>`select ${now} as seconds`.execute(db)
  return Math.round(Number(rows[0]?.seconds) * 1000 - (askedAt + Date.now()) / 2)
}
