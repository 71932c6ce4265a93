// The audit line of a task, written when the task has ended.

import type { Kysely } from 'kysely'

export const oldestSchema = '0013-game-server-search'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('tasks').addColumn('audit_line', 'text').execute()
}
