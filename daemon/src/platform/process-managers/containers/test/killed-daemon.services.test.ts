// Daemons that are killed without a word in the middle of a container's output: the next one goes on at the next byte.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ContainerEngine, importBusybox } from '../../../../../../test-services/container-engine.ts'
import { missingDockerEngine, startDockerEngine } from '../../../../../../test-services/docker-engine.ts'
import { missingPodmanEngine, startPodmanEngine } from '../../../../../../test-services/podman-engine.ts'
import {
  containerLaunch,
  managerOptionsIn,
  openContainerFixture,
  testImage,
} from '../../contract/container-fixture.ts'
import { until } from '../../contract/manager-under-test.ts'
import type { ContainerManagerOptions } from '../containers.ts'

const managerModule = pathToFileURL(join(import.meta.dirname, '../containers.ts')).href
const engines = [
  { name: 'docker' as const, missing: missingDockerEngine(), start: startDockerEngine },
  { name: 'podman' as const, missing: missingPodmanEngine(), start: startPodmanEngine },
]

/** A daemon of one purpose: appends what it reads to a file, from the file's end on. */
function daemonProgram(options: ContainerManagerOptions, file: string): string {
  return `
    import { openSync, statSync, writeSync } from 'node:fs'
    import { openContainerManager } from ${JSON.stringify(managerModule)}
    const manager = openContainerManager(${JSON.stringify(options)})
    const [running] = await manager.adopt()
    const fd = openSync(${JSON.stringify(file)}, 'a')
    for await (const { seq, bytes, gapBytes } of running.output(statSync(${JSON.stringify(file)}).size)) {
      if (gapBytes > 0 || seq !== statSync(${JSON.stringify(file)}).size) process.exit(3)
      writeSync(fd, bytes)
    }
    process.exit(0)`
}

describe.each(engines)('$name', ({ name, missing, start }) => {
  describe.skipIf(missing !== null)('a daemon that is killed', () => {
    let engine: ContainerEngine
    beforeAll(async () => {
      engine = await start()
      await importBusybox(engine, testImage)
    })
    afterAll(() => engine?.stop())

    test('6.2 T-095 kill -9 again and again: no line lost, none doubled', async () => {
      const fixture = openContainerFixture(name, engine)
      const lineCount = 6_000
      const script = `i=0; while [ $i -lt ${lineCount} ]; do echo "line $i of the game"; i=$((i+1))
        if [ $((i % 50)) = 0 ]; then sleep 0.1; fi; done`
      await fixture.manager.start({
        ...{ id: 1, argv: ['sh', '-c', script], cwd: fixture.folder, env: { PATH: '/bin' }, limits: {} },
        ...{ cols: 120, rows: 40, ...containerLaunch },
      })
      await fixture.manager.close()
      const file = join(dirname(fixture.folder), 'received')
      writeFileSync(file, '')
      let kills = 0
      for (let exitCode: number | null = null; exitCode === null; ) {
        const program = daemonProgram(managerOptionsIn(name, engine, fixture), file)
        const daemon = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' })
        const ended = once(daemon, 'exit')
        const before = statSync(file).size
        await until(
          () => daemon.exitCode !== null || statSync(file).size > before + 20_000,
          'it has received',
        )
        if (daemon.exitCode === null && daemon.kill('SIGKILL')) kills += 1
        await ended
        exitCode = daemon.exitCode
        if (exitCode !== null) expect(exitCode).toBe(0)
      }
      const lines = readFileSync(file, 'utf8').split('\r\n')
      expect(lines.pop()).toBe('')
      expect(lines.findIndex((line, index) => line !== `line ${index} of the game`)).toBe(-1)
      expect(lines).toHaveLength(lineCount)
      expect(kills).toBeGreaterThanOrEqual(2)
      await fixture.end()
    })
  })
})
