import { beforeAll, describe } from 'vitest'
import { missingMariadb } from '../../../test-services/mariadb.ts'
import { missingPostgres } from '../../../test-services/postgres.ts'
import { type SharedDatabase, sharedMariadb, sharedPostgres } from '../../../test-services/shared.ts'
import { localCommandsSuite } from './local-commands-suite.ts'

const databases = [
  { driver: 'postgres', missing: missingPostgres(), open: sharedPostgres },
  { driver: 'mysql', missing: missingMariadb(), open: sharedMariadb },
] as const

describe.each(databases)('rookery user on $driver', ({ driver, missing, open }) => {
  describe.skipIf(missing !== null)('a real one', () => {
    let server: SharedDatabase
    beforeAll(async () => {
      server = await open()
    })
    localCommandsSuite(async () => ({
      DATABASE_DRIVER: driver,
      DATABASE_URL: await server.createDatabase(),
    }))
  })
})
