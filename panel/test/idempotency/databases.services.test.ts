import { describe } from 'vitest'
import { missingMariadb } from '../../../test-services/mariadb.ts'
import { missingPostgres } from '../../../test-services/postgres.ts'
import { sharedMariadb, sharedPostgres } from '../../../test-services/shared.ts'
import { editTagsSuite } from '../edit-tags/edit-tags-suite.ts'
import { twoInstancesSuite } from './two-instances-suite.ts'

const databases = [
  { driver: 'postgres', missing: missingPostgres(), open: sharedPostgres },
  { driver: 'mysql', missing: missingMariadb(), open: sharedMariadb },
]

describe.each(databases)(
  'the same request twice, and two who edit, on $driver',
  ({ driver, missing, open }) => {
    if (missing !== null) console.warn(`skipped: ${missing}`)
    describe.skipIf(missing !== null)('a real one', () => {
      const variablesOf = async () => ({
        DATABASE_DRIVER: driver,
        DATABASE_URL: await (await open()).createMigratedDatabase(),
      })
      describe('Idempotency-Key at two instances', () => twoInstancesSuite(variablesOf))
      describe('If-Match', () => editTagsSuite(variablesOf))
    })
  },
)
