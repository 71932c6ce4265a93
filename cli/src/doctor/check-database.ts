// Checks whether an SQLite file is whole, without changing it.

import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type Finding, ok, problem, reasonOf } from './finding.ts'

const patienceMs = 3000

export function checkSqliteFile(file: string): Finding {
  const name = 'database file'
  if (!existsSync(file)) return ok(name, `${file} will be made at the first start`)
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: patienceMs })
    try {
      const verdict = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0]
      if (verdict !== 'ok') return problem(name, `${file} is damaged (${String(verdict)}); restore a backup`)
    } finally {
      database.close()
    }
    return ok(name, file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : reasonOf(error)
    return problem(name, `${file} cannot be opened (${reason}); restore a backup or correct its rights`)
  }
}
