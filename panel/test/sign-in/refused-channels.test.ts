// A refused WebSocket gets its answer, and the client learns that the connection ends with it.

import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.stop())

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
afterAll(() => agent.destroy())

/** Status and `Connection` of what an upgrade is answered with, over the agent's one connection. */
function tryUpgrade(path: string): Promise<{ status: number | undefined; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const asking = request(panel.url + path, {
      agent,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'c2l4dGVlbiBieXRlcyEhIQ==',
      },
    })
    asking.on('response', response => {
      response.resume()
      const { connection } = response.headers
      response.on('end', () => resolve({ status: response.statusCode, connection }))
    })
    asking.on('error', reject)
    asking.end()
  })
}

test('T-001 a refused WebSocket is answered with `Connection: close`, and the next request is never lost', async () => {
  const closed = { status: 401, connection: 'close' }
  for (let attempt = 0; attempt < 20; attempt += 1) {
    // At once behind each other: whoever keeps the connection sends the second into one that the panel has closed.
    expect(await tryUpgrade('/api/ws/events?token=none')).toEqual(closed)
    expect(await tryUpgrade('/api/ws/events')).toEqual(closed)
  }
  expect(await tryUpgrade('/api/ws/nothing')).toMatchObject({ connection: 'close' })
  expect(await tryUpgrade('/api/public-config')).toMatchObject({ connection: 'close' })
})
