import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { countOf, panelsOfTest } from './people.ts'

const start = panelsOfTest()
let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.stop())

async function issue(of: TestPanel, sessionToken: string) {
  const answer = await of.request('POST', '/api/auth/short-lived-token', {
    sessionToken,
    body: 'anything at all',
  })
  return answer.json as { token: string; expires_in: number }
}

/** 101 when the channel opens, else the status of the refusal. */
function openStatus(of: TestPanel, shortLivedToken: string): Promise<number> {
  return new Promise(resolve => {
    const socket = new WebSocket(`${of.url.replace('http', 'ws')}/api/ws/events?token=${shortLivedToken}`)
    socket.on('open', () => {
      socket.terminate()
      resolve(101)
    })
    socket.on('unexpected-response', (request, response) => {
      request.destroy()
      resolve(response.statusCode ?? 0)
    })
    socket.on('error', () => resolve(0))
  })
}

describe('5.4 short-lived tokens', () => {
  test('2.1 (C020, C065) the prefix, enough chance, never twice the same; a body is ignored', async () => {
    const sessionToken = await panel.signIn()
    const tokens = await Promise.all(Array.from({ length: 50 }, () => issue(panel, sessionToken)))
    for (const { token } of tokens) expect(token).toMatch(/^glst_[A-Za-z0-9_-]{43}$/)
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(50)
    expect((await panel.request('POST', '/api/auth/short-lived-token')).status).toBe(401)
  })

  test('T-001 of 100 uses of one token at once exactly one opens the channel', async () => {
    const { token } = await issue(panel, await panel.signIn())
    const statuses = await Promise.all(Array.from({ length: 100 }, () => openStatus(panel, token)))
    expect(countOf(statuses, 101)).toBe(1)
    expect(countOf(statuses, 401)).toBe(99)
  })

  test('5.4.2 (C052) first use within its life, never a second, never later', async () => {
    const sessionToken = await panel.signIn()
    const [first, late] = [await issue(panel, sessionToken), await issue(panel, sessionToken)]
    panel.clock.nowMs += 9_999
    expect(await openStatus(panel, first.token)).toBe(101)
    expect(await openStatus(panel, first.token)).toBe(401)
    panel.clock.nowMs += 1
    expect(await openStatus(panel, late.token)).toBe(401)
  })

  test('5.4 (A28) it is spent at first sight, even where it opens nothing', async () => {
    const { token } = await issue(panel, await panel.signIn())
    expect((await panel.request('GET', `/api/ws/tasks/999?token=${token}`)).status).not.toBe(401)
    expect(await openStatus(panel, token)).toBe(401)
  })

  test.each([
    ['60s', 10],
    ['3s', 3],
    ['0', 10],
    ['x', 10],
  ])('5.4.2 (C120) AUTH_SHORT_LIVED_TOKEN_TTL=%s gives a life of %i seconds', async (value, seconds) => {
    const own = await start({ variables: { AUTH_SHORT_LIVED_TOKEN_TTL: value } })
    const sessionToken = await own.signIn()
    const [inTime, late] = [await issue(own, sessionToken), await issue(own, sessionToken)]
    expect(inTime.expires_in).toBe(seconds)
    own.clock.nowMs += seconds * 1000 - 1
    expect(await openStatus(own, inTime.token)).toBe(101)
    own.clock.nowMs += 1
    expect(await openStatus(own, late.token)).toBe(401)
  })

  test('5.4 (A28, C064) it dies with its session and with its user, and cannot log out', async () => {
    const sessionToken = await panel.signIn()
    const [orphan, bearer] = [await issue(panel, sessionToken), await issue(panel, sessionToken)]
    expect((await panel.request('POST', '/api/auth/logout', { sessionToken: bearer.token })).status).toBe(401)
    await panel.request('POST', '/api/auth/logout', { sessionToken })
    expect(await openStatus(panel, orphan.token)).toBe(401)
    const own = await start()
    const widow = await issue(own, await own.signIn())
    await own.db.deleteFrom('users').execute()
    expect(await openStatus(own, widow.token)).toBe(401)
  })

  test.each(['/api/profile', '/api/servers', '/api/config/public', '/api/auth/logout'])(
    '5.4.3 (C121) in the address of %s it opens nothing and is not spent',
    async path => {
      const { token } = await issue(panel, await panel.signIn())
      const answer = await panel.request('GET', `${path}?token=${token}`)
      expect([200, 401, 405]).toContain(answer.status)
      if (path !== '/api/config/public') expect(answer.status).not.toBe(200)
      expect(await openStatus(panel, token)).toBe(101)
    },
  )
})
