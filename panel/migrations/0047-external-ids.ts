// The id that another system, such as billing, has for a user or a game server.

import type { Kysely } from 'kysely'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['users', 'game_servers']) {
    await db.schema.alterTable(table).addColumn('external_id', 'varchar(191)').execute()
    const unique = db.schema.createIndex(`${table}_by_external_id`).on(table).column('external_id').unique()
    await unique.execute()
  }
}
