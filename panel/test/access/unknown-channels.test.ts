// Channels of what does not exist: an administrator is told so before the channel opens, anybody else is refused (A08).

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer } from '../tokens/people.ts'
import { refusalOf } from './open-channel.ts'
import { createUser, type Made } from './people.ts'

let panel: TestPanel
let administrator = ''
let somebody: Made
beforeAll(async () => {
  panel = await startTestPanel()
  administrator = await panel.signIn()
  somebody = await createUser({ panel, sessionToken: administrator })
})
afterAll(() => panel.stop())

test.each([
  '/api/ws/tasks/999',
  '/api/ws/servers/999/console',
  '/api/ws/servers/999/attach',
  '/api/ws/servers/999/metrics',
  '/api/ws/nodes/999/metrics',
])('4.4 %s is 404 for an administrator and 403 for others', async path => {
  expect(await refusalOf(panel, administrator, path)).toBe(404)
  expect(await refusalOf(panel, somebody.sessionToken, path)).toBe(403)
})

test('4.4 the channels of a game server that exists open', async () => {
  const id = await addGameServer(panel, 'castle')
  for (const name of ['console', 'attach', 'metrics']) {
    expect(await refusalOf(panel, administrator, `/api/ws/servers/${id}/${name}`)).toBeNull()
  }
})
