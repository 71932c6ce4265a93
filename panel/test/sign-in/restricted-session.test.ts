import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { dayMs, logIn, setUp } from './people.ts'

const message = 'session is restricted to two-factor enrollment'
let panel: TestPanel
let sessionToken: string
beforeAll(async () => {
  panel = await startTestPanel()
  await logIn(panel)
  panel.clock.nowMs += 31 * dayMs
  sessionToken = (await logIn(panel)).json.token
})
afterAll(() => panel.stop())

const openRoutes = new Set([
  'GET /api/config/public',
  'POST /api/auth/logout',
  'GET /api/profile',
  'POST /api/profile/2fa/setup',
  'POST /api/profile/2fa/confirm',
])
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, '1')

/** Writes the path as it stands; a client would normalize it. */
function rawStatus(method: string, path: string): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(panel.url)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: panel\r\nConnection: close\r\nAuthorization: Bearer ${sessionToken}\r\nContent-Length: 0\r\n\r\n`,
      )
    })
    socket.on('data', chunk => {
      text += chunk
    })
    socket.on('end', () => resolve({ status: Number(text.split(' ')[1]), text }))
    socket.on('error', reject)
  })
}

describe('5.5.4 the restricted session', () => {
  test('5.5.4 (C141, C143, C064) five routes are open', async () => {
    for (const path of ['/api/config/public', '/api/profile', '/api/profile?x=1']) {
      expect((await panel.request('GET', path, { sessionToken })).status, path).toBe(200)
    }
    const headers = { authorization: `Bearer ${sessionToken}` }
    expect((await fetch(`${panel.url}/api/profile`, { method: 'HEAD', headers })).status).toBe(200)
    expect((await setUp(panel, sessionToken)).status).toBe(200)
    const body = { code: 'abc' }
    expect((await panel.request('POST', '/api/profile/2fa/confirm', { sessionToken, body })).status).toBe(422)
    const other = (await logIn(panel)).json.token
    expect((await panel.request('POST', '/api/auth/logout', { sessionToken: other })).status).toBe(204)
    expect((await panel.request('GET', '/api/profile', { sessionToken: other })).status).toBe(401)
  })

  test('T-016 5.5.4 (C142) every other route, channel and unknown path is 403 with the exact message', async () => {
    const routes = panel.app.routes.map(({ endpoint }) => ({ method: endpoint.method, path: endpoint.path }))
    const channels = panel.app.channels.map(({ path }) => ({ method: 'GET', path }))
    const unknown = [
      '/api/nothing',
      '/api',
      '/api/',
      '/api/plugins/x/y',
      '/api/docs',
      '/api/openapi.json',
    ].map(path => ({ method: 'GET', path }))
    let refused = 0
    for (const { method, path } of [...routes, ...channels, ...unknown]) {
      if (openRoutes.has(`${method} ${path}`)) continue
      const answer = await panel.request(method, filled(path), {
        sessionToken,
        body: method === 'GET' || method === 'HEAD' ? undefined : {},
      })
      expect(answer.status, `${method} ${path}`).toBe(403)
      refused += 1
      // An answer to HEAD has no words.
      if (method === 'HEAD') continue
      expect(answer.json.message, `${method} ${path}`).toBe(message)
      expect(answer.json.code).toBe('session_restricted')
    }
    expect(refused).toBeGreaterThan(30)
    expect((await panel.request('PUT', '/api/profile', { sessionToken, body: {} })).status).toBe(403)
  })

  test('T-016 no spelling of a path and no other method opens more', async () => {
    const spellings = ['/api/nodes', '/api/servers', '/api/auth/short-lived-token'].flatMap(path => [
      `${path}/`,
      `/${path}`,
      path.replace('/api', '/API'),
      path.replace('/api/', '/api//'),
      path.replace('/api/', '/api/./'),
      path.replace('/api/', '/api/profile/../'),
      path.replace('/api/', '/api/%2e%2e/api/'),
      path.replace('/api/', '/api%2f'),
      path.replace('api', '%61pi'),
      `${path};x=1`,
      `${path}%00`,
      `${path}%20`,
      `${path}?token=${sessionToken}`,
      `${path}#/api/profile`,
      `/api/profile/..${path}`,
      `/api/config/public/../../${path.slice(5)}`,
      `${path}.json`,
    ])
    for (const path of spellings) {
      for (const method of ['GET', 'POST']) {
        const { status, text } = await rawStatus(method, path)
        // Nothing but a refusal, or the application's own page, which holds no facts.
        const isHarmless = [400, 403, 404, 503].includes(status)
        expect(isHarmless, `${method} ${path}: ${status}`).toBe(true)
        if (status === 403) expect(text).toContain(message)
      }
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      expect((await rawStatus(method, '/api/profile')).status, method).toBe(403)
    }
  })

  test('4.1 (C065, C044) it cannot get a short-lived token or any other session', async () => {
    const answer = await panel.request('POST', '/api/auth/short-lived-token', { sessionToken })
    expect([answer.status, answer.json.message]).toEqual([403, message])
    for (const path of ['/api/auth/login', '/api/auth/2fa/verify']) {
      const refused = await panel.request('POST', path, { sessionToken, body: {} })
      expect([refused.status, refused.json.message]).toEqual([403, message])
    }
  })

  test('4.4 in a channel address it is no token at all', async () => {
    expect((await panel.request('GET', `/api/ws/events?token=${sessionToken}`)).status).toBe(401)
  })
})
