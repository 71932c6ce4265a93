import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { missingMariadb, startMariadb } from '../../../test-services/mariadb.ts'
import { missingPostgres, startPostgres } from '../../../test-services/postgres.ts'
import type { RunningDatabase } from '../../../test-services/running-component.ts'
import { checkInstallation } from './installation-suite.ts'

const databases = [
  { driver: 'postgres', missing: missingPostgres(), start: startPostgres },
  { driver: 'mysql', missing: missingMariadb(), start: startMariadb },
] as const

describe.each(databases)('on $driver', ({ driver, missing, start }) => {
  if (missing !== null) console.warn(`skipped: ${missing}`)
  describe.skipIf(missing !== null)('a real one', () => {
    let component: RunningDatabase | undefined
    afterAll(() => component?.stop())

    checkInstallation(driver, async () => {
      component = await start()
      const url = await component.createDatabase()
      // The panel removes it when it stops.
      const dataDir = mkdtempSync(join(tmpdir(), 'rookery-growth-'))
      const variables = { DATABASE_DRIVER: driver, DATABASE_URL: url }
      return { database: { driver, url }, panel: { dataDir, variables } }
    })
  })
})
