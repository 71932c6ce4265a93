// What an administrator says of where new game servers may go, and what a closed or draining node refuses.

import type { Node } from '@rookery/contracts/http/nodes.ts'
import { defaultNodePlacement } from '@rookery/contracts/node-placement.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asked, ask, createUser, done } from '../access/people.ts'
import { addTemplate } from '../game-servers/a-game.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'

const gib = 1024 ** 3

let panel: TestPanel
let admin: Asked
let templateId: number
beforeAll(async () => {
  panel = await startTestPanel({ variables: { ACTIVITY_PEOPLE: 'true' } })
  admin = { panel, sessionToken: await panel.signIn() }
  templateId = await addTemplate(panel)
})
afterAll(() => panel.stop())

const addNode = async (name: string): Promise<Node> => done(admin, 'POST', '/api/nodes', { name })
const change = (id: number, body: object) => ask(admin, 'PUT', `/api/nodes/${id}`, body)
const createOn = (node_id: number) =>
  ask(admin, 'POST', '/api/servers', { name: 'castle', node_id, template_id: templateId, install: false })

describe('a node', () => {
  test('is open, and promises what it has, until somebody says otherwise', async () => {
    expect(await addNode('new')).toMatchObject(defaultNodePlacement)
  })

  test('gets a location, tags and a capacity, each alone or all at once', async () => {
    const { id } = await addNode('frankfurt')
    await change(id, { location: ' Frankfurt ', tags: ['fast', 'ssd', 'fast'], placement: 'closed' })
    await change(id, { capacity: { reserve: { memory_bytes: 2 * gib } } })
    await change(id, { capacity: { overcommit_percent: { cpu: 250 }, reserve: { cpu_percent: 100 } } })
    const { status, json } = await change(id, { location: null })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      placement: 'closed',
      location: null,
      tags: ['fast', 'ssd'],
      capacity: {
        reserve: { memory_bytes: 2 * gib, cpu_percent: 100, disk_bytes: 0 },
        overcommit_percent: { memory: 100, cpu: 250, disk: 100 },
      },
    })
    expect(await done(admin, 'GET', `/api/nodes/${id}`)).toEqual(json)
  })

  test('refuses what makes no sense, at its field, and keeps what it had', async () => {
    const { id } = await addNode('strict')
    const wrong = {
      placement: 'full',
      location: 'x'.repeat(300),
      tags: ['a\u0000b'],
      capacity: { reserve: { memory_bytes: -1 }, overcommit_percent: { disk: 99 } },
    }
    const { status, json } = await change(id, wrong)
    expect(status).toBe(422)
    expect(Object.keys(json.errors).toSorted()).toEqual([
      'capacity.overcommit_percent.disk',
      'capacity.reserve.memory_bytes',
      'location',
      'placement',
      'tags.0',
    ])
    expect(await done(admin, 'GET', `/api/nodes/${id}`)).toMatchObject(defaultNodePlacement)
  })

  test('that somebody else has closed meanwhile is not opened by what was read before', async () => {
    const { id } = await addNode('contested')
    const sessionToken = admin.sessionToken
    const read = await panel.request('GET', `/api/nodes/${id}`, { sessionToken })
    await change(id, { placement: 'draining' })
    const headers = { 'if-match': read.headers.get('etag') ?? '' }
    const body = { placement: 'open' }
    const late = await panel.request('PUT', `/api/nodes/${id}`, { sessionToken, headers, body })
    expect(late.status).toBe(412)
    expect(await done(admin, 'GET', `/api/nodes/${id}`)).toMatchObject({ placement: 'draining' })
  })

  test('is changed by nobody without the right, and whoever did it is in Activity', async () => {
    const { id } = await addNode('guarded')
    const someone = await createUser(admin)
    const asked = { panel, sessionToken: someone.sessionToken }
    expect((await ask(asked, 'PUT', `/api/nodes/${id}`, { placement: 'closed' })).status).toBe(403)
    await change(id, { placement: 'closed', capacity: { reserve: { memory_bytes: 1.5 * gib } } })
    const entries = await done(admin, 'GET', '/api/activity?per_page=200&scope=people')
    const entry = entries.find((one: { event?: string }) => one.event === 'node_changed')
    expect(entry?.details.changes).toEqual([
      { field: 'placement', before: 'open', after: 'closed' },
      { field: 'reserved_memory', before: '0 GiB', after: '1.5 GiB' },
    ])
  })
})

describe('a node that takes nothing new', () => {
  test.each([
    [
      'closed',
      'the node closed here is closed for new servers: choose another node, or open this one on its page',
    ],
    [
      'draining',
      'the node draining here is being drained, so nothing comes to it: choose another node, or open this one on its page',
    ],
  ])('because it is %s refuses to create and to clone, and leaves nothing', async (placement, message) => {
    const { id } = await addNode(`${placement} here`)
    const { json: present } = await createOn(id)
    await change(id, { placement })
    const created = await createOn(id)
    const cloned = await ask(admin, 'POST', `/api/servers/${present.id}/clone`, {
      name: 'copy',
      files: false,
    })
    for (const answer of [created, cloned]) {
      expect(answer.status, answer.text).toBe(409)
      expect(answer.json).toMatchObject({ code: 'conflict', message })
    }
    expect(
      (await done(admin, 'GET', `/api/servers?node=${id}`)).map((one: { id: number }) => one.id),
    ).toEqual([present.id])
    await done(admin, 'PUT', `/api/servers/${present.id}`, { name: 'changed all the same' })
    await change(id, { placement: 'open' })
    expect((await createOn(id)).status).toBe(201)
  })

  test('takes back what was deleted there while it is closed, and not while it drains', async () => {
    const { id } = await addNode('with trash')
    const { json: server } = await createOn(id)
    await done(admin, 'DELETE', `/api/servers/${server.id}`)
    const restore = () => ask(admin, 'POST', `/api/deleted-servers/${server.uuid}/restore`, {})
    await change(id, { placement: 'draining' })
    const refused = await restore()
    expect([refused.status, refused.json.message]).toEqual([
      409,
      expect.stringMatching('the node with trash is being drained'),
    ])
    await change(id, { placement: 'closed' })
    expect((await restore()).status).toBe(201)
  })
})
