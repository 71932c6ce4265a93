// When the panel refused a node last, and why; empty once it was let in again.

import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('nodes').addColumn('refusal', 'text').execute()
}
