// A node offers what answers on it: found at the start or later, told apart, and each game under its own manager.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { missingDockerEngine } from '../../../../test-services/docker-engine.ts'
import { missingPodmanEngine } from '../../../../test-services/podman-engine.ts'
import { type SharedEngine, sharedDocker, sharedPodman } from '../../../../test-services/shared.ts'
import { containerLaunch } from './conformance/container-fixture.ts'
import { answersAt } from './containers/containers.ts'
import type { ProcessManagers } from './process-manager.ts'
import { openProcessManagers } from './process-managers.ts'

const missing = missingDockerEngine() ?? missingPodmanEngine()
if (missing !== null) console.log(`skipped: ${missing}`)

describe.skipIf(missing !== null)('process managers of a node', () => {
  let docker: SharedEngine
  let podman: SharedEngine
  let folder: string
  let opened: ProcessManagers[]
  beforeAll(async () => {
    docker = await sharedDocker()
    podman = await sharedPodman()
  })
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rookery-managers-'))
    opened = []
  })
  afterEach(async () => {
    await Promise.all(opened.map(managers => managers.close()))
    rmSync(folder, { recursive: true, force: true })
  })

  const lines: string[] = []
  const open = async (sockets: { docker: string | false; podman: string | false }) => {
    const managers = await openProcessManagers({
      dataFolder: folder,
      keeper: { socketFile: join(folder, 'keeper.sock'), keeperLingerMs: 500 },
      sockets,
      log: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }),
    })
    opened.push(managers)
    return managers
  }

  test('8.5 what is there is offered, what is switched off is not', async () => {
    const managers = await open({ docker: docker.socketFile, podman: false })
    expect(managers.present.filter(name => name !== 'systemd')).toEqual(['process', 'docker'])
    expect(managers.of('podman')).toBeNull()
    expect(managers.of('docker')?.name).toBe('docker')
  })

  test('the two engines are not taken for each other', async () => {
    expect(await answersAt('docker', docker.socketFile)).toBe(true)
    expect(await answersAt('podman', docker.socketFile)).toBe(false)
    expect(await answersAt('docker', podman.socketFile)).toBe(false)
    expect(await answersAt('podman', podman.socketFile)).toBe(true)
    expect(await answersAt('docker', join(folder, 'nothing'))).toBe(false)
  })

  test('T-095 games of all managers are adopted; one that is away is left out and told in the log', async () => {
    const first = await open({ docker: docker.socketFile, podman: join(folder, 'away.sock') })
    const plain = {
      argv: ['sleep', '600'],
      cwd: '/tmp',
      env: { PATH: '/bin' },
      cols: 80,
      rows: 24,
      limits: {},
    }
    await first.of('process')?.start({ ...plain, id: 1 })
    await first.of('docker')?.start({ ...plain, ...containerLaunch, id: 2 })
    await expect(first.of('podman')?.start({ ...plain, ...containerLaunch, id: 3 })).rejects.toMatchObject({
      code: 'unavailable',
    })
    await first.close()
    const second = await open({ docker: docker.socketFile, podman: join(folder, 'away.sock') })
    const { running: adopted } = await second.adopt()
    expect(new Set(adopted.map(({ id }) => id))).toEqual(new Set([1, 2]))
    expect(lines.join('')).toContain('the game servers under podman could not be looked for')
    for (const running of adopted) {
      await running.endTree()
      await running.exit
      await running.forget()
    }
  })
})
