// Reads which changes of the schema a database has, without changing anything.

import type { Kysely } from 'kysely'
import { migrations as panelMigrations } from '../../../../migrations/index.ts'
import type { Schema } from '../schema.ts'

export interface SchemaState {
  applied: string[]
  /** Known to this program, not in the database yet. */
  pending: string[]
  /** In the database, not known to this program: a newer one has made them. */
  unknown: string[]
}

export async function readSchemaState(
  db: Kysely<Schema>,
  known: readonly string[] = Object.keys(panelMigrations),
): Promise<SchemaState> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(table => table.name === 'kysely_migration')) {
    return { applied: [], pending: [...known], unknown: [] }
  }
  const history = db as unknown as Kysely<{ kysely_migration: { name: string } }>
  const rows = await history.selectFrom('kysely_migration').select('name').orderBy('name').execute()
  const applied = rows.map(row => row.name)
  return {
    applied,
    pending: known.filter(name => !applied.includes(name)),
    unknown: applied.filter(name => !known.includes(name)),
  }
}
