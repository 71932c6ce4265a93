// Daemons that are killed without a word in the middle of a container's output: the next one goes on at the next byte.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { missingDockerEngine } from '../../../../../../test-services/docker-engine.ts'
import { missingPodmanEngine } from '../../../../../../test-services/podman-engine.ts'
import { proofSize } from '../../../../../../test-services/proof-size.ts'
import { type SharedEngine, sharedDocker, sharedPodman } from '../../../../../../test-services/shared.ts'
import {
  containerLaunch,
  managerOptionsIn,
  openContainerFixture,
} from '../../conformance/container-fixture.ts'
import { until } from '../../conformance/manager-under-test.ts'
import type { ContainerManagerOptions } from '../containers.ts'

const managerModule = pathToFileURL(join(import.meta.dirname, '../containers.ts')).href
const engines = [
  { name: 'docker' as const, missing: missingDockerEngine(), open: sharedDocker },
  { name: 'podman' as const, missing: missingPodmanEngine(), open: sharedPodman },
]

const killCount = proofSize({ short: 3, proof: 30 })
/** Each daemon is killed after it has received so much more. */
const killAfterBytes = 10_000
/** A daemon is a whole Node to start, on a machine that may be busy. */
const receiveLimitMs = 120_000

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

describe.each(engines)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== null)('a daemon that is killed', () => {
    let engine: SharedEngine
    beforeAll(async () => {
      engine = await open()
    })

    test('6.2 T-095 kill -9 again and again: no line lost, none doubled', async () => {
      const fixture = openContainerFixture(name, engine)
      // However slow the machine is, it prints on until all kills are done.
      const script = `i=0; until [ -e enough ]; do echo "line $i of the game"; i=$((i+1))
        if [ $((i % 50)) = 0 ]; then sleep 0.1; fi; done; echo "line $i of the game"; echo $((i+1)) > count`
      await fixture.manager.start({
        ...{ id: 1, argv: ['sh', '-c', script], cwd: fixture.folder, env: { PATH: '/bin' }, limits: {} },
        ...{ cols: 120, rows: 40, ...containerLaunch },
      })
      await fixture.manager.close()
      const file = join(dirname(fixture.folder), 'received')
      writeFileSync(file, '')
      for (let kills = 0, exitCode: number | null = null; exitCode === null; ) {
        if (kills === killCount) writeFileSync(join(fixture.folder, 'enough'), '')
        const program = daemonProgram(managerOptionsIn(name, engine, fixture), file)
        const daemon = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' })
        const ended = once(daemon, 'exit')
        const before = statSync(file).size
        await until(
          () =>
            daemon.exitCode !== null || (kills < killCount && statSync(file).size > before + killAfterBytes),
          'it has received',
          receiveLimitMs,
        )
        if (daemon.exitCode === null && daemon.kill('SIGKILL')) kills += 1
        await ended
        exitCode = daemon.exitCode
        if (exitCode !== null) expect(exitCode).toBe(0)
      }
      const lines = readFileSync(file, 'utf8').split('\r\n')
      expect(lines.pop()).toBe('')
      const wrong = lines.findIndex((line, index) => line !== `line ${index} of the game`)
      expect(wrong < 0 ? [] : lines.slice(wrong, wrong + 3), `from line ${wrong} on`).toEqual([])
      expect(lines).toHaveLength(Number(readFileSync(join(fixture.folder, 'count'), 'utf8')))
      await fixture.end()
    })
  })
})
