import { afterAll, beforeAll, describe } from 'vitest'
import { missingMariadb, startMariadb } from '../../../test-services/mariadb.ts'
import { missingPostgres, startPostgres } from '../../../test-services/postgres.ts'
import type { RunningDatabase } from '../../../test-services/running-component.ts'
import { tokenStoreSuite } from './store-suite.ts'

const databases = [
  { driver: 'postgres', missing: missingPostgres(), start: startPostgres },
  { driver: 'mysql', missing: missingMariadb(), start: startMariadb },
] as const
for (const { missing } of databases) if (missing !== null) console.warn(`skipped: ${missing}`)

describe.each(databases)('stores of users and tokens on $driver', ({ driver, missing, start }) => {
  describe.skipIf(missing !== null)('a real one', () => {
    let running: RunningDatabase
    beforeAll(async () => {
      running = await start()
    })
    afterAll(() => running?.stop())
    tokenStoreSuite(async () => ({ driver, url: await running.createDatabase() }))
  })
})
