// Settings that administrators change in the web, by name.

import type { Kysely } from 'kysely'
import { portableColumns } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { createTable, text } = portableColumns(db)
  await createTable('settings')
    .addColumn('name', 'varchar(191)', column => column.notNull().primaryKey())
    .addColumn('value', text, column => column.notNull())
    .addColumn('changed_at', 'bigint', column => column.notNull())
    .execute()
}
