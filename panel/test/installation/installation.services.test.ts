import { beforeAll, describe } from 'vitest'
import { missingMariadb } from '../../../test-services/mariadb.ts'
import { missingPostgres } from '../../../test-services/postgres.ts'
import { type SharedDatabase, sharedMariadb, sharedPostgres } from '../../../test-services/shared.ts'
import { installationSuite } from './installation-suite.ts'

const databases = [
  { driver: 'postgres', missing: missingPostgres(), open: sharedPostgres },
  { driver: 'mysql', missing: missingMariadb(), open: sharedMariadb },
] as const

describe.each(databases)('an installation on $driver', ({ driver, missing, open }) => {
  describe.skipIf(missing !== null)('a real one', () => {
    let server: SharedDatabase
    beforeAll(async () => {
      server = await open()
    })
    installationSuite(async () => ({
      DATABASE_DRIVER: driver,
      DATABASE_URL: await server.createDatabase(),
    }))
  })
})
