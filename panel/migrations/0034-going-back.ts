// What going back needs: the settings with which each game server became ready last, a template that one is held at, and
// the repository that a game server made from a backup reads.

import type { Kysely } from 'kysely'
import { portableColumns, references } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { createTable, text } = portableColumns(db)
  await db.schema.alterTable('game_servers').addColumn('held_template', text).execute()

  const ready = createTable('ready_settings')
    .addColumn('server_id', 'integer', column => column.primaryKey())
    .addColumn('revision', 'integer', column => column.notNull())
    .addColumn('ready_at', 'bigint', column => column.notNull())
    .addColumn('template', text, column => column.notNull())
    .addColumn('variables', text, column => column.notNull())
    .addColumn('image', 'varchar(191)')
  await references(ready, 'ready_settings_server', 'server_id', 'game_servers', 'cascade').execute()

  const sources = createTable('backup_sources')
    .addColumn('server_id', 'integer', column => column.primaryKey())
    .addColumn('storage_id', 'integer', column => column.notNull())
    .addColumn('source_uuid', 'varchar(36)', column => column.notNull())
  const ofServer = references(sources, 'backup_sources_server', 'server_id', 'game_servers', 'cascade')
  await references(ofServer, 'backup_sources_storage', 'storage_id', 'backup_storages', 'cascade').execute()
}
