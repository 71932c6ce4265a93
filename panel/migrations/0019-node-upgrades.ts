// How the daemon of a node was installed, as it says itself: whether the panel can upgrade it, and how the last upgrade ended.

import type { Kysely } from 'kysely'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('nodes').addColumn('installation', 'text').execute()
}
