// Since when the certificate of a node is valid: one that the panel does not know may follow it, none may precede it.

import type { Kysely } from 'kysely'

export const oldestSchema = '0014-task-audit'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('nodes').addColumn('certificate_valid_from', 'bigint').execute()
}
