// Who disabled a webhook, and when.

import type { Kysely } from 'kysely'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('webhooks').addColumn('disabled_by', 'varchar(190)').execute()
  await db.schema.alterTable('webhooks').addColumn('disabled_at', 'bigint').execute()
}
