// What happened to game servers: one line per fact, each fact at most once.

import type { Kysely } from 'kysely'
import { portableColumns, references } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0007-plugins'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { createTableWithId, text } = portableColumns(db)
  const activity = createTableWithId('activity')
    .addColumn('server_id', 'integer', column => column.notNull())
    .addColumn('user_id', 'integer')
    .addColumn('kind', 'varchar(16)', column => column.notNull())
    .addColumn('fact', 'varchar(96)', column => column.notNull())
    .addColumn('details', text, column => column.notNull())
    .addColumn('happened_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('activity_fact_unique', ['server_id', 'fact'])
  const ofGameServer = references(activity, 'activity_game_server', 'server_id', 'game_servers', 'cascade')
  await references(ofGameServer, 'activity_user', 'user_id', 'users', 'set null').execute()
  await db.schema
    .createIndex('activity_by_game_server')
    .on('activity')
    .columns(['server_id', 'happened_at'])
    .execute()
  await db.schema.createIndex('activity_by_time').on('activity').column('happened_at').execute()
  await db.schema.createIndex('activity_by_user').on('activity').column('user_id').execute()
}
