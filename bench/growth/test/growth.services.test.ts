import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'vitest'
import { missingMariadb } from '../../../test-services/mariadb.ts'
import { missingPostgres } from '../../../test-services/postgres.ts'
import { sharedMariadb, sharedPostgres } from '../../../test-services/shared.ts'
import { checkInstallation } from './installation-suite.ts'

const databases = [
  { driver: 'postgres', missing: missingPostgres(), open: sharedPostgres },
  { driver: 'mysql', missing: missingMariadb(), open: sharedMariadb },
] as const

describe.each(databases)('on $driver', ({ driver, missing, open }) => {
  if (missing !== null) console.warn(`skipped: ${missing}`)
  describe.skipIf(missing !== null)('a real one', () => {
    checkInstallation(driver, async () => {
      const url = await (await open()).createMigratedDatabase()
      // The panel removes it when it stops.
      const dataDir = mkdtempSync(join(tmpdir(), 'rookery-growth-'))
      const variables = { DATABASE_DRIVER: driver, DATABASE_URL: url }
      return { database: { driver, url }, panel: { dataDir, variables } }
    })
  })
})
