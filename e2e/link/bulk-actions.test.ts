// Bulk actions at whole panels, with a node that the test plays: it takes orders, and ends them when it is told to.

import { parseEnrollmentKey } from '@rookery/contracts/daemon/enrollment-key.ts'
import { type GameServerState, NodeFacts, TaskUpdate } from '@rookery/contracts/daemon/generated/link.ts'
import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import type { BulkAction, BulkStepStatus } from '@rookery/contracts/http/bulk-actions.ts'
import type { RunState } from '@rookery/contracts/run-states.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { requestIdentity } from '../../daemon/src/platform/panel-link/enroll.ts'
import { readLinkAddress } from '../../daemon/src/platform/panel-link/link-address-client.ts'
import { newPrivateKey } from '../../daemon/src/platform/panel-link/node-certificate.ts'
import { startTestPanel, type TestPanel } from '../../panel/test/start-test-panel.ts'
import { addPerson, allow, withdrawAll } from '../../panel/test/tokens/people.ts'
import { openSharedMemoryCache } from '../../panel/test/tokens/shared-cache.ts'
import { waitFor } from '../wait-for.ts'
import { DaemonSide } from './link-world.ts'

const atOnceOnNode = 10

let panel: TestPanel
let admin: string
let side: DaemonSide
let nodeId: number
let template_id: number
beforeEach(async () => {
  panel = await startTestPanel()
  followRealTime(panel)
  admin = await panel.signIn()
  const { json } = await panel.request('GET', '/api/templates?per_page=100', { sessionToken: admin })
  template_id = (json as { id: number; slug: string }[]).find(({ slug }) => slug === 'arena')?.id ?? 0
  side = await joinNode()
})
afterEach(async () => {
  await side.link.close()
  await panel.stop()
})

/** What is asked of a node is good for a while of this clock (L16). */
const followRealTime = (one: TestPanel) => Object.defineProperty(one.clock, 'nowMs', { get: Date.now })

async function joinNode(): Promise<DaemonSide> {
  const { id } = await panel.app.nodes.create('Barn')
  const key = parseEnrollmentKey((await panel.app.nodes.issueEnrollment(id)).key)
  if (!key) throw new Error('not a key')
  const { caPem } = await readLinkAddress(panel.url)
  const address = `127.0.0.1:${panel.grpcPort}`
  const identity = await requestIdentity({ address, caPem, key, privateKeyPem: newPrivateKey() })
  nodeId = identity.nodeId
  const joined = new DaemonSide(identity)
  const facts = NodeFacts.create({ version: '1', runtimes: ['process'] })
  joined.hooks.describe = () => ({ facts, gameServers: [], tasks: [] })
  let port = 20_000
  joined.hooks.answer = async question => {
    if (question.$case !== 'findFreePorts') return {}
    return { ports: question.value.requests.map(() => port++) }
  }
  return joined.connect()
}

async function addServers(count: number, state: RunState = 'stopped'): Promise<number[]> {
  const ids: number[] = []
  for (let number = 1; number <= count; number++) {
    const body = { name: `Camp ${number}`, node_id: nodeId, template_id, install: false }
    const made = await panel.request('POST', '/api/servers', { sessionToken: admin, body })
    expect(made.status, made.text).toBe(201)
    ids.push(made.json.id)
  }
  for (const id of ids) await setState(id, state)
  return ids
}

/** As if the node had told it. */
const setState = (id: number, state: RunState) =>
  panel.db.updateTable('game_servers').set({ state }).where('id', '=', id).execute()

const orders = () => side.received.flatMap(body => (body.$case === 'runTask' ? [body.value] : []))
const orderedServers = () => orders().map(({ gameServerId }) => gameServerId)
const say = (taskId: number, status: string, message = '') =>
  side.link.send({
    $case: 'taskUpdate',
    value: TaskUpdate.create({ taskId, status, message, sequence: 1 }),
  })

const ask = (method: string, path: string, body?: object, sessionToken = admin, at = panel) =>
  at.request(method, path, { sessionToken, ...(body && { body }) })

async function start(body: object, sessionToken = admin): Promise<BulkAction> {
  const { status, json, text } = await ask('POST', '/api/bulk-actions', body, sessionToken)
  expect(status, text).toBe(202)
  return json
}
const read = async ({ id }: { id: number }, at = panel): Promise<BulkAction> =>
  (await ask('GET', `/api/bulk-actions/${id}`, undefined, admin, at)).json
