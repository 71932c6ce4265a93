// Whether another program has an SQLite database open, idle or not: by looking alone, or by asking for it.

import { readFileSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/**
 * Changes nothing: whoever has a database open with a write-ahead log holds a lock all the time, and the kernel lists
 * them by inode. It lists none of another container.
 */
export function isOpenElsewhere(file: string): boolean {
  try {
    const { ino } = statSync(file)
    return readFileSync('/proc/locks', 'utf8').includes(`:${ino} `)
  } catch {
    return false
  }
}

/**
 * Brings everything into the one file; false: another program has it, wherever that runs. Leaving the write-ahead log
 * needs the database for oneself alone. A damaged one is in nobody's use.
 */
export function closeWriteAheadLog(file: string): boolean {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('PRAGMA journal_mode = DELETE')
    return true
  } catch (error) {
    return !(error instanceof Error && /locked|busy/.test(error.message))
  } finally {
    database.close()
  }
}
