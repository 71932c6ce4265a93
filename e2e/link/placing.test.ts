// The panel chooses the node of a new game server, among nodes that the test plays: where it fits, and never too many.

import { parseEnrollmentKey } from '@rookery/contracts/daemon/enrollment-key.ts'
import { NodeFacts } from '@rookery/contracts/daemon/generated/link.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestIdentity } from '../../daemon/src/platform/panel-link/enroll.ts'
import { readLinkAddress } from '../../daemon/src/platform/panel-link/link-address-client.ts'
import { newPrivateKey } from '../../daemon/src/platform/panel-link/node-certificate.ts'
import { type Asked, ask, createUser, done } from '../../panel/test/access/people.ts'
import { addTemplate } from '../../panel/test/game-servers/a-game.ts'
import { createPlan, givePlan } from '../../panel/test/plans/plan-tools.ts'
import { startTestPanel, type TestPanel } from '../../panel/test/start-test-panel.ts'
import { DaemonSide } from './link-world.ts'

const gib = 1024 ** 3

let panel: TestPanel
let admin: Asked
let template_id: number
const sides: DaemonSide[] = []
const nodes: Record<string, number> = {}

async function joinNode(name: string, limits: { cpuCores: number; memoryBytes: number; diskBytes: number }) {
  const { id } = await panel.app.nodes.create(name)
  const key = parseEnrollmentKey((await panel.app.nodes.issueEnrollment(id)).key)
  if (!key) throw new Error('not a key')
  const { caPem } = await readLinkAddress(panel.url)
  const address = `127.0.0.1:${panel.grpcPort}`
  const side = new DaemonSide(await requestIdentity({ address, caPem, key, privateKeyPem: newPrivateKey() }))
  const facts = NodeFacts.create({ version: '1', runtimes: ['process', 'docker'], ...limits })
  side.hooks.describe = () => ({ facts, gameServers: [], tasks: [] })
  let port = 20_000
  side.hooks.answer = async question =>
    question.$case === 'findFreePorts' ? { ports: question.value.requests.map(() => port++) } : {}
  sides.push(await side.connect())
  nodes[name] = id
}

beforeAll(async () => {
  panel = await startTestPanel()
  Object.defineProperty(panel.clock, 'nowMs', { get: Date.now })
  admin = { panel, sessionToken: await panel.signIn() }
  template_id = await addTemplate(panel, { needs: { memory_mb: 1024 } })
  await joinNode('large', { cpuCores: 8, memoryBytes: 16 * gib, diskBytes: 500 * gib })
  await joinNode('small', { cpuCores: 4, memoryBytes: 6 * gib, diskBytes: 100 * gib })
  await joinNode('drained', { cpuCores: 32, memoryBytes: 128 * gib, diskBytes: 900 * gib })
  await done(admin, 'PUT', `/api/nodes/${nodes.large}`, { location: 'Oslo', tags: ['ssd', 'fast'] })
  await done(admin, 'PUT', `/api/nodes/${nodes.small}`, { location: 'Berlin', tags: ['ssd'] })
  await done(admin, 'PUT', `/api/nodes/${nodes.drained}`, { placement: 'draining', tags: ['ssd'] })
})
afterAll(async () => {
  for (const { link } of sides) await link.close()
  await panel?.stop()
})

const newServer = (more: object) => ({
  ...{ name: 'castle', template_id, install: false, process_manager: 'docker' },
  ...more,
})
const create = (more: object, asked = admin) => ask(asked, 'POST', '/api/servers', newServer(more))
async function nodeOf(more: object, asked = admin): Promise<string | undefined> {
  const { node_id, id } = await done(asked, 'POST', '/api/servers', newServer(more))
  await done(admin, 'DELETE', `/api/servers/${id}?keep_files=false`)
  await panel.db.deleteFrom('deleted_game_servers').execute()
  return Object.keys(nodes).find(name => nodes[name] === node_id)
}

