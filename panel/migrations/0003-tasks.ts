// Work that nodes do for the panel, and its output.

import type { Kysely } from 'kysely'
import { portableColumns, references } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0002-nodes-and-game-servers'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { createTable, createTableWithId, text } = portableColumns(db)
  const tasks = createTableWithId('tasks')
    .addColumn('node_id', 'integer', column => column.notNull())
    .addColumn('server_id', 'integer')
    .addColumn('kind', 'varchar(64)', column => column.notNull())
    .addColumn('status', 'varchar(16)', column => column.notNull())
    .addColumn('requested_by', 'integer')
    .addColumn('reason', text)
    .addColumn('message', text)
    .addColumn('payload', text, column => column.notNull())
    .addColumn('progress', 'integer')
    .addColumn('exit_code', 'integer')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('ended_at', 'bigint')
  const ofNode = references(tasks, 'tasks_node', 'node_id', 'nodes', 'cascade')
  // The task that deletes a game server outlives it, and the history outlives the user who asked.
  const ofGameServer = references(ofNode, 'tasks_game_server', 'server_id', 'game_servers', 'set null')
  await references(ofGameServer, 'tasks_requester', 'requested_by', 'users', 'set null').execute()
  await db.schema.createIndex('tasks_by_node_status').on('tasks').columns(['node_id', 'status']).execute()
  await db.schema
    .createIndex('tasks_by_game_server')
    .on('tasks')
    .columns(['server_id', 'created_at'])
    .execute()
  await db.schema.createIndex('tasks_by_requester').on('tasks').column('requested_by').execute()
  await db.schema.createIndex('tasks_by_status').on('tasks').columns(['status', 'created_at']).execute()
  await db.schema.createIndex('tasks_by_creation').on('tasks').column('created_at').execute()

  const output = createTable('task_output')
    .addColumn('task_id', 'integer', column => column.notNull())
    .addColumn('seq', 'bigint', column => column.notNull())
    .addColumn('chunk', text, column => column.notNull())
    .addPrimaryKeyConstraint('task_output_primary', ['task_id', 'seq'])
  await references(output, 'task_output_task', 'task_id', 'tasks', 'cascade').execute()
}
