// Looks into a panel's SQLite database, and tells whether one is in use.

import { DatabaseSync } from 'node:sqlite'
import type { AppliedChange } from '@rookery/contracts/schema-support.ts'

const patienceMs = 10_000

/** The changes of the schema that it has; null when it is damaged or no database of a panel. */
export function readSchema(file: string): AppliedChange[] | null {
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: patienceMs })
    try {
      const verdict = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0]
      if (verdict !== 'ok') return null
      const rows = database.prepare('SELECT name FROM kysely_migration ORDER BY name').all()
      const oldest = readSupport(database)
      return rows.map(row => ({
        name: String(row.name),
        oldestSchema: oldest.get(String(row.name)) ?? null,
      }))
    } finally {
      database.close()
    }
  } catch {
    return null
  }
}

function readSupport(database: DatabaseSync): Map<string, string> {
  const isRecorded = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migration_support'").get()
  if (isRecorded === undefined) return new Map()
  const rows = database.prepare('SELECT name, oldest_schema FROM migration_support').all()
  return new Map(rows.map(row => [String(row.name), String(row.oldest_schema)]))
}

/**
 * Whether another program has the database open, idle or not: leaving the write-ahead log needs it for oneself alone.
 * It also brings everything into the one file. A damaged database is in nobody's use.
 */
export function isInUse(file: string): boolean {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('PRAGMA journal_mode = DELETE')
    return false
  } catch (error) {
    return error instanceof Error && /locked|busy/.test(error.message)
  } finally {
    database.close()
  }
}