describe('a game server that goes anywhere', () => {
  test('comes to the node with most room, or to the one that has what is asked for', async () => {
    expect(await nodeOf({ placement: {} })).toBe('large')
    expect(await nodeOf({ placement: { location: 'Berlin' } })).toBe('small')
    expect(await nodeOf({ placement: { tags: ['ssd', 'fast'] } })).toBe('large')
    expect(await nodeOf({ placement: { tags: ['ssd'] }, memory_limit_bytes: 10 * gib })).toBe('large')
  })

  test('that fits nowhere is refused with what hinders each node, and nothing is left of it', async () => {
    const before = await done(admin, 'GET', '/api/servers')
    const { status, json } = await create({ placement: {}, memory_limit_bytes: 20 * gib })
    expect(status).toBe(409)
    expect(json.message).toBe(
      'no node takes it: drained is being drained; large has 16 GiB of memory left and 20 GiB are asked for; small has 6 GiB of memory left and 20 GiB are asked for',
    )
    expect(Object.keys(json.errors)).toEqual(['placement'])
    expect(await done(admin, 'GET', '/api/servers')).toEqual(before)
  })

  test('names a node or a placement, not both and not neither', async () => {
    const neither = await create({})
    expect([neither.status, Object.keys(neither.json.errors)]).toEqual([422, ['node_id']])
    const both = await create({ node_id: nodes.large, placement: {} })
    expect([both.status, Object.keys(both.json.errors)]).toEqual([422, ['placement']])
  })

  test('of a person with a plan stays on the nodes of the plan, and the refusal tells nothing of them', async () => {
    const person = await createUser(admin)
    const plan = await createPlan(admin, { node_ids: [nodes.small], limits: { memory_bytes: 90 * gib } })
    await givePlan(admin, person.id, plan.id)
    const asked = { panel, sessionToken: person.sessionToken }
    expect(await nodeOf({ placement: {}, memory_limit_bytes: gib }, asked)).toBe('small')
    const { status, json } = await create({ placement: {}, memory_limit_bytes: 8 * gib }, asked)
    expect(status).toBe(409)
    expect(json.message).toMatch(/^none of the nodes of your plan has room/)
  })
})

test('GET /api/placement tells what each node has left, and which one would be chosen', async () => {
  await done(admin, 'PUT', `/api/nodes/${nodes.small}`, { capacity: { overcommit_percent: { memory: 300 } } })
  const query = `template_id=${template_id}&memory_limit_bytes=${17 * gib}&tags=ssd`
  const found = await done(admin, 'GET', `/api/placement?${query}`)
  expect(found.node_id).toBe(nodes.small)
  expect(found.nodes.map(({ name, fits }: { name: string; fits: boolean }) => [name, fits])).toEqual([
    ['small', true],
    ['drained', false],
    ['large', false],
  ])
  expect(found.nodes[2]).toMatchObject({
    left: { memory_bytes: 16 * gib, cpu_percent: 800, disk_bytes: 500 * gib },
    misfits: [{ code: 'memory' }],
  })
  await done(admin, 'PUT', `/api/nodes/${nodes.small}`, { capacity: { overcommit_percent: { memory: 100 } } })
  expect((await ask(admin, 'GET', '/api/placement?template_id=999999')).status).toBe(422)
})

test('many at once fill the nodes and no more; those without a limit count for what their template needs', async () => {
  const limited = Array.from({ length: 12 }, () => create({ placement: {}, memory_limit_bytes: 3 * gib }))
  const unlimited = Array.from({ length: 8 }, () => create({ placement: {} }))
  const answers = await Promise.all([...limited, ...unlimited])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
  const rows = await panel.db.selectFrom('game_servers').select(['node_id', 'memory_limit_bytes']).execute()
  const promised = (name: string) =>
    rows
      .filter(({ node_id }) => node_id === nodes[name])
      .reduce((sum, { memory_limit_bytes }) => sum + Number(memory_limit_bytes ?? gib), 0)
  expect(promised('drained')).toBe(0)
  for (const [name, most] of [
    ['large', 16],
    ['small', 6],
  ] as const) {
    expect(promised(name)).toBeLessThanOrEqual(most * gib)
    // One with a limit would fit no more.
    expect(promised(name)).toBeGreaterThan((most - 3) * gib)
  }
})
