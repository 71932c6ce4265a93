// The database conformance suite against a real PostgreSQL.

import { beforeAll, describe, expect, test } from 'vitest'
import { missingPostgres } from '../../../../../test-services/postgres.ts'
import { type SharedDatabase, sharedPostgres } from '../../../../../test-services/shared.ts'
import { describeDatabase } from '../conformance/database-suite.ts'
import { describeDump } from '../conformance/dump-suite.ts'
import { describeLoadDump } from '../conformance/load-dump-suite.ts'
import { describeOutages } from '../conformance/outages.ts'
import { openDatabase } from '../database.ts'

const missing = missingPostgres()
if (missing !== null) console.warn(`skipped: ${missing}`)

describe.skipIf(missing !== null)('PostgreSQL', () => {
  let postgres: SharedDatabase
  beforeAll(async () => {
    postgres = await sharedPostgres()
  })

  describeDatabase('PostgreSQL', { hasTransactionalDdl: true, isRemote: true }, async () => ({
    driver: 'postgres',
    url: await postgres.createDatabase(),
  }))
  describeOutages('postgres', () => postgres.createMigratedDatabase())
  describeDump('postgres', () => postgres.createDatabase())
  describeLoadDump('postgres', () => postgres)

  test('wrong password and missing database are said with a reason, without the password', async () => {
    const open = (change: (url: URL) => void) => {
      const url = new URL(postgres.url)
      change(url)
      return openDatabase({ driver: 'postgres', url: url.href }, { info: () => {}, warn: () => {} })
    }
    const refused = open(url => {
      url.password = 'not-the-password'
    })
    await expect(refused).rejects.toThrow(/refuses the user "rookery": check user and password/)
    await expect(refused).rejects.not.toThrow('not-the-password')
    const absent = open(url => {
      url.pathname = '/nowhere'
    })
    await expect(absent).rejects.toThrow(/has no database "nowhere": create it/)
  })
})
