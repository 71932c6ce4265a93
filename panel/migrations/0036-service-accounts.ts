// Service accounts with their keys, and access tokens that end or are for some game servers only.

import type { Kysely } from 'kysely'
import { portableColumns, references } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { createTableWithId, text } = portableColumns(db)
  await db.schema.alterTable('users').addColumn('kind', 'varchar(16)').execute()
  await db.schema.alterTable('users').addColumn('disabled_at', 'bigint').execute()
  // The list of people leaves out the few that are service accounts.
  await db.schema.createIndex('users_by_kind').on('users').column('kind').execute()
  await db.schema.alterTable('personal_access_tokens').addColumn('expires_at', 'bigint').execute()
  await db.schema.alterTable('personal_access_tokens').addColumn('server_ids', text).execute()
  const keys = createTableWithId('service_account_keys')
    .addColumn('user_id', 'integer', column => column.notNull())
    .addColumn('name', 'varchar(190)', column => column.notNull())
    .addColumn('prefix', 'varchar(32)', column => column.notNull())
    .addColumn('secret_hash', 'varchar(64)', column => column.notNull())
    .addColumn('addresses', text, column => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('rotated_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addColumn('last_used_ip', 'varchar(64)')
    .addColumn('created_at', 'bigint', column => column.notNull())
  await references(keys, 'service_account_keys_user', 'user_id', 'users', 'cascade').execute()
  await db.schema
    .createIndex('service_account_keys_by_user')
    .on('service_account_keys')
    .column('user_id')
    .execute()
}
