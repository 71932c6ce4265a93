// What the daemon of a node can do beyond the version before it, as it says when it connects.

import type { Kysely } from 'kysely'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('nodes').addColumn('capabilities', 'text').execute()
}
