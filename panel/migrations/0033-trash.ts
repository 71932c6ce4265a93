// Deleted game servers with all that is needed to bring them back, for as long as their files are kept.

import type { Kysely } from 'kysely'
import { portableColumns, references } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { createTableWithId, text } = portableColumns(db)
  const table = createTableWithId('deleted_game_servers')
    .addColumn('uuid', 'varchar(36)', column => column.notNull().unique())
    .addColumn('name', 'varchar(191)', column => column.notNull())
    .addColumn('node_id', 'integer', column => column.notNull())
    .addColumn('template_id', 'integer', column => column.notNull())
    .addColumn('port', 'integer', column => column.notNull())
    .addColumn('record', text, column => column.notNull())
    .addColumn('deleted_by', 'integer')
    .addColumn('deleted_at', 'bigint', column => column.notNull())
  const ofNode = references(table, 'deleted_game_servers_node', 'node_id', 'nodes', 'cascade')
  await references(ofNode, 'deleted_game_servers_user', 'deleted_by', 'users', 'set null').execute()
  const byTime = db.schema.createIndex('deleted_game_servers_by_time').on('deleted_game_servers')
  await byTime.column('deleted_at').execute()
}
