// A row for each sign-in, so that people see where they are signed in.

import type { Kysely } from 'kysely'
import { portableColumns, references } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { boolean, createTableWithId } = portableColumns(db)
  const sessions = createTableWithId('login_sessions')
    .addColumn('user_id', 'integer', column => column.notNull())
    .addColumn('jti', 'varchar(64)', column => column.notNull())
    .addColumn('ip', 'varchar(64)', column => column.notNull())
    .addColumn('user_agent', 'varchar(255)', column => column.notNull())
    .addColumn('restricted', boolean, column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('last_seen_at', 'bigint', column => column.notNull())
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('login_sessions_jti_unique', ['jti'])
  await references(sessions, 'login_sessions_user', 'user_id', 'users', 'cascade').execute()
  const byUser = db.schema.createIndex('login_sessions_by_user').on('login_sessions')
  await byUser.columns(['user_id', 'last_seen_at']).execute()
  await db.schema.createIndex('login_sessions_by_end').on('login_sessions').column('expires_at').execute()
}
