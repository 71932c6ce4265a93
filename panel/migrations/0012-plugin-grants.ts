// Who granted a plugin what it may do, and which plugin asked for a task.

import type { Kysely } from 'kysely'
import { addReferenceColumn } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0011-placement'

export async function up(db: Kysely<unknown>): Promise<void> {
  await addReferenceColumn(db, { table: 'plugins', column: 'granted_by', target: 'users' })
  // By name, without a reference: the history outlives the plugin.
  await db.schema.alterTable('tasks').addColumn('plugin', 'varchar(190)').execute()
}
