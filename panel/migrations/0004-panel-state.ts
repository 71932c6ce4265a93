// What the panel instances share about themselves: secrets such as the certificate authority's key, cache versions.

import type { Kysely } from 'kysely'
import { portableColumns } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0003-tasks'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { createTable, text } = portableColumns(db)
  await createTable('panel_secrets')
    .addColumn('name', 'varchar(191)', column => column.notNull().primaryKey())
    .addColumn('value', text, column => column.notNull())
    .execute()
  await createTable('data_versions')
    .addColumn('scope', 'varchar(191)', column => column.notNull().primaryKey())
    .addColumn('version', 'bigint', column => column.notNull())
    .execute()
}
