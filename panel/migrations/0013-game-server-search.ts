// A column to search game servers in, as users have one: no database folds the letters of every script alike.

import type { Kysely } from 'kysely'
import { foldToSearch, longestSearchKey } from '../src/platform/database/search.ts'

interface SearchedGameServers {
  game_servers: { id: number; name: string; search_key: string | null }
}

const rowsAtOnce = 1_000

export const oldestSchema = '0012-plugin-grants'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Null where a panel of an earlier version has added the game server since.
  await db.schema.alterTable('game_servers').addColumn('search_key', `varchar(${longestSearchKey})`).execute()
  await fillSearchKeys(db as Kysely<SearchedGameServers>)
  await db.schema.createIndex('game_servers_by_search_key').on('game_servers').column('search_key').execute()
}

async function fillSearchKeys(db: Kysely<SearchedGameServers>): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('game_servers')
      .select(['id', 'name'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    for (const { id, name } of rows) {
      await db
        .updateTable('game_servers')
        .set({ search_key: foldToSearch([name]) })
        .where('id', '=', id)
        .execute()
      last = id
    }
    if (rows.length < rowsAtOnce) return
  }
}
