// The clock of the machine jumps, forwards and backwards: nobody gets in who should not, and nothing stops for ever.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'

const dayMs = 86_400_000
let panel: TestPanel
beforeEach(async () => {
  panel = await startTestPanel()
})
afterEach(async () => {
  await panel.stop()
})

const profile = async (sessionToken: string) =>
  (await panel.request('GET', '/api/profile', { sessionToken })).status

test('5.4 a session that was ended stays ended when a clock ran days ahead and is set right', async () => {
  const sessionToken = await panel.signIn()
  expect((await panel.request('POST', '/api/auth/logout', { sessionToken })).status).toBeLessThan(300)
  expect(await profile(sessionToken)).toBe(401)
  panel.clock.nowMs += 8 * dayMs
  await panel.app.keepHouse()
  panel.clock.nowMs -= 8 * dayMs
  // What is remembered about callers is forgotten first: the database must know.
  await panel.halt()
  const dataDir = panel.dataDir
  panel = await startTestPanel({ dataDir })
  expect(await profile(sessionToken)).toBe(401)
})

test('5.4 a session from before a jump back is neither lost nor longer than it was', async () => {
  const sessionToken = await panel.signIn()
  panel.clock.nowMs -= 60_000
  expect(await profile(sessionToken)).toBe(200)
  panel.clock.nowMs += 2 * dayMs
  expect(await profile(sessionToken)).toBe(401)
})

test('5.5 a short-lived token is not kept alive by a clock that is set back', async () => {
  const sessionToken = await panel.signIn()
  const issue = async () =>
    (await panel.request('POST', '/api/auth/short-lived-token', { sessionToken })).json.token as string
  const token = await issue()
  panel.clock.nowMs += 11_000
  expect((await panel.request('GET', `/api/ws/events?token=${token}`)).status).toBe(401)
  panel.clock.nowMs -= 45_000
  expect((await panel.request('GET', `/api/ws/events?token=${token}`)).status).toBe(401)
  expect(await issue()).toMatch(/^glst_/)
})
