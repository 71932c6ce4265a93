// Reads which changes of the schema a database has, without changing anything.

import { blockingChanges } from '@rookery/contracts/schema-support.ts'
import type { Kysely } from 'kysely'
import { migrations as panelMigrations } from '../../../../migrations/index.ts'
import type { Schema } from '../schema.ts'

export interface SchemaState {
  applied: string[]
  /** Known to this program, not in the database yet. */
  pending: string[]
  /** In the database, not known to this program: a newer one has made them. */
  unknown: string[]
  /** Those of the unknown ones that this program must not work with. */
  blocking: string[]
}

interface History {
  kysely_migration: { name: string }
  migration_support: { name: string; oldest_schema: string }
}

export async function readSchemaState(
  db: Kysely<Schema>,
  known: readonly string[] = Object.keys(panelMigrations),
): Promise<SchemaState> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const hasTable = (name: keyof History) => tables.some(table => table.name === name)
  if (!hasTable('kysely_migration')) return { applied: [], pending: [...known], unknown: [], blocking: [] }
  const history = db as unknown as Kysely<History>
  const rows = await history.selectFrom('kysely_migration').select('name').orderBy('name').execute()
  const support = hasTable('migration_support')
    ? await history.selectFrom('migration_support').selectAll().execute()
    : []
  const oldest = new Map(support.map(row => [row.name, row.oldest_schema]))
  const applied = rows.map(row => row.name)
  const changes = applied.map(name => ({ name, oldestSchema: oldest.get(name) ?? null }))
  return {
    applied,
    pending: known.filter(name => !applied.includes(name)),
    unknown: applied.filter(name => !known.includes(name)),
    blocking: blockingChanges(changes, known),
  }
}
