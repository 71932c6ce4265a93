// Requests that carried an Idempotency-Key and created something, for a day.

import type { Kysely } from 'kysely'
import { portableColumns } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { createTable, text } = portableColumns(db)
  await createTable('idempotent_requests')
    .addColumn('name', 'varchar(64)', column => column.primaryKey())
    .addColumn('fingerprint', 'varchar(64)', column => column.notNull())
    .addColumn('created', text, column => column.notNull())
    .addColumn('answer', text)
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema
    .createIndex('idempotent_requests_by_time')
    .on('idempotent_requests')
    .column('created_at')
    .execute()
}
