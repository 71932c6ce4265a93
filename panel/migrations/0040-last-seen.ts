// When each user was last seen, beside the user: sessions and keys that told it are removed after their end.

import { type Kysely, sql } from 'kysely'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  // 0 and not null where it is not known: databases do not agree on where nulls stand in an order.
  await db.schema
    .alterTable('users')
    .addColumn('last_seen_at', 'bigint', column => column.notNull().defaultTo(0))
    .execute()
  await sql`update users set last_seen_at = coalesce(
    (select max(last_seen_at) from login_sessions where login_sessions.user_id = users.id and not restricted), 0
  ) where kind is null`.execute(db)
  await sql`update users set last_seen_at = coalesce(
    (select max(last_used_at) from service_account_keys where service_account_keys.user_id = users.id), 0
  ) where kind = 'service'`.execute(db)
  await db.schema.createIndex('users_by_last_seen').on('users').columns(['last_seen_at', 'id']).execute()
}
