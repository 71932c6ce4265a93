// A program that is careful, against the product as it is built: it sends requests again, waits for tasks with one request,
// and changes nothing that somebody else has changed.

import type { EndpointShape } from '@rookery/contracts/http/endpoint.ts'
import {
  changeGameServer,
  createGameServer,
  deleteGameServer,
  readGameServer,
  startGameServer,
  stopGameServer,
} from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { listTasks } from '@rookery/contracts/http/tasks.ts'
import { listTemplates } from '@rookery/contracts/http/templates.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStory, type Story } from './story.ts'

describe('a careful program', () => {
  let story: Story
  let server = 0
  beforeAll(async () => {
    story = await openStory('careful')
  })
  afterAll(async () => {
    const params = { server: String(server) }
    await story?.api.call(stopGameServer, { params }).catch(() => {})
    await story?.api.waitForState(server, 'stopped').catch(() => {})
    await story?.api.call(deleteGameServer, { params }).catch(() => {})
    await story?.close()
  })

  async function send(
    { method, path }: EndpointShape,
    { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
  ) {
    const answer = await fetch(story.url + path.replace('{server}', String(server)), {
      method,
      headers: {
        authorization: `Bearer ${story.api.sessionToken}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, headers: answer.headers, json: JSON.parse(await answer.text()) }
  }

  test('makes one server of three requests, waits for its start and stop, and notices another hand', async () => {
    const [node] = (await story.api.call(listNodes, {})).toSorted((one, other) => one.id - other.id)
    const arena = (await story.api.call(listTemplates, {})).find(({ slug }) => slug === 'arena')
    const ids = { node_id: node?.id, template_id: arena?.id }
    const body = { name: 'Asked for thrice', ...ids, ...(await story.freeGamePorts()) }
    const headers = { 'idempotency-key': `${story.person.login} 1` }
    const thrice = await Promise.all([1, 2, 3].map(() => send(createGameServer, { body, headers })))
    expect(thrice.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(thrice.map(({ json }) => JSON.stringify(json))).size).toBe(1)
    server = thrice[0]?.json.id
    await story.api.waitForState(server, 'stopped')
    const query = { server: String(server) }
    expect((await story.api.call(listTasks, { query })).map(({ kind }) => kind)).toEqual(['install'])

    const wait = { prefer: 'wait=30' }
    for (const action of [startGameServer, stopGameServer]) {
      const { status, headers: given, json } = await send(action, { headers: wait })
      expect([status, given.get('preference-applied')]).toEqual([202, 'wait=30'])
      expect(json).toMatchObject({ task_id: json.task.id, task: { status: 'success' } })
    }

    const tag = (await send(readGameServer)).headers.get('etag') ?? ''
    await story.api.call(changeGameServer, { params: query, body: { tags: ['by another hand'] } })
    const change = { body: { name: 'Changed blindly' }, headers: { 'if-match': tag } }
    expect((await send(changeGameServer, change)).status).toBe(412)
    expect((await story.api.call(readGameServer, { params: query })).name).toBe('Asked for thrice')
  })
})