const statusesOf = ({ servers }: BulkAction): BulkStepStatus[] => servers.map(({ status }) => status)

async function untilOver(bulk: BulkAction, at = panel): Promise<BulkAction> {
  await waitFor('the bulk action is over', async () => (await read(bulk, at)).ended_at !== null)
  return read(bulk, at)
}
const untilOrdered = (count: number) =>
  waitFor(`the node has ${count} orders`, () => orders().length === count)

const needed: GameServerPermission[] = ['game-server-common', 'game-server-start']

describe('a bulk action', () => {
  test('starts a few at a time, tells how far it is, and ends with what failed and why', async () => {
    const ids = await addServers(atOnceOnNode + 2)
    const bulk = await start({ action: 'start', servers: ids })
    expect(bulk).toMatchObject({ status: 'working', total: ids.length, ended_at: null })
    await untilOrdered(atOnceOnNode)
    expect((await read(bulk)).counts).toMatchObject({ working: atOnceOnNode, waiting: 2 })
    const [first, ...others] = orders()
    say(first?.taskId ?? 0, 'error', 'no space left on the node')
    for (const { taskId } of others) say(taskId, 'success')
    await untilOrdered(ids.length)
    for (const { taskId } of orders().slice(atOnceOnNode)) say(taskId, 'success')
    const over = await untilOver(bulk)
    expect(over).toMatchObject({ status: 'ended', counts: { done: ids.length - 1, failed: 1 } })
    expect(over.servers[0]).toMatchObject({
      server_name: 'Camp 1',
      status: 'failed',
      reason: { code: null, message: 'no space left on the node' },
    })
    expect(orderedServers()).toEqual(ids)
  })

  test('skips what does not fit its state, and what the person cannot do, each with its reason', async () => {
    const [mine = 0, running = 0, seen = 0, hidden = 0] = await addServers(4)
    await setState(running, 'running')
    const person = await addPerson(panel, 'keeper')
    for (const id of [mine, running]) await allow(panel, person.id, needed, id)
    await allow(panel, person.id, ['game-server-common'], seen)
    const servers = [mine, running, seen, hidden, 999_999]
    const bulk = await start({ action: 'start', servers }, person.sessionToken)
    await untilOrdered(1)
    say(orders()[0]?.taskId ?? 0, 'success')
    const over = await untilOver(bulk)
    expect(statusesOf(over)).toEqual(['done', 'skipped', 'skipped', 'skipped', 'skipped'])
    expect(over.servers.map(({ reason }) => reason?.code ?? null)).toEqual([
      null,
      'conflict',
      'forbidden',
      'forbidden',
      'forbidden',
    ])
    expect(over.servers.map(({ server_name }) => server_name)).toEqual([
      'Camp 1',
      'Camp 2',
      'Camp 3',
      null,
      null,
    ])
    expect(over.servers[1]?.reason?.message).toMatch(/is running/)
  })

  test('a permission that is withdrawn meanwhile ends what has not begun', async () => {
    const ids = await addServers(atOnceOnNode + 2)
    const person = await addPerson(panel, 'former')
    for (const id of ids) await allow(panel, person.id, needed, id)
    const bulk = await start({ action: 'start', servers: ids }, person.sessionToken)
    await untilOrdered(atOnceOnNode)
    await withdrawAll(panel, person.id)
    for (const { taskId } of orders()) say(taskId, 'success')
    const over = await untilOver(bulk)
    expect(over.counts).toMatchObject({ done: atOnceOnNode, skipped: 2 })
    expect(orders()).toHaveLength(atOnceOnNode)
  })

  test('canceled, it leaves out what has not begun, calls off what waits, and lets the rest end', async () => {
    const ids = await addServers(atOnceOnNode + 2)
    const bulk = await start({ action: 'start', servers: ids })
    await untilOrdered(atOnceOnNode)
    const [atWork, ...waiting] = orders()
    say(atWork?.taskId ?? 0, 'working')
    await waitFor('one is at work', async () => {
      const { json } = await ask('GET', `/api/tasks/${atWork?.taskId}`)
      return json.status === 'working'
    })
    const canceled = await ask('POST', `/api/bulk-actions/${bulk.id}/cancel`)
    expect([canceled.status, canceled.json.status]).toEqual([202, 'canceled'])
    const calledOff = () =>
      side.received.flatMap(body => (body.$case === 'cancelTask' ? [body.value.taskId] : []))
    await waitFor('the node is told', () => calledOff().length === waiting.length)
    expect(new Set(calledOff())).toEqual(new Set(waiting.map(({ taskId }) => taskId)))
    for (const taskId of calledOff()) say(taskId, 'canceled')
    side.link.send({
      $case: 'taskUpdate',
      value: TaskUpdate.create({ taskId: atWork?.taskId ?? 0, status: 'success', sequence: 2 }),
    })
    const over = await untilOver(bulk)
    expect(over.counts).toMatchObject({ done: 1, canceled: ids.length - 1 })
    expect((await ask('POST', `/api/bulk-actions/${bulk.id}/cancel`)).status).toBe(409)
  })

  test('goes on where it was when the panel is started again, and orders nothing twice', async () => {
    const ids = await addServers(atOnceOnNode + 3)
    const bulk = await start({ action: 'start', servers: ids })
    await untilOrdered(atOnceOnNode)
    const began = orders()
    const { dataDir, grpcPort } = panel
    await panel.halt()
    panel = await startTestPanel({ dataDir, variables: { GRPC_PORT: String(grpcPort) } })
    followRealTime(panel)
    admin = await panel.signIn()
    await side.link.close()
    side = await joinNodeAgain(began)
    for (const { taskId } of began) say(taskId, 'success')
    await untilOrdered(3)
    expect(orderedServers()).toEqual(ids.slice(atOnceOnNode))
    for (const { taskId } of orders()) say(taskId, 'success')
    expect((await untilOver(bulk)).counts).toMatchObject({ done: ids.length, failed: 0 })
    const tasks = await panel.db.selectFrom('tasks').select('server_id').execute()
    expect(tasks).toHaveLength(ids.length)
  })

  test('a tag and a console command are for those who may, and a command is never sent twice', async () => {
    const [one = 0, two = 0] = await addServers(2, 'running')
    await start({ action: 'tag', servers: [one, two], add_tags: ['camps'] }).then(untilOver)
    const { json } = await ask('GET', `/api/servers/${two}`)
    expect(json.tags).toEqual(['camps'])
    const person = await addPerson(panel, 'typist')
    await allow(panel, person.id, ['game-server-common', 'game-server-console-send'], one)
    const refused = await ask(
      'POST',
      '/api/bulk-actions',
      { action: 'delete', servers: [one] },
      person.sessionToken,
    )
    expect(refused.status).toBe(403)
    const typed: string[] = []
    side.hooks.answer = async question => {
      if (question.$case === 'consoleInput') typed.push(Buffer.from(question.value.line).toString())
      return {}
    }
    const bulk = await start(
      { action: 'command', servers: [one, two], command: 'say hi' },
      person.sessionToken,
    )
    expect(statusesOf(await untilOver(bulk))).toEqual(['done', 'skipped'])
    expect(typed).toEqual(['say hi'])
  })

  test('deletes those that are stopped; of others it says why not', async () => {
    const [stopped = 0, running = 0] = await addServers(2)
    await setState(running, 'running')
    const over = await start({ action: 'delete', servers: [stopped, running] }).then(untilOver)
    expect(statusesOf(over)).toEqual(['done', 'skipped'])
    const { json } = await ask('GET', '/api/servers')
    expect((json as { id: number }[]).map(({ id }) => id)).toEqual([running])
  })

  test('is seen by whoever asked for it, and by those who view all tasks', async () => {
    const [id = 0] = await addServers(1)
    const owner = await addPerson(panel, 'owner')
    const other = await addPerson(panel, 'other')
    await allow(panel, owner.id, needed, id)
    const bulk = await start({ action: 'start', servers: [id] }, owner.sessionToken)
    const path = `/api/bulk-actions/${bulk.id}`
    const statuses = await Promise.all(
      [owner.sessionToken, other.sessionToken, admin].map(
        async token => (await ask('GET', path, undefined, token)).status,
      ),
    )
    expect(statuses).toEqual([200, 403, 200])
    const listed = async (token: string) =>
      (await ask('GET', '/api/bulk-actions', undefined, token)).json.length
    expect([await listed(owner.sessionToken), await listed(other.sessionToken), await listed(admin)]).toEqual(
      [1, 0, 1],
    )
    expect((await ask('POST', `${path}/cancel`, undefined, other.sessionToken)).status).toBe(403)
  })

  test('one request tells what a person can do on each of many servers', async () => {
    const [one = 0, two = 0, three = 0] = await addServers(3)
    const person = await addPerson(panel, 'mixed')
    await allow(panel, person.id, needed, one)
    await allow(panel, person.id, ['game-server-common'], two)
    const body = { servers: [one, two, three, 999_999] }
    const { json } = await ask('POST', '/api/servers/abilities', body, person.sessionToken)
    expect(json).toMatchObject({ 'game-server-common': [one, two], 'game-server-start': [one] })
    expect(json['game-server-stop']).toEqual([])
    const all = await ask('POST', '/api/servers/abilities', body)
    expect(all.json['game-server-stop']).toEqual([one, two, three])
    expect((await ask('POST', '/api/servers/abilities', { servers: [] })).status).toBe(422)
  })

  test('one request tells of those that a person sees what a stop can wait for, and how many play', async () => {
    const [one = 0, two = 0, three = 0] = await addServers(3)
    const person = await addPerson(panel, 'careful')
    for (const id of [one, two]) await allow(panel, person.id, ['game-server-common'], id)
    const body = { servers: [three, two, one, one, 999_999] }
    const unknown = { players: null, can_plan: false, can_message: false }
    const { json } = await ask('POST', '/api/servers/power-options', body, person.sessionToken)
    expect(json).toMatchObject([one, two].map(server_id => ({ server_id, ...unknown })))
    const all = await ask('POST', '/api/servers/power-options', body)
    expect(all.json).toMatchObject([one, two, three].map(server_id => ({ server_id })))
    expect((await ask('POST', '/api/servers/power-options', { servers: [] })).status).toBe(422)
  })
})

