import { beforeAll, describe } from 'vitest'
import { missingMariadb } from '../../../test-services/mariadb.ts'
import { missingPostgres } from '../../../test-services/postgres.ts'
import { type SharedDatabase, sharedMariadb, sharedPostgres } from '../../../test-services/shared.ts'
import { eventFeedStoreSuite } from './store-suite.ts'

const databases = [
  { driver: 'postgres', missing: missingPostgres(), open: sharedPostgres },
  { driver: 'mysql', missing: missingMariadb(), open: sharedMariadb },
] as const
for (const { missing } of databases) if (missing !== null) console.warn(`skipped: ${missing}`)

describe.each(databases)('the store of events on $driver', ({ driver, missing, open }) => {
  describe.skipIf(missing !== null)('a real one', () => {
    let server: SharedDatabase
    beforeAll(async () => {
      server = await open()
    })
    eventFeedStoreSuite(async () => ({ driver, url: await server.createMigratedDatabase() }))
  })
})
