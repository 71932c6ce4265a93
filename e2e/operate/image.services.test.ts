// The image: built by the real Dockerfile, run by a real engine as its compose files say; data stays, secrets stay out.

import { createNode, issueEnrollment, readNode } from '@rookery/contracts/http/nodes.ts'
import { listTasks } from '@rookery/contracts/http/tasks.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofSize } from '../../test-services/proof-size.ts'
import { signIn } from '../api.ts'
import { waitFor } from '../wait-for.ts'
import {
  decoy,
  hardeningOf,
  type ImageWorld,
  image,
  missingImageWorld,
  openImageWorld,
} from './image-world.ts'

const missing = missingImageWorld()
if (missing !== null) console.warn(`skipped: ${missing}`)
const administrator = { login: 'admin', password: 'lives in a container' }

describe.skipIf(missing !== null)('the image', () => {
  let world: ImageWorld
  beforeAll(async () => {
    world = await openImageWorld()
    await world.build(image)
    await startPanel()
  }, 600_000)
  afterAll(() => world?.stop())

  async function startPanel(): Promise<string> {
    await world.docker(
      ...['run', '--detach', '--name', 'panel', '--publish', '127.0.0.1::8025', '--volume', 'panel:/data'],
      ...hardeningOf('panel.compose.yaml', 'panel'),
      ...['--env', `ADMIN_PASSWORD=${administrator.password}`, '--env', 'AUTH_BCRYPT_COST=10'],
      ...['--health-interval', '2s', image],
    )
    return addressOf()
  }

  async function addressOf(): Promise<string> {
    const place = await world.docker('port', 'panel', '8025')
    const url = `http://${place.trim().split('\n')[0]}`
    await waitFor('the panel in the container is ready', () =>
      fetch(`${url}/api/ready`).then(
        answer => answer.ok,
        () => false,
      ),
    )
    return url
  }

  test('a node in a container joins, and runs a game', async () => {
    const api = await signIn(await addressOf(), administrator)
    const { id } = await api.call(createNode, { body: { name: 'in a container' } })
    const params = { id: String(id) }
    const { key } = await api.call(issueEnrollment, { params })
    // In the panel's network, so that its name for itself is right for the node too.
    const place = ['--network', 'container:panel', '--volume', 'node:/var/lib/rookery']
    const options = [...place, ...hardeningOf('node.compose.yaml', 'node')]
    await world.docker(
      'run',
      '--rm',
      ...options,
      image,
      'node',
      'enroll',
      'http://localhost:8025',
      '--key',
      key,
    )
    await world.docker('run', '--detach', '--name', 'node', ...options, '--no-healthcheck', image, 'daemon')
    await waitFor('the node is online', async () => (await api.call(readNode, { params })).online)
    const game = await api.createArena('In a container')
    await api.waitForState(game, 'running').catch(async (error: Error) => {
      const tasks = await api.call(listTasks, { query: { server: String(game) } as never })
      throw new Error(
        `${error.message}\n${JSON.stringify(tasks, null, 1)}\n${await world.docker('logs', '--tail', '30', 'node')}`,
      )
    })
    await world.docker('rm', '--force', '--volumes', 'node')
  }, 400_000)

  test('the panel runs without rights, is healthy, and its data outlive its container', async () => {
    const api = await signIn(await addressOf(), administrator)
    const { id } = await api.call(createNode, { body: { name: 'kept' } })
    await waitFor('the engine calls it healthy', async () => {
      return (
        (await world.docker('inspect', '--format', '{{.State.Health.Status}}', 'panel')).trim() === 'healthy'
      )
    })
    expect((await world.docker('exec', 'panel', 'id', '-u')).trim()).toBe('1000')
    expect((await world.docker('exec', 'panel', 'stat', '-c', '%a', '/data/config.env')).trim()).toBe('600')

    // A new container of the same volume, as after an update.
    await world.docker('stop', '--time', '35', 'panel')
    expect((await world.docker('inspect', '--format', '{{.State.ExitCode}}', 'panel')).trim()).toBe('0')
    await world.docker('rm', 'panel')
    const updated = await signIn(await startPanel(), administrator)
    expect((await updated.call(readNode, { params: { id: String(id) } })).name).toBe('kept')
    // The old session token is still valid: the secrets are in the volume too.
    const profile = await fetch(`${await addressOf()}/api/profile`, {
      headers: { authorization: `Bearer ${api.sessionToken}` },
    })
    expect(profile.status).toBe(200)
  }, 400_000)

  test('no secret of the build context gets into any layer', async () => {
    const stage = 'rookery-build:test'
    // What is shipped; the layers that it was built with stay with whoever built it.
    const names = proofSize({ short: [image], proof: [image, stage] })
    if (names.includes(stage)) await world.build(stage, '--target', 'build')
    for (const name of names) {
      const script = `find / -xdev \\( -name '*.env' -o -name '*.sqlite' -o -name '*.pem' \\) ; grep -rl ${decoy} /source /opt /data 2>/dev/null; true`
      const found = await world.docker('run', '--rm', '--entrypoint', 'sh', name, '-c', script)
      expect(found.trim(), name).toBe('')
      const history = await world.docker('history', '--no-trunc', name)
      expect(history).not.toMatch(/AUTH_SECRET|ENCRYPTION_KEY|PASSWORD/)
    }
  }, 400_000)
})
