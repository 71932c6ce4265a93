// Makes sure that one data folder has one `rookery up`, however the last one ended.

import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface InstanceLock {
  release(): void
}

/**
 * The kernel holds the lock and drops it when this process ends, kill -9 included, so there is no stale lock to
 * check. Node has no call for file locks; an exclusive transaction on an empty database is one. The pid file beside it
 * only serves the message.
 */
export function takeInstanceLock(dataDir: string, nowIso: string): InstanceLock | { heldBy: string } {
  const pidFile = join(dataDir, 'rookery.pid')
  const lockFile = join(dataDir, 'rookery.lock')
  // Made here so that it is private from the start; the database itself would follow the umask.
  closeSync(openSync(lockFile, 'a', 0o600))
  const database = new DatabaseSync(lockFile, { timeout: 0 })
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (!(error instanceof Error && error.message.includes('locked'))) throw error
    return { heldBy: readHolder(pidFile) }
  }
  writeFileSync(pidFile, `process ${process.pid}, started ${nowIso}\n`, { mode: 0o600 })
  return {
    release() {
      rmSync(pidFile, { force: true })
      database.close()
    },
  }
}

/** Whether some `rookery up` runs on this folder now. */
export function isInstanceRunning(dataDir: string): boolean {
  if (!existsSync(join(dataDir, 'rookery.lock'))) return false
  try {
    // Read-only: to look must change nothing, and must not fail on a read-only disk.
    const database = new DatabaseSync(join(dataDir, 'rookery.lock'), { timeout: 0, readOnly: true })
    try {
      database.prepare('SELECT count(*) FROM sqlite_schema').get()
      return false
    } finally {
      database.close()
    }
  } catch (error) {
    return error instanceof Error && error.message.includes('locked')
  }
}

function readHolder(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim()
  } catch {
    return 'another process'
  }
}
