// What every database must do alike; run against SQLite, PostgreSQL and MariaDB by the test files beside it.

import { afterEach, describe, expect, test } from 'vitest'
import { migrationContract } from './contract/migrations.ts'
import { oneVersionBackContract } from './contract/one-version-back.ts'
import { preparedContract } from './contract/prepared.ts'
import { schemaContract } from './contract/schema.ts'
import { transactionContract } from './contract/transactions.ts'
import { type Database, type DatabaseOptions, openDatabase } from './database.ts'

export interface ContractTools {
  /** Opens a database of its own: empty, not yet migrated, closed after the test. */
  openEmpty: () => Promise<Database>
  /** Opens the same database once more, as a second panel does. */
  openAgain: () => Promise<Database>
}

export interface ContractFacts {
  /** Whether changes of tables roll back with their transaction. */
  hasTransactionalDdl: boolean
}

const silentLog = { info: () => {}, warn: () => {} }

/** `freshOptions` gives the address of a new, empty database at each call. */
export function databaseContract(
  name: string,
  facts: ContractFacts,
  freshOptions: () => Promise<DatabaseOptions>,
): void {
  describe(`${name} keeps the database contract`, () => {
    const opened: Database[] = []
    let options: DatabaseOptions | undefined
    const openAgain = async () => {
      if (options === undefined) throw new Error('open an empty database first')
      const database = await openDatabase(options, silentLog)
      opened.push(database)
      return database
    }
    const tools: ContractTools = {
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
    migrationContract(tools, facts)
    oneVersionBackContract(tools)
    schemaContract(tools)
    transactionContract(tools)
    preparedContract(tools)
  })
}
