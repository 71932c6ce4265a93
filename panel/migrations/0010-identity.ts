// What tells tasks and game servers apart when a restored database gives their numbers out again.

import type { Kysely } from 'kysely'

export const oldestSchema = '0009-large-installations'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Null where the task was asked for by a panel of an earlier version: its node knows it by its number.
  await db.schema.alterTable('tasks').addColumn('run_key', 'varchar(64)').execute()
  // Null while the node has not told, as daemons of an earlier version do not.
  await db.schema.alterTable('nodes').addColumn('highest_server_id', 'integer').execute()
}
