import { beforeAll, describe } from 'vitest'
import { missingMariadb } from '../../../test-services/mariadb.ts'
import { missingPostgres } from '../../../test-services/postgres.ts'
import { proofTest } from '../../../test-services/proof-size.ts'
import { type SharedDatabase, sharedMariadb, sharedPostgres } from '../../../test-services/shared.ts'
import { storedSecretsSuite } from './stored-secrets-suite.ts'

const databases = [
  { driver: 'postgres', missing: missingPostgres(), open: sharedPostgres },
  { driver: 'mysql', missing: missingMariadb(), open: sharedMariadb },
] as const
for (const { missing } of databases) if (missing !== null) console.warn(`skipped: ${missing}`)

describe.each(databases)('secrets on $driver', { timeout: 180_000 }, ({ driver, missing, open }) => {
  describe.skipIf(missing !== null)('a real one', () => {
    let server: SharedDatabase
    beforeAll(async () => {
      server = await open()
    })
    const createDatabase = async () => ({
      DATABASE_DRIVER: driver,
      DATABASE_URL: await server.createMigratedDatabase(),
    })
    storedSecretsSuite(createDatabase, proofTest)
  })
})
