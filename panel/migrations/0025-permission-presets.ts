// Presets of permissions that an administrator has changed.

import type { Kysely } from 'kysely'
import { portableColumns } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { createTable, text } = portableColumns(db)
  await createTable('permission_presets')
    .addColumn('name', 'varchar(64)', column => column.notNull().primaryKey())
    .addColumn('permissions', text, column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .execute()
}
