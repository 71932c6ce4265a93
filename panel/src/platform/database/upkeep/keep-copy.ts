// Copies an SQLite database beside itself before its schema is changed, so that there is a way back; keeps three.

import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { copySqlite } from '@rookery/primitives/copy-sqlite.ts'
import type { Database } from '../database.ts'
import { DatabaseOpenError } from '../database-errors.ts'
import { backupCopyName, surplusCopies } from './backup-copy-rules.ts'
import { readSchemaState } from './schema-state.ts'

const retainedCount = 3

/**
 * Gives the copy's path, or null when none was needed: nothing is about to change, or nothing is there yet. Without
 * room for the copy nothing may be changed, hence it throws.
 */
export async function keepCopyBeforeChange(
  database: Database,
  file: string,
  nowIso: string,
  known?: readonly string[],
): Promise<string | null> {
  const { applied, pending, unknown } = await readSchemaState(database.db, known)
  const lastChange = applied.at(-1)
  if (lastChange === undefined || pending.length === 0 || unknown.length > 0) return null
  const folder = dirname(file)
  const copy = join(folder, backupCopyName(basename(file), lastChange, nowIso))
  try {
    await copySqlite(file, copy)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DatabaseOpenError(
      `the database must be changed for this version, and it could not be copied to ${copy} before (${reason}); make room in ${folder} and start again`,
      { cause: error },
    )
  }
  for (const name of surplusCopies(basename(file), readdirSync(folder), retainedCount)) {
    rmSync(join(folder, name), { force: true })
  }
  return copy
}
