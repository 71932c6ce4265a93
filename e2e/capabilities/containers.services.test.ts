// Games in containers through the programs that are shipped: installed, started, typed into and stopped, in each engine.

import { createGameServer, startGameServer, stopGameServer } from '@rookery/contracts/http/game-servers.ts'
import { createTemplate } from '@rookery/contracts/http/templates.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { missingDockerEngine } from '../../test-services/docker-engine.ts'
import { missingPodmanEngine } from '../../test-services/podman-engine.ts'
import { busyboxImage, type SharedEngine, sharedDocker, sharedPodman } from '../../test-services/shared.ts'
import { Programs } from '../live/programs.ts'
import { freeGamePorts } from '../ports.ts'

const image = busyboxImage
const game = 'echo ready; while read line; do [ "$line" = quit ] && exit 0; done'

const template = (name: string) =>
  JSON.stringify({
    ...{ slug: `in-${name}`, name, game: 'script', description: '', command: ['/bin/sh', 'game.sh'] },
    process_managers: [name],
    container: { images: [{ label: 'Busybox', image, pull: false }] },
    ports: { game: { protocol: 'tcp', default: 20_000 } },
    install: [{ do: 'write-file', path: 'game.sh', content: game, words: 'writing the game' }],
    ready: { pattern: 'ready' },
    stop: { method: { by: 'command', command: 'quit' } },
  })

interface EngineUnderTest {
  name: 'docker' | 'podman'
  missing: string | null
  open(): Promise<SharedEngine>
}
const engines: EngineUnderTest[] = [
  { name: 'docker', missing: missingDockerEngine(), open: sharedDocker },
  { name: 'podman', missing: missingPodmanEngine(), open: sharedPodman },
]

describe.each(engines)('games in $name', { timeout: 240_000 }, ({ name, missing, open }) => {
  test.skipIf(missing !== null)('a game runs in a container, hears the console and ends', async () => {
    const engine = await open()
    const sockets = {
      docker_socket: name === 'docker' ? engine.socketFile : (false as const),
      podman_socket: name === 'podman' ? engine.socketFile : (false as const),
    }
    const programs = new Programs({ processManager: { name, ...sockets } })
    onTestFinished(() => programs.stop())
    await programs.start()
    const { api, nodeId } = programs
    const { id: template_id } = await api.call(createTemplate, { body: { text: template(name) } })
    const { port } = await freeGamePorts()
    const made = await api.call(createGameServer, { body: { name, node_id: nodeId, template_id, port } })
    expect(await programs.ended(made.task_id ?? 0)).toMatchObject({ status: 'success' })
    const params = { server: String(made.id) }
    const started = await api.call(startGameServer, { params })
    expect(await programs.ended(started.task_id)).toMatchObject({ status: 'success' })
    // The game ends at what is typed into its console, long before it would be killed.
    const stopped = await api.call(stopGameServer, { params })
    expect(await programs.ended(stopped.task_id)).toMatchObject({
      status: 'success',
      message: 'stopped',
    })
    await api.waitForState(made.id, 'stopped')
  })
})
