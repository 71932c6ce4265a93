// Since when a person's login sessions count, and what commands on the machine itself leave to a running panel.

import type { Kysely } from 'kysely'
import { portableColumns } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { createTableWithId, text } = portableColumns(db)
  await db.schema.alterTable('users').addColumn('sessions_valid_from', 'bigint').execute()
  await createTableWithId('local_commands')
    .addColumn('user_id', 'integer', column => column.notNull())
    .addColumn('audit_line', text, column => column.notNull())
    .execute()
}
