// Managers of containers on a real engine, with an image that was made on the spot.

import { createHash } from 'node:crypto'
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ContainerEngineName } from '@rookery/contracts/process-managers.ts'
import { busyboxImage, type SharedEngine } from '../../../../../test-services/shared.ts'
import { type ContainerManagerOptions, openContainerManager } from '../containers/containers.ts'
import type { Launch, ProcessManager } from '../process-manager.ts'
import type { ManagerFixture, ManagerUnderTest } from './manager-under-test.ts'

export const testImage = busyboxImage
export const gameUser = 712_345

export const containerLaunch: Partial<Launch> = {
  uid: gameUser,
  gid: gameUser,
  container: { image: testImage, ports: [], readOnlyRoot: false },
}

export function openContainerFixture(name: ContainerEngineName, engine: SharedEngine): ManagerFixture {
  // On a disk: what a game writes to a folder in memory counts as its own memory.
  const place = mkdtempSync('/var/tmp/rookery-node-')
  const folder = join(place, 'game')
  mkdirSync(folder)
  chownSync(folder, gameUser, gameUser)
  const options = managerOptionsIn(name, engine, { folder })
  const managers: ProcessManager[] = []
  const openAnother = () => {
    const manager = openContainerManager(options)
    managers.push(manager)
    return manager
  }
  const manager = openAnother()
  return {
    manager,
    folder,
    openAnother,
    end: async () => {
      for (const left of await openAnother().adopt()) {
        await left.endTree()
        await left.exit
        await left.forget()
      }
      await Promise.all(managers.map(opened => opened.close()))
      rmSync(place, { recursive: true, force: true })
    },
  }
}

/** For a daemon that is another process. */
export function managerOptionsIn(
  name: ContainerEngineName,
  engine: SharedEngine,
  fixture: Pick<ManagerFixture, 'folder'>,
): ContainerManagerOptions {
  const place = dirname(fixture.folder)
  const owner = createHash('sha256').update(place).digest('hex').slice(0, 10)
  return { engine: name, socketFile: engine.socketFile, owner, stateFolder: join(place, 'state') }
}

export function containerManagerUnderTest(
  name: ContainerEngineName,
  engine: () => SharedEngine,
): ManagerUnderTest {
  return {
    name,
    open: async () => openContainerFixture(name, engine()),
    launchFields: containerLaunch,
    canLimitMemory: true,
    hasTwin: name === 'podman',
    measures: [
      'cpuSeconds',
      'memoryBytes',
      'memoryLimitBytes',
      'networkReceiveBytes',
      'networkTransmitBytes',
      'pids',
    ],
    neverMeasures: [],
    ownVariables: /^(HOSTNAME|HOME|PWD|SHLVL|OLDPWD|_|container|TINI_KILL_PROCESS_GROUP|TINI_VERBOSITY)$/,
  }
}
