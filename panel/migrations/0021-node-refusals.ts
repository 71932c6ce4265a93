// When the panel refused a node last, and why; empty once it was let in again.

import type { Kysely } from 'kysely'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('nodes').addColumn('refusal', 'text').execute()
}
