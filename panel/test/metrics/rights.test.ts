// Who may look at metrics: of a game server with its permission, of nodes as an administrator or with `view` on them.

import type { Permission } from '@rookery/contracts/game-server-permissions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer, addPerson, allow } from '../tokens/people.ts'

let panel: TestPanel
let gameServerId: number
let nodeId: number
let otherNodeId: number
beforeAll(async () => {
  panel = await startTestPanel()
  gameServerId = await addGameServer(panel, 'Measured')
  nodeId = (await panel.app.nodes.list({ limit: 1, offset: 0 }, { all: true, except: [] })).items[0]?.id ?? 0
  otherNodeId = (await panel.app.nodes.create('another')).id
})
afterAll(() => panel.stop())

/** 101 when it opened, else the status of the refusal. */
async function opening(path: string, sessionToken: string): Promise<number> {
  const { json } = await panel.request('POST', '/api/auth/short-lived-token', { sessionToken })
  const address = new URL(path, panel.url.replace('http', 'ws'))
  address.searchParams.set('token', json.token)
  const socket = new WebSocket(address)
  return new Promise(resolve => {
    socket.on('open', () => {
      socket.close()
      resolve(101)
    })
    socket.on('unexpected-response', (_, response) => {
      socket.terminate()
      resolve(response.statusCode ?? 0)
    })
    socket.on('error', () => {})
  })
}

async function allowOnNodes(userId: number, permission: Permission, effect: 'allow' | 'deny', id: number) {
  const row = { user_id: userId, permission, effect, object_type: 'node', object_id: id } as const
  await panel.db.insertInto('user_permissions').values(row).execute()
  panel.app.changes.publish({ kind: 'rights-changed', userId })
}

