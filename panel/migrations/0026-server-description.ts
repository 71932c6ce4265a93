// What a game server is for, in the words of its administrators.

import type { Kysely } from 'kysely'
import { portableColumns } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = portableColumns(db)
  await db.schema.alterTable('game_servers').addColumn('description', text).execute()
}
