// Looks into a panel's SQLite database.

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
