// Owners of game servers, also of deleted ones, and offers of ownership from one person to another.

import type { Kysely } from 'kysely'
import { addReferenceColumn, portableColumns, references } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { createTable, boolean } = portableColumns(db)
  await addReferenceColumn(db, { table: 'game_servers', column: 'owner_id', target: 'users' })
  await db.schema.createIndex('game_servers_by_owner').on('game_servers').column('owner_id').execute()
  await addReferenceColumn(db, { table: 'deleted_game_servers', column: 'owner_id', target: 'users' })
  const byOwner = db.schema.createIndex('deleted_game_servers_by_owner').on('deleted_game_servers')
  await byOwner.column('owner_id').execute()

  const offers = createTable('ownership_offers')
    .addColumn('server_id', 'integer', column => column.primaryKey())
    .addColumn('to_user_id', 'integer', column => column.notNull())
    .addColumn('offered_by', 'integer', column => column.notNull())
    .addColumn('keep_access', boolean, column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
  const ofServer = references(offers, 'ownership_offers_server', 'server_id', 'game_servers', 'cascade')
  const toUser = references(ofServer, 'ownership_offers_to', 'to_user_id', 'users', 'cascade')
  await references(toUser, 'ownership_offers_by', 'offered_by', 'users', 'cascade').execute()
  await db.schema
    .createIndex('ownership_offers_by_user')
    .on('ownership_offers')
    .column('to_user_id')
    .execute()
}