/** The same node at a panel that was started again: it knows the tasks that it was given. */
async function joinNodeAgain(known: ReturnType<typeof orders>): Promise<DaemonSide> {
  const before = side
  const joined = new DaemonSide({ ...before.node, address: `127.0.0.1:${panel.grpcPort}` })
  const facts = NodeFacts.create({ version: '1', runtimes: ['process'] })
  const tasks = known.map(({ taskId, runKey }) =>
    TaskUpdate.create({ taskId, runKey, status: 'waiting', sequence: 0 }),
  )
  joined.hooks.describe = () => ({ facts, gameServers: [] as GameServerState[], tasks })
  return joined.connect()
}

test('two instances carry out one bulk action once, and the other goes on when the first ends', async () => {
  const cache = openSharedMemoryCache()
  const one = await startTestPanel({ cache })
  const two = await startTestPanel({ cache, dataDir: one.dataDir })
  try {
    followRealTime(one)
    followRealTime(two)
    const sessionToken = await one.signIn()
    const node = await one.app.nodes.create('away')
    const ids: number[] = []
    for (const name of ['left', 'right']) {
      const body = { name, node_id: node.id, template_id, install: false }
      ids.push((await one.request('POST', '/api/servers', { sessionToken, body })).json.id)
    }
    const body = { action: 'tag', servers: ids, add_tags: ['both'] }
    const at = async (which: TestPanel, id: number) =>
      (await which.request('GET', `/api/bulk-actions/${id}`, { sessionToken })).json as BulkAction
    const made = (await one.request('POST', '/api/bulk-actions', { sessionToken, body })).json as BulkAction
    await Promise.all([one.app.keepHouse(), two.app.keepHouse()])
    await waitFor('it is over', async () => (await at(two, made.id)).ended_at !== null)
    expect(statusesOf(await at(two, made.id))).toEqual(['done', 'done'])
    // One that an instance had in hand when it was killed: its lease has run out.
    const { id } = await one.db
      .insertInto('bulk_actions')
      .values({
        ...{ action: 'tag', options: JSON.stringify({ remove_tags: ['both'] }), requested_by: 1 },
        ...{ lease: 'gone', leased_until: Date.now() - 1, canceled_at: null, created_at: 1, ended_at: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const step = {
      bulk_id: id,
      server_name: 'left',
      node_id: 0,
      task_id: null,
      reason_code: null,
      reason: null,
    }
    await one.db
      .insertInto('bulk_steps')
      .values([
        { ...step, position: 0, server_id: ids[0] ?? 0, status: 'waiting' },
        { ...step, position: 1, server_id: ids[1] ?? 0, status: 'sending' },
      ])
      .execute()
    await two.app.keepHouse()
    await waitFor('the other has ended it', async () => (await at(one, id)).ended_at !== null)
    expect(statusesOf(await at(one, id))).toEqual(['done', 'failed'])
  } finally {
    await two.halt()
    await one.stop()
    await cache.close()
  }
})
