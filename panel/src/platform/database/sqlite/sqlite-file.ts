// Opens the SQLite file: makes it private, sets it up, checks it, and says in words what is wrong with it.

import { chmodSync, closeSync, openSync, rmSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseBusyError, DatabaseOpenError, sqlitePrimaryCode } from '../database-errors.ts'
import { type BusyPolicy, retryWhileBusy } from './busy-retry.ts'
import type { SqliteConnections } from './sqlite-driver.ts'

/** Larger files are not read through at start: the check costs about 2 ms per MB. */
const largestCheckedBytes = 64 * 1024 * 1024

// synchronous: NORMAL would be enough to survive kill -9 (the write-ahead log is in the kernel's hands after each
// commit). FULL also survives a power cut, and a revoked session or token must not come back to life by one. It
// costs one flush per commit: 0.09 ms instead of 0.015 ms on the solid-state disk where this was measured.
const pragmas = [
  'pragma synchronous = full',
  'pragma foreign_keys = on',
  'pragma trusted_schema = off',
  'pragma journal_size_limit = 67108864',
  'pragma temp_store = memory',
]

// The driver blocks the event loop while it waits, hence no busy timeout at all: waiting is busy-retry's work.
const options = { timeout: 0, defensive: true, enableForeignKeyConstraints: true }

export async function openSqliteFile(path: string, policy: BusyPolicy): Promise<SqliteConnections> {
  const isNew = createPrivateFile(path)
  const opened: DatabaseSync[] = []
  const open = (readOnly: boolean): DatabaseSync => {
    const connection = new DatabaseSync(path, { ...options, readOnly })
    opened.push(connection)
    return connection
  }
  try {
    const writer = open(false)
    await retryWhileBusy(() => prepareWriter(writer, path), policy)
    const reader = open(true)
    reader.exec('pragma trusted_schema = off')
    return { writer, reader }
  } catch (error) {
    for (const connection of opened) connection.close()
    if (isNew) for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(path + ending, { force: true })
    throw explain(error, path)
  }
}

function prepareWriter(writer: DatabaseSync, path: string): void {
  const mode = writer.prepare('pragma journal_mode = wal').get()?.journal_mode
  if (mode !== 'wal') {
    throw new DatabaseOpenError(
      `the database file ${path} lies on a file system without shared memory (a network folder?); move DATA_DIR to a local disk`,
    )
  }
  for (const pragma of pragmas) writer.exec(pragma)
  const isChecked = statSync(path).size <= largestCheckedBytes
  const verdict = isChecked ? writer.prepare('pragma quick_check(1)').get()?.quick_check : 'ok'
  if (verdict !== 'ok') throw new DatabaseOpenError(damaged(path))
  // A transaction that changes nothing: fails here, and not at the first real write, where the file is read-only.
  writer.exec('begin immediate; rollback')
}

/** Makes sure that the file exists and that nobody else may read it; true when it was made just now. */
function createPrivateFile(path: string): boolean {
  const folder = dirname(path)
  if (!statOrNull(folder)?.isDirectory()) {
    throw new DatabaseOpenError(
      `the folder ${folder} for the database does not exist; make it or set DATA_DIR`,
    )
  }
  const existing = statOrNull(path)
  if (existing?.isDirectory()) {
    throw new DatabaseOpenError(`${path} should be the database file but is a folder; move it away`)
  }
  try {
    if (existing === null) {
      closeSync(openSync(path, 'wx', 0o600))
      return true
    }
    closeSync(openSync(path, 'r+'))
    if ((existing.mode & 0o077) !== 0) chmodSync(path, 0o600)
    return false
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw explain(error, path)
  }
}

function statOrNull(path: string): Stats | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null
}

function explain(error: unknown, path: string): Error {
  if (error instanceof DatabaseOpenError) return error
  return new DatabaseOpenError(describe(error, path), { cause: error })
}

function describe(error: unknown, path: string): string {
  const notWritable = `the database file ${path} cannot be written by this user; give this user write access to the file and its folder, or set DATA_DIR`
  if (error instanceof DatabaseBusyError) {
    return `the database file ${path} is locked by another program; end it and start again`
  }
  const result = sqlitePrimaryCode(error)
  if (result === 26) {
    return `${path} is not an SQLite database; move it away to begin with an empty one, or restore a backup`
  }
  if (result === 11) return damaged(path)
  const code = codeOf(error)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return notWritable
  // Permission denied, read-only, cannot open.
  if (result === 3 || result === 8 || result === 14) return notWritable
  if (code === 'ENOSPC' || result === 13) {
    return `there is no space left for the database file ${path}; free some and start again`
  }
  return `the database file ${path} cannot be opened: ${error instanceof Error ? error.message : String(error)}`
}

function damaged(path: string): string {
  return `the database file ${path} is damaged; stop every program that uses it and restore a backup`
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
