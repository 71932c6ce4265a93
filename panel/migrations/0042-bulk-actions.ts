// Bulk actions: what one person asked for of many game servers, and how far each of them is.

import type { Kysely } from 'kysely'
import { portableColumns, references } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { createTable, createTableWithId, text } = portableColumns(db)
  await createTableWithId('bulk_actions')
    .addColumn('action', 'varchar(16)', column => column.notNull())
    .addColumn('options', text, column => column.notNull())
    .addColumn('requested_by', 'integer', column => column.notNull())
    .addColumn('lease', 'varchar(36)')
    .addColumn('leased_until', 'bigint', column => column.notNull())
    .addColumn('canceled_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute()
  await db.schema.createIndex('bulk_actions_by_end').on('bulk_actions').column('ended_at').execute()

  // No references to servers and tasks: what became of them is told also when they are gone.
  const steps = createTable('bulk_steps')
    .addColumn('bulk_id', 'integer', column => column.notNull())
    .addColumn('position', 'integer', column => column.notNull())
    .addColumn('server_id', 'integer', column => column.notNull())
    .addColumn('server_name', 'varchar(191)')
    .addColumn('node_id', 'integer', column => column.notNull())
    .addColumn('status', 'varchar(16)', column => column.notNull())
    .addColumn('task_id', 'integer')
    .addColumn('reason_code', 'varchar(40)')
    .addColumn('reason', text)
    .addPrimaryKeyConstraint('bulk_steps_key', ['bulk_id', 'position'])
  await references(steps, 'bulk_steps_action', 'bulk_id', 'bulk_actions', 'cascade').execute()
}
