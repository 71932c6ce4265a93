// What games need beyond being started: where a template came from, how a game server crashed, its schedules.

import type { Kysely } from 'kysely'
import { portableColumns, references } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0004-panel-state'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { boolean, createTableWithId, text } = portableColumns(db)
  await db.schema.alterTable('templates').addColumn('origin', text).execute()
  await db.schema.alterTable('templates').addColumn('origin_key', 'varchar(191)').execute()
  await db.schema
    .createIndex('templates_origin_unique')
    .on('templates')
    .column('origin_key')
    .unique()
    .execute()
  await db.schema.alterTable('game_servers').addColumn('image', 'varchar(191)').execute()
  await db.schema.alterTable('game_servers').addColumn('last_exit', text).execute()
  await db.schema.alterTable('game_servers').addColumn('running_revision', 'integer').execute()
  const schedules = createTableWithId('schedules')
    .addColumn('server_id', 'integer', column => column.notNull())
    .addColumn('name', 'varchar(255)', column => column.notNull())
    .addColumn('enabled', boolean, column => column.notNull())
    .addColumn('definition', text, column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
  await references(schedules, 'schedules_server', 'server_id', 'game_servers', 'cascade').execute()
  await db.schema.createIndex('schedules_by_server').on('schedules').column('server_id').execute()
}
