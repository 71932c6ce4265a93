// The manager over systemd passes the conformance suite, on a machine that systemd runs.

import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describeProcessManager } from '../../conformance/process-manager-suite.ts'
import { openSystemdFixture } from './systemd-fixture.ts'

const gameUser = 712_345

describeProcessManager({
  name: 'systemd',
  async open() {
    const { manager, openAnother, end, folder: parent } = openSystemdFixture({ keeperLingerMs: 5_000 })
    const folder = join(parent, 'game')
    mkdirSync(folder)
    chownSync(folder, gameUser, gameUser)
    return { manager, folder, openAnother, end }
  },
  launchFields: { uid: gameUser, gid: gameUser },
  canLimitMemory: true,
  // The manager of plain processes, which has the same keeper.
  hasTwin: true,
  measures: ['cpuSeconds', 'memoryBytes', 'memoryLimitBytes', 'blockReadBytes', 'blockWriteBytes', 'pids'],
  neverMeasures: ['networkReceiveBytes', 'networkTransmitBytes'],
  ownVariables: /^ROOKERY_SERVER_ID$/,
})
