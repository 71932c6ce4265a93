import { afterAll, beforeAll, describe } from 'vitest'
import { missingMariadb, startMariadb } from '../../../test-services/mariadb.ts'
import { missingPostgres, startPostgres } from '../../../test-services/postgres.ts'
import type { RunningDatabase } from '../../../test-services/running-component.ts'
import { installationSuite } from './installation-suite.ts'

const databases = [
  { driver: 'postgres', missing: missingPostgres(), start: startPostgres },
  { driver: 'mysql', missing: missingMariadb(), start: startMariadb },
] as const

describe.each(databases)('an installation on $driver', ({ driver, missing, start }) => {
  describe.skipIf(missing !== null)('a real one', () => {
    let running: RunningDatabase
    beforeAll(async () => {
      running = await start()
    })
    afterAll(() => running?.stop())
    installationSuite(async () => ({
      DATABASE_DRIVER: driver,
      DATABASE_URL: await running.createDatabase(),
    }))
  })
})
