// Loads a dump into a PostgreSQL or MariaDB database with the program of that database: all of it, or nothing.

import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseParts } from '@rookery/contracts/panel-backup.ts'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../database.ts'
import { DatabaseOpenError } from '../database-errors.ts'
import { readDatabaseUrl } from '../remote/database-url.ts'
import { tableNames } from '../schema.ts'
import type { RemoteDriver } from './connection-rules.ts'
import { dumpDatabase } from './dump-database.ts'
import { explainLoadFailure, loadObstacle } from './load-dump-rules.ts'
import { ProgramFailure, runDatabaseProgram } from './run-database-program.ts'
import { readSchemaState } from './schema-state.ts'

export interface DumpToLoad {
  driver: RemoteDriver
  url: string
  file: string
  /** A folder for a dump of what is in the database; null: only an empty one is loaded into. */
  keepIn: string | null
  /** How long others may take to leave the database that is replaced. */
  patienceMs?: number
}

const usualPatienceMs = 5_000
const betweenLooksMs = 250
const quiet = { info: () => {}, warn: () => {} }
const historyTables = ['kysely_migration', 'kysely_migration_lock', 'migration_support']
const panelTables = new Set<string>([...tableNames, ...historyTables])

/** Gives the dump of what was there before; null: it was empty. Throws a sentence, and then everything is as it was. */
export async function loadDump(dump: DumpToLoad): Promise<string | null> {
  const { driver, url, file, keepIn, patienceMs = usualPatienceMs } = dump
  await requireReadable(driver, url, file)
  const database = await openDatabase({ driver, url }, quiet)
  try {
    const tables = await listTables(database)
    const mayReplace = keepIn !== null
    const obstacle = loadObstacle(readDatabaseUrl(driver, url), {
      ...{ tables: tables.map(({ name }) => name), panelTables, mayReplace },
      hasPanelHistory: (await readSchemaState(database.db)).applied.length > 0,
      connections: mayReplace && tables.length > 0 ? await countOthers(database, patienceMs) : 0,
    })
    if (obstacle !== null) throw new DatabaseOpenError(obstacle)
    const savedFile = tables.length > 0 && keepIn !== null ? await keepDump(driver, url, keepIn) : null
    try {
      if (savedFile !== null) await dropTables(database)
      await runLoad(driver, url, file)
      await requirePanel(database)
    } catch (error) {
      await putBack(database, { driver, url, savedFile }, error)
      throw error
    }
    return savedFile
  } finally {
    await database.close()
  }
}

/** That there is a program, and that it knows the format, before anything is changed. */
async function requireReadable(driver: RemoteDriver, url: string, file: string): Promise<void> {
  const address = readDatabaseUrl(driver, url)
  const program =
    driver === 'postgres'
      ? { names: ['pg_restore'], args: ['--list', file] }
      : { names: ['mariadb', 'mysql'], args: ['--version'] }
  await explained(() => runDatabaseProgram(driver, address, program))
}

async function runLoad(driver: RemoteDriver, url: string, file: string): Promise<void> {
  const address = readDatabaseUrl(driver, url)
  if (driver === 'postgres') {
    const name = address.database.replaceAll(/['\\]/g, character => `\\${character}`)
    const args = [
      ...['--no-password', '--single-transaction', '--no-owner', '--no-privileges', '--no-comments'],
      ...[`--dbname=dbname='${name}'`, file],
    ]
    await explained(() => runDatabaseProgram(driver, address, { names: ['pg_restore'], args }))
    return
  }
  const input = openSync(file, 'r')
  try {
    const args = ['--batch', address.database]
    await explained(() => runDatabaseProgram(driver, address, { names: ['mariadb', 'mysql'], args, input }))
  } finally {
    closeSync(input)
  }
}

async function explained(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ProgramFailure)) throw error
    throw new DatabaseOpenError(explainLoadFailure(error.program, error.complaints), { cause: error })
  }
}

/** What was loaded is a panel's, and one that this version may work with. */
async function requirePanel({ db }: Pick<Database, 'db'>): Promise<void> {
  const { applied, blocking } = await readSchemaState(db)
  if (applied.length === 0) throw new DatabaseOpenError('The dump holds no database of a panel.')
  if (blocking.length > 0) {
    throw new DatabaseOpenError(
      `The dump was made by a newer version (${blocking.join(', ')}). Install that version, then restore.`,
    )
  }
  const { people } = await db
    .selectFrom('users')
    .select(count => count.fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow()
  if (Number(people) < 1) throw new DatabaseOpenError('There is nobody in the database of the dump.')
}

async function listTables({ db }: Database) {
  const found = await db.introspection.getTables({ withInternalKyselyTables: true })
  return found.filter(({ isView }) => !isView)
}

async function dropTables(database: Database): Promise<void> {
  const tables = await listTables(database)
  if (tables.length === 0) return
  const isPostgres = database.driver === 'postgres'
  const names = tables.map(({ name, schema }) => (isPostgres && schema ? sql.id(schema, name) : sql.id(name)))
  await database.db.connection().execute(async connection => {
    if (!isPostgres) await sql`set foreign_key_checks = 0`.execute(connection)
    await sql`drop table ${sql.join(names)} ${isPostgres ? sql`cascade` : sql``}`.execute(connection)
    if (!isPostgres) await sql`set foreign_key_checks = 1`.execute(connection)
  })
}

/** A panel that was stopped just now may take a moment to be gone. */
async function countOthers(database: Database, patienceMs: number): Promise<number> {
  const endsAt = performance.now() + patienceMs
  for (;;) {
    const others = await countOthersNow(database)
    if (others === 0 || performance.now() >= endsAt) return others
    await pause(betweenLooksMs)
  }
}

async function countOthersNow({ db, driver }: Database): Promise<number> {
  const others =
    driver === 'postgres'
      ? sql<{ others: number }>`select count(*) as others from pg_stat_activity
          where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`
      : sql<{ others: number }>`select count(*) as others from information_schema.processlist
          where db = database() and id <> connection_id()`
  const { rows } = await others.execute(db)
  return Number(rows[0]?.others ?? 0)
}

async function keepDump(driver: RemoteDriver, url: string, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const savedFile = join(folder, databaseParts[driver])
  const output = openSync(savedFile, 'wx', 0o600)
  try {
    await dumpDatabase(driver, url, output)
    return savedFile
  } catch (error) {
    rmSync(savedFile, { force: true })
    throw error
  } finally {
    closeSync(output)
  }
}

/** What was loaded in part goes, and what was there comes back. */
async function putBack(
  database: Database,
  { driver, url, savedFile }: { driver: RemoteDriver; url: string; savedFile: string | null },
  because: unknown,
): Promise<void> {
  try {
    await dropTables(database)
    if (savedFile === null) return
    await runLoad(driver, url, savedFile)
    rmSync(savedFile)
  } catch (error) {
    const [first, second] = [because, error].map(one => (one instanceof Error ? one.message : String(one)))
    const left =
      savedFile === null
        ? 'Parts of the dump may be in the database: empty it before the next try'
        : `What was in the database is in ${savedFile}: load it yourself`
    throw new DatabaseOpenError(`${first} And it could not be undone (${second}). ${left}.`, { cause: error })
  }
}
