// Makes sure that there is one keeper per socket, whoever starts how many at once and however the last one died.

import { DatabaseSync } from 'node:sqlite'

/**
 * Holds a kernel lock on the file until this process ends, kill -9 included. Node has no call for file locks, so
 * the lock is an exclusive transaction on an empty database. False: another process holds it.
 */
export function takeLock(lockFile: string): boolean {
  const database = new DatabaseSync(lockFile, { timeout: 0 })
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    heldLocks.push(database)
    return true
  } catch (error) {
    database.close()
    if (error instanceof Error && error.message.includes('locked')) return false
    throw error
  }
}

/** Reachable for ever: a collected database would give up its lock. */
const heldLocks: DatabaseSync[] = []
