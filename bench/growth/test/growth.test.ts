import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkInstallation } from './installation-suite.ts'

checkInstallation('SQLite', async () => {
  // The panel removes it when it stops.
  const dataDir = mkdtempSync(join(tmpdir(), 'rookery-growth-'))
  const sqlitePath = join(dataDir, 'panel.sqlite')
  return { database: { driver: 'sqlite', sqlitePath }, panel: { dataDir, variables: {} } }
})
