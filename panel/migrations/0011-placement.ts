// Where a game server is, counted up when it is given to a node anew, and which ones were deleted while nodes were away.

import type { Kysely } from 'kysely'
import { portableColumns, references } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0010-identity'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { createTable } = portableColumns(db)
  await db.schema
    .alterTable('game_servers')
    .addColumn('placement_epoch', 'integer', column => column.notNull().defaultTo(1))
    .execute()
  const removed = createTable('removed_game_servers')
    .addColumn('uuid', 'varchar(36)', column => column.notNull().primaryKey())
    .addColumn('server_id', 'integer', column => column.notNull())
    .addColumn('node_id', 'integer', column => column.notNull())
    .addColumn('placement_epoch', 'integer', column => column.notNull())
    .addColumn('files', 'varchar(8)', column => column.notNull())
    .addColumn('removed_at', 'bigint', column => column.notNull())
  await references(removed, 'removed_game_servers_node', 'node_id', 'nodes', 'cascade').execute()
}
