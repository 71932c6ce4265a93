// Fills an empty, migrated database with an installation of the given sizes, the same one every time.

import { type Kysely, sql } from 'kysely'
import { createPasswords } from '../../../panel/src/features/users/passwords.ts'
import type { Database } from '../../../panel/src/platform/database/database.ts'
import type { Schema } from '../../../panel/src/platform/database/schema.ts'
import type { Sizes } from '../logic/sizes.ts'
import { addGameServers, addHistory, addNodes } from './fleet-rows.ts'
import { addPeople, addRights, addTokens } from './people-rows.ts'

/** Everybody's; hashing one for each of 100,000 people would take hours. */
export const everybodysPassword = 'nine brown otters'
export const bcryptCost = 10

export async function fillInstallation(database: Database, sizes: Sizes, nowMs: number): Promise<void> {
  const passwordHash = await createPasswords(bcryptCost).hash(everybodysPassword)
  const connection = database.openForMigrations()
  const { db } = connection
  try {
    await refuseForeignIds(db, 'users', 0)
    await addPeople(db, sizes, { passwordHash, nowMs })
    await refuseForeignIds(db, 'users', sizes.people)
    await addNodes(db, sizes, nowMs)
    await refuseForeignIds(db, 'nodes', sizes.nodes)
    await addGameServers(db, sizes, nowMs)
    await refuseForeignIds(db, 'game_servers', sizes.gameServers)
    await addRights(db, sizes, nowMs)
    await addTokens(db, sizes, nowMs)
    await refuseForeignIds(db, 'personal_access_tokens', sizes.personalAccessTokens)
    await addHistory(db, sizes, nowMs)
    // PostgreSQL does this by itself a minute later; SQLite never does, and the panel does not ask it to.
    if (database.driver === 'postgres') await sql`vacuum analyze`.execute(db)
  } finally {
    await connection.close()
  }
}

/** Rows refer to each other by number: the database must have counted from 1 without a gap. */
async function refuseForeignIds(
  db: Kysely<Schema>,
  table: 'users' | 'nodes' | 'game_servers' | 'personal_access_tokens',
  count: number,
): Promise<void> {
  const row = await db
    .selectFrom(table)
    .select(({ fn }) => [fn.countAll().as('rows'), fn.max('id').as('last')])
    .executeTakeFirstOrThrow()
  if (Number(row.rows) === count && Number(row.last) === count) return
  throw new Error(`${table} should have the ids 1 to ${count}: fill an empty database`)
}
