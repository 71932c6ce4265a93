// The database conformance suite against a real MariaDB.

import { beforeAll, describe, expect, test } from 'vitest'
import { missingMariadb } from '../../../../../test-services/mariadb.ts'
import { type SharedDatabase, sharedMariadb } from '../../../../../test-services/shared.ts'
import { describeDatabase } from '../conformance/database-suite.ts'
import { describeDump } from '../conformance/dump-suite.ts'
import { describeLoadDump } from '../conformance/load-dump-suite.ts'
import { describeOutages } from '../conformance/outages.ts'
import { openDatabase } from '../database.ts'

const missing = missingMariadb()
if (missing !== null) console.warn(`skipped: ${missing}`)

describe.skipIf(missing !== null)('MariaDB', () => {
  let mariadb: SharedDatabase
  beforeAll(async () => {
    mariadb = await sharedMariadb()
  })

  describeDatabase('MariaDB', { hasTransactionalDdl: false, isRemote: true }, async () => ({
    driver: 'mysql',
    url: await mariadb.createDatabase(),
  }))
  describeOutages('mysql', () => mariadb.createMigratedDatabase())
  describeDump('mysql', () => mariadb.createDatabase())
  describeLoadDump('mysql', () => mariadb)

  test('wrong password and missing database are said with a reason, without the password', async () => {
    const open = (change: (url: URL) => void) => {
      const url = new URL(mariadb.url)
      change(url)
      return openDatabase({ driver: 'mysql', url: url.href }, { info: () => {}, warn: () => {} })
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
