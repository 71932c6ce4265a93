// Whether new game servers may come to a node, where it stands, and how much of it may be promised.

import type { Kysely } from 'kysely'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('nodes').addColumn('placement', 'varchar(16)').execute()
  await db.schema.alterTable('nodes').addColumn('location', 'varchar(191)').execute()
  await db.schema.alterTable('nodes').addColumn('tags', 'text').execute()
  await db.schema.alterTable('nodes').addColumn('capacity', 'text').execute()
}
