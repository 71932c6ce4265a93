// The manager that needs nothing but this machine passes the conformance suite.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useOneKeeper } from '../process/test/process-manager-fixture.ts'
import { describeProcessManager } from './process-manager-suite.ts'

const openFixture = useOneKeeper()

describeProcessManager({
  name: 'process',
  async open() {
    const { manager, openAnother, end } = openFixture()
    const folder = mkdtempSync(join(tmpdir(), 'rookery-game-'))
    return {
      manager,
      folder,
      openAnother,
      end: async () => {
        await end()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  },
  hasOwnTests: true,
  canLimitMemory: false,
  measures: ['cpuSeconds', 'memoryBytes', 'pids'],
  neverMeasures: ['memoryLimitBytes', 'networkReceiveBytes', 'networkTransmitBytes'],
  ownVariables: /^ROOKERY_SERVER_ID$/,
})
