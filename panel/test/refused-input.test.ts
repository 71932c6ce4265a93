// Whatever is wrong with a body, the answer says it in our own wording and never in that of the schema library.

import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { startTestPanel, type TestPanel } from './start-test-panel.ts'

let panel: TestPanel
let sessionToken: string
beforeAll(async () => {
  panel = await startTestPanel()
  sessionToken = await panel.signIn()
})
afterAll(() => panel.stop())

const wordingOfLibrary =
  /Invalid (input|option|type|value|key)|expected|received|Too (small|big)|Unrecognized/

test('7 no field of any route is refused in the wording of the schema library', async () => {
  const wrong = [{}, [], 'x'.repeat(10_000), -1, 1.5, null]
  let refused = 0
  for (const { endpoint } of panel.app.routes) {
    if (!(endpoint.body instanceof z.ZodObject)) continue
    const path = endpoint.path.replaceAll(/\{\w+\}/g, '1')
    for (const value of wrong) {
      const body = {
        ...Object.fromEntries(Object.keys(endpoint.body.shape).map(name => [name, value])),
        extra: 1,
      }
      const { status, json } = await panel.request(endpoint.method, path, { sessionToken, body })
      if (status !== 422) continue
      refused += 1
      const messages = Object.values(json.errors as Record<string, string[]>).flat()
      for (const message of messages)
        expect(message, `${endpoint.method} ${path}`).not.toMatch(wordingOfLibrary)
    }
  }
  expect(refused).toBeGreaterThan(100)
})

test('7 a field says what it must be', async () => {
  const body = {
    name: 5,
    node_id: '1',
    template_id: 0,
    ip: 'here',
    port: 70_000,
    tags: 'a',
    memory_limit_bytes: 1,
  }
  const { status, json } = await panel.request('POST', '/api/servers', { sessionToken, body })
  expect([status, json.errors]).toEqual([
    422,
    {
      name: ['must be text'],
      node_id: ['must be a number'],
      template_id: ['must be more than 0'],
      ip: ['must be an IP address'],
      port: ['must be between 1 and 65535'],
      tags: ['must be a list'],
      memory_limit_bytes: ['must be at least 16777216'],
    },
  ])
})
