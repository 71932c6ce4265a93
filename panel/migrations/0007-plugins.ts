// Plugins: their packages, what they were granted, their settings, and the values that they keep.

import type { Kysely } from 'kysely'
import { portableColumns, references } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0006-files'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { boolean, createTable, createTableWithId, text } = portableColumns(db)
  await createTableWithId('plugins')
    .addColumn('slug', 'varchar(64)', column => column.notNull())
    .addColumn('manifest', text, column => column.notNull())
    .addColumn('module', text)
    .addColumn('frontend', text)
    .addColumn('package_hash', 'varchar(64)', column => column.notNull())
    .addColumn('granted', text, column => column.notNull())
    .addColumn('settings', text, column => column.notNull())
    .addColumn('enabled', boolean, column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('plugins_slug_unique', ['slug'])
    .execute()
  const values = createTable('plugin_values')
    .addColumn('plugin_id', 'integer', column => column.notNull())
    .addColumn('name', 'varchar(200)', column => column.notNull())
    .addColumn('value', text, column => column.notNull())
    .addPrimaryKeyConstraint('plugin_values_primary', ['plugin_id', 'name'])
  await references(values, 'plugin_values_plugin', 'plugin_id', 'plugins', 'cascade').execute()
}