describe('rights on metrics', () => {
  test('4.4 (C091) metrics of nodes: a user is refused, an administrator is let in', async () => {
    const { sessionToken } = await addPerson(panel, 'plain')
    const administrator = await panel.signIn()
    for (const path of [`/api/ws/nodes/${nodeId}/metrics`, '/api/ws/nodes/metrics']) {
      expect(await opening(path, sessionToken), path).toBe(403)
      expect(await opening(path, administrator), path).toBe(101)
    }
    const read = (token: string) =>
      panel.request('GET', `/api/nodes/${nodeId}/metrics`, { sessionToken: token })
    expect((await read(sessionToken)).status).toBe(403)
    expect((await read(administrator)).json).toMatchObject({ code: 'node_offline', http_code: 503 })
  })

  test('5.6 (C340) who may view all nodes, or one, sees exactly their metrics', async () => {
    const all = await addPerson(panel, 'views-all')
    await allowOnNodes(all.id, 'view', 'allow', 0)
    await allowOnNodes(all.id, 'view', 'deny', otherNodeId)
    expect(await opening('/api/ws/nodes/metrics', all.sessionToken)).toBe(101)
    expect(await opening(`/api/ws/nodes/${nodeId}/metrics`, all.sessionToken)).toBe(101)
    expect(await opening(`/api/ws/nodes/${otherNodeId}/metrics`, all.sessionToken)).toBe(403)
    const one = await addPerson(panel, 'views-one')
    await allowOnNodes(one.id, 'view', 'allow', nodeId)
    expect(await opening(`/api/ws/nodes/${nodeId}/metrics`, one.sessionToken)).toBe(101)
    expect(await opening(`/api/ws/nodes/${otherNodeId}/metrics`, one.sessionToken)).toBe(403)
    // All nodes that they may see: this one.
    expect(await opening('/api/ws/nodes/metrics', one.sessionToken)).toBe(101)
    const none = await addPerson(panel, 'views-none')
    expect(await opening('/api/ws/nodes/metrics', none.sessionToken)).toBe(403)
  })

  test('4.4 (C092) metrics of a game server need game-server-metrics there, and game-server-common', async () => {
    const path = `/api/ws/servers/${gameServerId}/metrics`
    const person = await addPerson(panel, 'measurer')
    await allow(panel, person.id, ['game-server-common', 'game-server-console-view'], gameServerId)
    expect(await opening(path, person.sessionToken)).toBe(403)
    await allow(panel, person.id, ['game-server-metrics'], gameServerId)
    expect(await opening(path, person.sessionToken)).toBe(101)
    expect(await opening(`/api/ws/servers/${gameServerId + 1}/metrics`, person.sessionToken)).toBe(403)
    const blind = await addPerson(panel, 'no-common')
    await allow(panel, blind.id, ['game-server-metrics'], gameServerId)
    expect(await opening(path, blind.sessionToken)).toBe(403)
  })

  test('4.4 (A08) an administrator who asks for what does not exist is told so before the socket opens', async () => {
    const sessionToken = await panel.signIn()
    for (const path of [
      '/api/ws/nodes/999999/metrics',
      '/api/ws/servers/999999/metrics',
      '/api/ws/nodes/1e1/metrics',
    ]) {
      expect(await opening(path, sessionToken), path).toBe(404)
    }
  })

  test('6.2 a form or a series that there is not is refused before the socket opens', async () => {
    const sessionToken = await panel.signIn()
    const ofNode = `/api/ws/nodes/${nodeId}/metrics`
    const ofGameServer = `/api/ws/servers/${gameServerId}/metrics`
    for (const path of [ofNode, ofGameServer, '/api/ws/nodes/metrics']) {
      expect(await opening(`${path}?form=columns`, sessionToken), path).toBe(101)
      expect(await opening(`${path}?form=rows`, sessionToken), path).toBe(422)
      expect(await opening(`${path}?series=uptime`, sessionToken), path).toBe(422)
    }
    expect(await opening(`${ofGameServer}?series=panel_server_up`, sessionToken)).toBe(101)
    expect(await opening(`${ofNode}?series=panel_server_up`, sessionToken)).toBe(422)
  })

  test('8.5 (C339) there is no route that exports metrics', async () => {
    const sessionToken = await panel.signIn()
    expect((await panel.request('GET', '/metrics')).text).not.toContain('panel_node_')
    for (const path of ['/api/metrics', '/api/metrics/export', '/api/nodes/metrics/export']) {
      const { status, text } = await panel.request('GET', path, { sessionToken })
      expect([401, 403, 404], path).toContain(status)
      expect(text).not.toContain('panel_node_')
    }
    const withMetrics = panel.app.routes
      .map(({ endpoint }) => endpoint.path)
      .filter(path => path.includes('metrics'))
    // What a node has stored is for the page of metrics, beside what the specification asks for.
    expect(withMetrics.filter(path => !path.endsWith('/history'))).toEqual([
      '/api/servers/{server}/metrics',
      '/api/nodes/{id}/metrics',
    ])
  })

  test('6.2 (C269) a metrics channel takes no messages but a ping, and does not mind odd ones', async () => {
    const sessionToken = await panel.signIn()
    const { json } = await panel.request('POST', '/api/auth/short-lived-token', { sessionToken })
    const socket = new WebSocket(
      `${panel.url.replace('http', 'ws')}/api/ws/nodes/metrics?token=${json.token}`,
    )
    const types: string[] = []
    socket.on('message', bytes => types.push(JSON.parse((bytes as Buffer).toString()).type))
    await new Promise(resolve => socket.on('open', resolve))
    socket.send('not JSON')
    socket.send(Buffer.from([1, 2, 3]))
    socket.send('{"type":"metrics.replay","payload":{}}')
    socket.send('{"type":"ping"}')
    // The history comes when the nodes are known, before the answers or after them.
    await expect.poll(() => types).toContain('metrics.replay.done')
    await expect.poll(() => types).toContain('pong')
    expect(types.filter(type => type === 'error')).toHaveLength(3)
    expect(types.lastIndexOf('error')).toBeLessThan(types.indexOf('pong'))
    socket.terminate()
  })
})
