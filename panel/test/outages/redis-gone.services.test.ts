// T-106: a panel on a real Redis that goes away, comes back, and loses everything it held.

import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPausableProxy, type PausableProxy } from '../../../test-services/pausable-proxy.ts'
import { missingRedis, startRedis } from '../../../test-services/redis.ts'
import type { RunningComponent } from '../../../test-services/running-component.ts'
import type { OpenCache } from '../../src/platform/cache/cache.ts'
import { openRedisCache } from '../../src/platform/cache/redis-cache.ts'
import { administrator, startTestPanel, type TestPanel } from '../start-test-panel.ts'

const missing = missingRedis()
if (missing !== null) console.warn(`skipped: ${missing}`)
const patiently = { timeout: 60_000 }

describe.skipIf(missing !== null)('Redis is gone', () => {
  let redis: RunningComponent
  let proxy: PausableProxy
  let cache: OpenCache
  let panel: TestPanel
  let sessionToken: string
  let accessToken: string
  /** While the clock stands: a short-lived token outlives a slow machine. */
  let heldMs: number | null = null
  beforeAll(async () => {
    redis = await startRedis()
    proxy = await openPausableProxy(redis.port)
    const { host, password } = new URL(proxy.through(redis.url))
    const log = { info: () => {}, warn: () => {} }
    cache = await openRedisCache({ address: host, password, database: 0 }, log)
    panel = await startTestPanel({ cache })
    Object.defineProperty(panel.clock, 'nowMs', { get: () => heldMs ?? Date.now() })
    sessionToken = await panel.signIn()
    const body = { name: 'a script', abilities: ['server:list'] }
    accessToken = (await panel.request('POST', '/api/tokens', { sessionToken, body })).json.token
  })
  afterAll(async () => {
    await panel?.stop()
    await cache?.close()
    await proxy?.close()
    await redis?.stop()
  })

  const statusOf = async (method: string, path: string, token?: string, body?: object) =>
    (
      await panel.request(method, path, {
        ...(token ? { sessionToken: token } : {}),
        ...(body ? { body } : {}),
      })
    ).status
  const logIn = (password: string) =>
    statusOf('POST', '/api/auth/login', undefined, { login: administrator.login, password })
  const issue = () => panel.request('POST', '/api/auth/short-lived-token', { sessionToken })
  const isReady = () => statusOf('GET', '/api/ready')

  test.each([
    ['silently', () => proxy.goSilent()],
    ['refusing', () => proxy.refuse()],
  ] as const)(
    'T-106 %s: sign-ins 503 and not counted, sessions and access tokens go on, glst_ 503, and all comes back',
    async (_way, leave) => {
      expect(await isReady()).toBe(200)
      heldMs = Date.now()
      const { token } = (await issue()).json as { token: string }
      leave()
      try {
        await expect.poll(isReady, patiently).toBe(503)
        expect(await statusOf('GET', `/api/ws/events?token=${token}`)).toBe(503)
        heldMs = null
        expect(await statusOf('GET', '/api/health')).toBe(200)
        for (let tries = 0; tries < 6; tries++) expect(await logIn('wrong')).toBe(503)
        expect(await logIn(administrator.password)).toBe(503)
        expect(await statusOf('GET', '/api/profile', sessionToken)).toBe(200)
        expect(await statusOf('GET', '/api/servers', accessToken)).toBe(200)
        expect((await issue()).status).toBe(503)
      } finally {
        heldMs = null
        proxy.pass()
      }
      await expect.poll(isReady, patiently).toBe(200)
      expect(await logIn(administrator.password)).toBe(200)
      expect((await issue()).json.token).toMatch(/^glst_/)
    },
    180_000,
  )

  test('T-106 flushed: rights, sessions, ended sessions and access tokens are as they were', async () => {
    const ended = await panel.signIn()
    expect(await statusOf('POST', '/api/auth/logout', ended)).toBeLessThan(300)
    const waiting = ((await issue()).json as { token: string }).token
    const person = { login: 'person', password: 'a person without rights' }
    const made = await panel.request('POST', '/api/users', { sessionToken, body: person })
    expect(made.status).toBeLessThan(300)
    const personToken = await panel.signIn(person)
    expect(await statusOf('GET', '/api/users', personToken)).toBe(403)
    await flush(redis)
    expect(await statusOf('GET', '/api/profile', sessionToken)).toBe(200)
    expect(await statusOf('GET', '/api/servers', accessToken)).toBe(200)
    expect(await statusOf('GET', '/api/profile', ended)).toBe(401)
    expect(await statusOf('GET', '/api/users', personToken)).toBe(403)
    expect(await statusOf('GET', '/api/users', sessionToken)).toBe(200)
    // What Redis alone has known is gone, and refused: never taken for valid.
    expect(await statusOf('GET', `/api/ws/events?token=${waiting}`)).toBe(401)
    expect((await issue()).json.token).toMatch(/^glst_/)
    // A withdrawn right acts at once also afterwards.
    const { id } = made.json as { id: number }
    expect(await statusOf('DELETE', `/api/users/${id}`, sessionToken)).toBeLessThan(300)
    expect(await statusOf('GET', '/api/profile', personToken)).toBe(401)
  }, 120_000)
})

/** As an operator would by hand. */
async function flush(redis: RunningComponent): Promise<void> {
  const { password } = new URL(redis.url)
  const socket = connect(redis.port, '127.0.0.1')
  try {
    socket.write(`AUTH ${password}\r\nFLUSHALL\r\n`)
    let answer = ''
    for await (const chunk of socket) {
      answer += String(chunk)
      if ((answer.match(/\+OK/g) ?? []).length === 2) return
    }
    throw new Error(`Redis answered ${answer}`)
  } finally {
    socket.destroy()
  }
}
