import { describe } from 'vitest'
import { missingMariadb } from '../../../test-services/mariadb.ts'
import { missingPostgres } from '../../../test-services/postgres.ts'
import { sharedMariadb, sharedPostgres } from '../../../test-services/shared.ts'
import { externalIdsSuite } from './external-ids-suite.ts'

const databases = [
  { driver: 'postgres', missing: missingPostgres(), open: sharedPostgres },
  { driver: 'mysql', missing: missingMariadb(), open: sharedMariadb },
]

describe.each(databases)('ids of another system, on $driver', ({ driver, missing, open }) => {
  if (missing !== null) console.warn(`skipped: ${missing}`)
  describe.skipIf(missing !== null)('a real one', () => {
    externalIdsSuite(async () => ({
      DATABASE_DRIVER: driver,
      DATABASE_URL: await (await open()).createMigratedDatabase(),
    }))
  })
})
