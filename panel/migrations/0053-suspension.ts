// Suspended game servers and people: since when, by whom, and the reason.

import type { Kysely } from 'kysely'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['users', 'game_servers']) {
    await db.schema.alterTable(table).addColumn('suspended_at', 'bigint').execute()
    await db.schema.alterTable(table).addColumn('suspended_by', 'varchar(191)').execute()
    await db.schema.alterTable(table).addColumn('suspension_reason', 'varchar(512)').execute()
  }
  // Looked for whenever the permissions of somebody are read.
  await db.schema
    .createIndex('game_servers_by_suspension')
    .on('game_servers')
    .column('suspended_at')
    .execute()
}
