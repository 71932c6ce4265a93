// Keys of single nodes to a backup storage.

import type { Kysely } from 'kysely'
import { portableColumns, references } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { createTableWithId, text } = portableColumns(db)
  const keys = createTableWithId('backup_node_keys')
    .addColumn('storage_id', 'integer', column => column.notNull())
    .addColumn('node_id', 'integer', column => column.notNull())
    .addColumn('login', text, column => column.notNull())
    .addColumn('folder', text, column => column.notNull())
    .addColumn('secret', text, column => column.notNull())
    .addUniqueConstraint('backup_node_keys_unique', ['storage_id', 'node_id'])
  const ofStorage = references(keys, 'backup_node_keys_storage', 'storage_id', 'backup_storages', 'cascade')
  await references(ofStorage, 'backup_node_keys_node', 'node_id', 'nodes', 'cascade').execute()
  // So that deleting a node need not read through all of them.
  await db.schema.createIndex('backup_node_keys_by_node').on('backup_node_keys').column('node_id').execute()
}
