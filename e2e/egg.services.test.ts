// An egg from its text to a running game: imported, installed by its script in a container, configured, started, stopped.

import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingDockerEngine } from '../test-services/docker-engine.ts'
import { busyboxImage, sharedDocker } from '../test-services/shared.ts'
import { LiveWorld } from './live/live-world.ts'
import { waitFor } from './wait-for.ts'

const image = busyboxImage
/** It would leave this file behind if it were ever read by a shell. */
const hostile = `it's "quoted"; touch /home/container/pwned; $(touch /home/container/pwned) \`touch pwned\``

/** A game that tells what it was given, and ends at SIGINT as a game should. */
const game = `#!/bin/sh
trap 'echo saved; exit 0' INT
echo "arguments: $#"
for argument; do echo "<$argument>"; done
echo "folder: $(pwd), user: $(id -u), memory: $SERVER_MEMORY"
cat settings.properties
echo "all is ready now"
while :; do sleep 1; done
`

const variable = (name: string, initial: string, rules: string) => ({
  name,
  description: '',
  env_variable: name,
  default_value: initial,
  user_viewable: true,
  user_editable: true,
  rules,
})

const egg = {
  meta: { version: 'PTDL_v2', update_url: null },
  name: 'Told',
  author: 'somebody@example.com',
  description: 'A game that tells what it was given.',
  features: null,
  docker_images: { Busybox: `~${image}` },
  file_denylist: [],
  startup: 'sh ./game.sh "{{MOTTO}}" --port {{SERVER_PORT}}',
  config: {
    files: JSON.stringify({
      'settings.properties': {
        parser: 'properties',
        find: { port: '{{server.build.default.port}}', motto: '{{server.build.env.MOTTO}}' },
      },
    }),
    startup: '{"done": "all is ready"}',
    logs: '{}',
    stop: '^C',
  },
  scripts: {
    installation: {
      script: `cd /mnt/server\r\nprintf '%s' '${game.replaceAll("'", `'\\''`)}' > game.sh\r\nprintf '# kept\\nport=1\\n' > settings.properties\r\necho "installed $MOTTO_SIZE"\r\n`,
      container: `~${image}`,
      entrypoint: 'sh',
    },
  },
  variables: [variable('MOTTO', 'none', 'required|string|max:200'), variable('MOTTO_SIZE', '12', 'integer')],
}

const missing = missingDockerEngine()
if (missing !== null) console.log(`skipped: ${missing}`)

describe.skipIf(missing !== null)('an egg in its container', () => {
  let world: LiveWorld
  beforeAll(async () => {
    const { socketFile } = await sharedDocker()
    const sockets = { docker_socket: socketFile, podman_socket: false } as const
    world = await new LiveWorld({ processManager: { name: 'docker', ...sockets } }).start()
  })
  afterAll(() => world?.stop())

  test('T-101 it installs, sees its values and its config file, runs no value, and ends at ^C', async () => {
    const imported = await world.ask('POST', '/api/templates/import', { text: JSON.stringify(egg) })
    expect(imported.status, imported.text).toBe(200)
    const created = await world.ask('POST', '/api/servers', {
      name: 'told',
      node_id: world.nodeId,
      template_id: imported.json.id,
      memory_limit_bytes: 256 * 1024 * 1024,
      variables: { MOTTO: hostile },
    })
    expect(created.status, created.text).toBe(201)
    const { id, task_id, directory, port } = created.json
    expect(await world.ended(task_id)).toMatchObject({ status: 'success' })
    expect((await world.ask('GET', `/api/tasks/${task_id}/output`)).text).toContain('installed 12')

    expect(await world.act(id, 'start')).toMatchObject({ status: 'success' })
    const reported = async () => (await world.ask('GET', `/api/servers/${id}/console`)).json.output as string
    await waitFor('the game has told everything', async () => (await reported()).includes('all is ready'))
    const output = (await reported()).replaceAll('\r\n', '\n')
    expect(output).toContain(`arguments: 3\n<${hostile}>\n<--port>\n<${port}>\n`)
    expect(output).toMatch(/folder: \/home\/container, user: [1-9]\d+, memory: 256\n/)
    expect(readFileSync(`${directory}/settings.properties`, 'utf8')).toMatch(
      new RegExp(`^# kept\nport=${port}\nmotto=`),
    )
    expect(existsSync(`${directory}/pwned`)).toBe(false)

    expect(await world.act(id, 'stop')).toMatchObject({ status: 'success' })
    expect(await reported()).toContain('saved')
  })
})
