// Why an installation failed, as its node reports it: for the game server, and for the task.

import type { Kysely } from 'kysely'
import { portableColumns } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = portableColumns(db)
  await db.schema.alterTable('game_servers').addColumn('install_failure', text).execute()
  await db.schema.alterTable('tasks').addColumn('failure', text).execute()
}
