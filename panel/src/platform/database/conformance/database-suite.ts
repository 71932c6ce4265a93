// What every database must do alike; run against SQLite, PostgreSQL and MariaDB by the test files beside it.

import { afterEach, describe, expect, test } from 'vitest'
import { type Database, type DatabaseOptions, openDatabase } from '../database.ts'
import { describeMigrations } from './migrations.ts'
import { describeOneVersionBack } from './one-version-back.ts'
import { describePrepared } from './prepared.ts'
import { describeSchema } from './schema.ts'
import { describeTransactions } from './transactions.ts'

export interface SuiteTools {
  /** Opens a database of its own: empty, not yet migrated, closed after the test. */
  openEmpty: () => Promise<Database>
  /** Opens the same database once more, as a second panel does. */
  openAgain: () => Promise<Database>
}

export interface SuiteFacts {
  /** Whether changes of tables roll back with their transaction. */
  hasTransactionalDdl: boolean
}

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
    }
    afterEach(async () => {
      for (const database of opened.splice(0)) await database.close()
    })

    test('says which database it is', async () => {
      const database = await tools.openEmpty()
      expect(database.driver).toBe(options?.driver)
    })
    describeMigrations(tools, facts)
    describeOneVersionBack(tools)
    describeSchema(tools)
    describeTransactions(tools)
    describePrepared(tools)
  })
}
