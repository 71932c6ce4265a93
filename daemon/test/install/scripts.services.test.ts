// Scripts in containers of their own and images that are fetched, through a whole daemon on real engines.

import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { InstallStep } from '@rookery/contracts/template/install-steps.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { missingDockerEngine } from '../../../test-services/docker-engine.ts'
import { missingPodmanEngine } from '../../../test-services/podman-engine.ts'
import { proofTest } from '../../../test-services/proof-size.ts'
import { busyboxImage, type SharedEngine, sharedDocker, sharedPodman } from '../../../test-services/shared.ts'
import {
  gameScript,
  gameUserIdBase,
  openTestNode,
  plainDefinition,
  type TestNode,
  until,
} from '../open-test-node.ts'
import { type SmallRegistry, startSmallRegistry } from './small-registry.ts'

const run = promisify(execFile)
const image = busyboxImage
const engines = [
  { name: 'docker' as const, missing: missingDockerEngine(), open: sharedDocker },
  { name: 'podman' as const, missing: missingPodmanEngine(), open: sharedPodman },
]
for (const { missing } of engines) if (missing !== null) console.log(`skipped: ${missing}`)

describe.each(engines)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== null)('installations', () => {
    let engine: SharedEngine
    let node: TestNode
    let uuid: string
    let revision: number
    beforeAll(async () => {
      engine = await open()
    })
    beforeEach(async () => {
      uuid = randomUUID()
      revision = 0
      node = await openTestNode(undefined, { processManager: settings() }, { retryDelaysMs: [] })
    })
    afterEach(() => node.end())

    /** What an engine of the same interface shows, and nothing of ours does otherwise for Podman. */
    const further = name === 'podman' ? proofTest : it
    const settings = () => {
      const socketOf = (other: string) => (other === name ? engine.socketFile : false)
      const sockets = { docker_socket: socketOf('docker'), podman_socket: socketOf('podman') } as const
      return { name: 'process' as const, ...sockets }
    }
    const script = (
      text: string,
      more: Partial<Extract<InstallStep, { do: 'run-script' }>> = {},
    ): InstallStep => ({
      do: 'run-script',
      image,
      entrypoint: 'sh',
      script: text,
      folder: '/mnt/server',
      words: 'running its script',
      ...more,
    })
    const put = (change: Partial<GameServerDefinition>) => {
      revision += 1
      return node.put(1, { uuid, ...change }, revision)
    }
    const inFolder = (path: string) => join(node.folder, 'servers', uuid, path)
    const said = () =>
      node.sent
        .flatMap(message => (message.$case === 'taskOutput' ? [message.value.chunk.toString()] : []))
        .join('')
    /** Those of this node: others have theirs in the same engine. */
    const containers = async () => {
      const curl = ['-s', '--unix-socket', engine.socketFile, 'http://engine/v1.40/containers/json?all=1']
      const all = JSON.parse((await run('curl', curl)).stdout) as unknown[]
      return all.filter(container => JSON.stringify(container).includes(node.folder))
    }

    it('a script fills the folder as root, and everything becomes the game’s', async () => {
      put({
        environment: { VERSION: '1.21; id', SECRET: 'hunter2' },
        secrets: ['hunter2'],
        install: [
          script(
            [
              'id -u; pwd',
              'mkdir -p sub && echo "$VERSION" > sub/version',
              'echo bin > server',
              'grep -E "^(CapEff|NoNewPrivs)" /proc/self/status > rights',
              'echo "secret $SECRET"',
            ].join('\r\n'),
          ),
        ],
      })
      expect(await node.run(1, 'install')).toMatchObject({ status: 'success', message: 'it is installed' })
      expect(said()).toContain('running its script\n0\n/mnt/server\nsecret *******\n')
      expect(readFileSync(inFolder('sub/version'), 'utf8')).toBe('1.21; id\n')
      for (const path of ['', 'sub', 'sub/version', 'server']) {
        expect(statSync(inFolder(path)).uid).toBe(gameUserIdBase + 1)
      }
      const rights = readFileSync(inFolder('rights'), 'utf8')
      expect(rights).toMatch(/NoNewPrivs:\s1/)
      // CHOWN, DAC_OVERRIDE, FOWNER, FSETID, KILL, SETGID and SETUID: nothing else.
      expect(rights).toMatch(/CapEff:\s00000000000000fb/)
      expect(await containers()).toEqual([])
    })

    further('a script that fails says so with its last line, and leaves a clean folder', async () => {
      put({ install: [script('echo half > half; echo "no such version: 9.9"; exit 4')] })
      expect(await node.run(1, 'install')).toMatchObject({
        status: 'error',
        message: 'running its script: the script ended with exit code 4: no such version: 9.9',
        exitCode: 4,
      })
      expect(node.state(1)).toBe('install_failed')
      expect(readdirSync(inFolder(''))).toEqual([])
      expect(await containers()).toEqual([])
    })

    further('a script that is canceled is killed and removed with its container', async () => {
      put({ install: [script('echo half > half; echo at work; sleep 600')] })
      const task = node.ask(1, 'install')
      await until(() => said().includes('at work'), 'the script is at work')
      node.app.tasks.cancel({ taskId: task })
      expect(await node.ended(task)).toMatchObject({ status: 'canceled' })
      expect(readdirSync(inFolder(''))).toEqual([])
      expect(await containers()).toEqual([])
    })

    further(
      'kill -9 of the daemon while a script is at work: the next one removes the container and empties the folder',
      async () => {
        const definition = { ...plainDefinition(), uuid, install: [script('echo half > half; sleep 600')] }
        const folder = node.folder
        await node.close()
        const program = join(import.meta.dirname, 'installing-daemon.ts')
        const args = [folder, JSON.stringify(definition), JSON.stringify({ processManager: settings() })]
        const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
        try {
          await until(() => existsSync(inFolder('half')), 'the script is at work')
        } finally {
          const ended = once(child, 'exit')
          child.kill('SIGKILL')
          await ended
          await node.open()
        }
        expect(node.app.gameServers.get(1)?.record).toMatchObject({
          state: 'install_failed',
          installed: false,
        })
        expect(await containers()).toEqual([])
        expect(readdirSync(inFolder(''))).toEqual([])
      },
    )

    it('an image that cannot be had is named', async () => {
      put({ install: [script('true', { image: '127.0.0.1:9/nothing:1' })] })
      expect(await node.run(1, 'install')).toMatchObject({
        status: 'error',
        message: expect.stringContaining('the image 127.0.0.1:9/nothing:1 could not be fetched'),
      })
      put({
        process_manager: name,
        container: { image: 'localhost/nothing:1', pull: false, read_only_root: false, folder: null },
      })
      await node.run(1, 'install')
      expect(await node.run(1, 'start')).toMatchObject({
        message: expect.stringContaining(
          `the image localhost/nothing:1 is not on this node: run "${name} pull`,
        ),
      })
    })

    it('the game’s folder is where the image wants it, for the game and for programs of its installation', async () => {
      const game: InstallStep = {
        do: 'write-file',
        path: 'game.sh',
        content: `pwd; echo "home $HOME"; ${gameScript}`,
        words: 'writing',
      }
      put({
        process_manager: name,
        container: { image, pull: false, read_only_root: false, folder: '/home/container' },
        install: [
          game,
          { do: 'run-program', command: ['sh', '-c', 'pwd > where; id -u >> where'], words: 'looking' },
        ],
        command: ['sh', 'game.sh'],
      })
      expect(await node.run(1, 'install')).toMatchObject({ status: 'success' })
      expect(readFileSync(inFolder('where'), 'utf8')).toBe(`/home/container\n${gameUserIdBase + 1}\n`)
      expect(await containers()).toEqual([])
      expect(await node.run(1, 'start')).toMatchObject({ status: 'success' })
      expect(await node.consoleUntil(1, 'ready')).toContain('/home/container\r\nhome /home/container\r\n')
      expect(await node.run(1, 'stop')).toMatchObject({ status: 'success' })
    })

    // Podman speaks to a registry without TLS only when its own settings say so.
    describe.skipIf(name === 'podman')('an image that is not there', () => {
      let registry: SmallRegistry
      beforeEach(async () => {
        registry = await startSmallRegistry()
      })
      afterEach(() => registry.server.close())

      it('is fetched where that is allowed, and told', async () => {
        put({
          process_manager: name,
          container: { image: registry.image, pull: true, read_only_root: false, folder: null },
          command: ['sh', 'game.sh'],
        })
        await node.run(1, 'install')
        expect(await node.run(1, 'start')).toMatchObject({ status: 'success', message: 'ready' })
        expect(said()).toContain(`fetching the image ${registry.image}`)
        expect(registry.server.asked.length).toBeGreaterThan(2)
        await node.run(1, 'stop')
      })
    })
  })
})

it('without an engine a script is refused with a reason', async () => {
  const node = await openTestNode(undefined, {
    processManager: { name: 'process', docker_socket: false, podman_socket: false },
  })
  const step: InstallStep = {
    ...{
      do: 'run-script',
      image,
      entrypoint: 'sh',
      script: '',
      folder: '/mnt/server',
      words: 'running its script',
    },
  }
  node.put(1, { install: [step] })
  expect(await node.run(1, 'install')).toMatchObject({
    message: expect.stringContaining('this node has neither Docker nor Podman'),
  })
  await node.end()
})
