import { afterAll, beforeAll, describe } from 'vitest'
import { missingMariadb, startMariadb } from '../../../test-services/mariadb.ts'
import { missingPostgres, startPostgres } from '../../../test-services/postgres.ts'
import type { RunningDatabase } from '../../../test-services/running-component.ts'
import { storedSecretsSuite } from './stored-secrets-suite.ts'

const databases = [
  { driver: 'postgres', missing: missingPostgres(), start: startPostgres },
  { driver: 'mysql', missing: missingMariadb(), start: startMariadb },
] as const
for (const { missing } of databases) if (missing !== null) console.warn(`skipped: ${missing}`)

describe.each(databases)('secrets on $driver', { timeout: 180_000 }, ({ driver, missing, start }) => {
  describe.skipIf(missing !== null)('a real one', () => {
    let running: RunningDatabase
    beforeAll(async () => {
      running = await start()
    })
    afterAll(() => running?.stop())
    storedSecretsSuite(async () => ({
      DATABASE_DRIVER: driver,
      DATABASE_URL: await running.createDatabase(),
    }))
  })
})
