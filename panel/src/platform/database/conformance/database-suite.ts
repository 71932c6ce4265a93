// What every database must do alike; run against SQLite, PostgreSQL and MariaDB by the test files beside it.

import { afterEach, describe, expect, test } from 'vitest'
import { type Database, type DatabaseOptions, openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import type { Schema } from '../schema.ts'
import { describeMigrations } from './migrations.ts'
import { describeOneVersionBack } from './one-version-back.ts'
import { describePrepared } from './prepared.ts'
import { describeSchema } from './schema.ts'
import { describeTransactions } from './transactions.ts'

export interface SuiteTools {
  /** Opens a database of its own: empty, not yet migrated, closed after the test. */
  openEmpty: () => Promise<Database>
  /** Opens a database with every migration that tests share: what others have put into its tables is gone. */
  openMigrated: () => Promise<Database>
  /** Opens the same database once more, as a second panel does. */
  openAgain: () => Promise<Database>
}

export interface SuiteFacts {
  /** Whether changes of tables roll back with their transaction. */
  hasTransactionalDdl: boolean
  /** It is slow beside a file, which shows what is the same for all: then a proof alone has every case. */
  isRemote: boolean
}

/** What tests of rows put something into, so that nothing is referred to any more when it is emptied. */
const filledTables: readonly (keyof Schema)[] = [
  ...(['task_output', 'tasks', 'game_servers', 'templates', 'nodes'] as const),
  ...(['user_permissions', 'user_roles', 'users', 'data_versions', 'panel_secrets'] as const),
]

const silentLog = { info: () => {}, warn: () => {} }

/** `freshOptions` gives the address of a new, empty database at each call. */
export function describeDatabase(
  name: string,
  facts: SuiteFacts,
  freshOptions: () => Promise<DatabaseOptions>,
): void {
  describe(`${name} passes the database conformance suite`, () => {
    const opened: Database[] = []
    let options: DatabaseOptions | undefined
    let migrated: DatabaseOptions | undefined
    const openAgain = async () => {
      if (options === undefined) throw new Error('open an empty database first')
      const database = await openDatabase(options, silentLog)
      opened.push(database)
      return database
    }
    const tools: SuiteTools = {
      openAgain,
      openEmpty: async () => {
        options = await freshOptions()
        return openAgain()
      },
      openMigrated: async () => {
        const isNew = migrated === undefined
        migrated ??= await freshOptions()
        options = migrated
        const database = await openAgain()
        if (isNew) await migrate(database)
        for (const table of filledTables) await database.db.deleteFrom(table).execute()
        return database
      },
    }
    afterEach(async () => {
      for (const database of opened.splice(0)) await database.close()
    })

    test('says which database it is', async () => {
      const database = await tools.openEmpty()
      expect(database.driver).toBe(options?.driver)
    })
    describeMigrations(tools, facts)
    describeOneVersionBack(tools, facts)
    describeSchema(tools)
    describeTransactions(tools)
    describePrepared(tools)
  })
}
