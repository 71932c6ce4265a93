// Tries a dump out: loads it into a database of its own on the same server where the panel's user may make one.

import { sql } from 'kysely'
import { openDatabase } from '../database.ts'
import { DatabaseOpenError } from '../database-errors.ts'
import { readDatabaseUrl } from '../remote/database-url.ts'
import type { RemoteDriver } from './connection-rules.ts'
import { loadDump } from './load-dump.ts'
import { runDatabaseProgram } from './run-database-program.ts'

export interface DumpToTry {
  driver: RemoteDriver
  url: string
  file: string
  /** Of the database for the trial; nobody else's, it is dropped before and after. */
  trialName: string
}

/** False: it was read, but not loaded, because the user may not make databases. Throws a sentence when it is no good. */
export async function tryDump({ driver, url, file, trialName }: DumpToTry): Promise<boolean> {
  const database = await openDatabase({ driver, url }, { info: () => {}, warn: () => {} })
  try {
    const name = sql.id(trialName)
    // PostgreSQL lets nobody go by itself who is still closing a connection.
    const drop = () =>
      sql`drop database if exists ${name} ${driver === 'postgres' ? sql`with (force)` : sql``}`.execute(
        database.db,
      )
    const make = async () => {
      await drop()
      await sql`create database ${name}`.execute(database.db)
      return true
    }
    if (!(await make().catch(falseIfForbidden))) {
      await readThrough(driver, url, file)
      return false
    }
    const trialUrl = new URL(url)
    trialUrl.pathname = `/${trialName}`
    try {
      await loadDump({ driver, url: trialUrl.href, file, keepIn: null })
      return true
    } finally {
      await drop()
    }
  } finally {
    await database.close()
  }
}

/** Not the owner, no right to make databases: PostgreSQL, and three ways of MariaDB. */
function falseIfForbidden(error: unknown): false {
  const { code, errno } = error as { code?: unknown; errno?: unknown }
  if (code === '42501' || errno === 1044 || errno === 1142 || errno === 1227) return false
  throw error
}

/** All of it is unpacked and turned into statements, which go nowhere. */
async function readThrough(driver: RemoteDriver, url: string, file: string): Promise<void> {
  if (driver === 'mysql') return
  const args = ['--file=/dev/null', file]
  const program = { names: ['pg_restore'], args }
  await runDatabaseProgram(driver, readDatabaseUrl(driver, url), program).catch((error: unknown) => {
    throw new DatabaseOpenError(
      `the dump cannot be read (${error instanceof Error ? error.message : String(error)})`,
    )
  })
}
