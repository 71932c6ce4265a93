// Opens the daemon's own small SQLite file, for this process alone, and says in one sentence why it cannot.

import { chmodSync, closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { additions, migrations } from './store/migrations.ts'
import { takeOverScheduleRuns } from './store/take-over-schedule-runs.ts'

export class StoreError extends Error {}

/** Result codes of SQLite, the primary byte. */
const busy = 5
const corrupt = 11
const notADatabase = 26

/** The latest version that raised no `user_version`, so that an older daemon can still open the file. */
const additionFact = 'store_addition'

/**
 * The file is held exclusively until it is closed or the process dies: two daemons can never run on one data folder.
 */
export function openStore(file: string): DatabaseSync {
  createPrivateFile(file)
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: true })
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA synchronous = NORMAL')
    database.exec('BEGIN IMMEDIATE; COMMIT')
    checkWhole(database, file)
    migrate(database, file)
    return database
  } catch (error) {
    database?.close()
    throw error instanceof StoreError ? error : new StoreError(storeProblem(file, error))
  }
}

/** Either all of it is written or none. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // A full disk has ended it already.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/**
 * For what must not be forgotten when the machine or its file system crashes: on the disk when this returns, with all
 * that was written before. Other writes reach the disk at the next checkpoint at the latest; they cost a hundredth.
 */
export function durably<Result>(database: DatabaseSync, write: () => Result): Result {
  database.exec('PRAGMA synchronous = FULL')
  try {
    return write()
  } finally {
    database.exec('PRAGMA synchronous = NORMAL')
  }
}

/** For writes without which the daemon can go on: what fails is reported, not thrown. */
export function attempt(write: () => unknown, report: (error: unknown) => void): void {
  try {
    write()
  } catch (error) {
    report(error)
  }
}

/** Single values by name, for what needs no table of its own. */
export interface Facts {
  read(name: string): string | null
  write(name: string, value: string): void
  forget(name: string): void
}

export function createFacts(database: DatabaseSync, report: (error: unknown) => void): Facts {
  const select = database.prepare('SELECT value FROM facts WHERE name = ?')
  const upsert = database.prepare('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)')
  const remove = database.prepare('DELETE FROM facts WHERE name = ?')
  return {
    forget: name => attempt(() => remove.run(name), report),
    read: name => (select.get(name)?.value as string | undefined) ?? null,
    write: (name, value) => attempt(() => upsert.run(name, value), report),
  }
}

/** Journal files get the mode of the main file, so making it private first keeps all of them so. */
function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600))
    chmodSync(file, 0o600)
  } catch (error) {
    throw new StoreError(`cannot write ${file}: ${(error as Error).message}`)
  }
}

function checkWhole(database: DatabaseSync, file: string): void {
  const row = database.prepare('PRAGMA quick_check(1)').get()
  if (row?.quick_check !== 'ok') throw new StoreError(damageMessage(file))
}

function migrate(database: DatabaseSync, file: string): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version)
  if (version > migrations.length) {
    throw new StoreError(
      `${file} was written by a newer daemon (version ${version}, this one knows ${migrations.length}): update this daemon`,
    )
  }
  const present = Math.max(version, version === 0 ? 0 : latestAddition(database))
  for (const [index, migration] of migrations.entries()) {
    if (index < present) continue
    inTransaction(database, () => {
      database.exec(migration)
      if (additions.has(index + 1)) {
        database.prepare('INSERT OR REPLACE INTO facts VALUES (?, ?)').run(additionFact, String(index + 1))
      } else database.exec(`PRAGMA user_version = ${index + 1}`)
    })
  }
  inTransaction(database, () => takeOverScheduleRuns(database))
}

function latestAddition(database: DatabaseSync): number {
  return Number(database.prepare('SELECT value FROM facts WHERE name = ?').get(additionFact)?.value ?? 0)
}

function storeProblem(file: string, error: unknown): string {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
  if (code === busy)
    return `another daemon already runs on this data folder (it holds ${file}): stop it first`
  if (code === corrupt || code === notADatabase) return damageMessage(file)
  return `cannot open ${file}: ${(error as Error).message}`
}

function damageMessage(file: string): string {
  return `${file} is damaged: move it away and start again, the panel sends the game servers again; running games are found again`
}
