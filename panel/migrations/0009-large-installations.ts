// What keeps lists quick with many users and game servers: a column to search in, and the orders that lists offer.

import type { Kysely } from 'kysely'
import { foldToSearch, longestSearchKey } from '../src/platform/database/search.ts'

interface SearchedUsers {
  users: { id: number; login: string; name: string; email: string | null; search_key: string | null }
}

const rowsAtOnce = 1_000

export const oldestSchema = '0008-activity'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Null where a panel of an earlier version has added the user since.
  await db.schema.alterTable('users').addColumn('search_key', `varchar(${longestSearchKey})`).execute()
  await fillSearchKeys(db as Kysely<SearchedUsers>)
  await db.schema.createIndex('users_by_search_key').on('users').column('search_key').execute()
  // With the id, so that PostgreSQL finds a page without reading the rows before it.
  await db.schema.createIndex('users_by_login').on('users').columns(['login_key', 'id']).execute()
  await db.schema.createIndex('users_by_creation').on('users').columns(['created_at', 'id']).execute()
  await db.schema.createIndex('game_servers_by_name').on('game_servers').columns(['name', 'id']).execute()
  await db.schema
    .createIndex('game_servers_by_creation')
    .on('game_servers')
    .columns(['created_at', 'id'])
    .execute()
}

async function fillSearchKeys(db: Kysely<SearchedUsers>): Promise<void> {
  for (let last = 0; ; ) {
    const users = await db
      .selectFrom('users')
      .select(['id', 'login', 'name', 'email'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    for (const { id, login, name, email } of users) {
      const search_key = foldToSearch([login, name, email])
      await db.updateTable('users').set({ search_key }).where('id', '=', id).execute()
      last = id
    }
    if (users.length < rowsAtOnce) return
  }
}
