// The shipped examples for nginx and Caddy, started for real before a panel: pages, API, channels, TLS, client address.

import { request } from 'node:https'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { administrator, startTestPanel, type TestPanel } from '../../panel/test/start-test-panel.ts'
import { proxyKinds, type RunningProxy } from '../../test-services/web-proxies.ts'
import { waitFor } from '../wait-for.ts'

/** The whole of 127.0.0.0/8 is this machine: a browser with an address of its own. */
const browserAddress = '127.0.0.77'

describe.each(proxyKinds)('behind $name', ({ name, missing, start }) => {
  if (missing !== null) console.warn(`skipped: ${missing}`)
  let panel: TestPanel
  let proxy: RunningProxy
  beforeAll(async () => {
    if (missing !== null) return
    panel = await startTestPanel({
      variables: {
        HTTP_HOST: 'panel.example',
        TLS_FORCE_HTTPS: 'true',
        AUDIT_CLIENT_IP_HEADER: 'X-Real-IP',
      },
    })
    Object.defineProperty(panel.clock, 'nowMs', { get: Date.now })
    proxy = await start(Number(new URL(panel.url).port))
  })
  afterAll(async () => {
    await proxy?.stop()
    await panel?.stop()
  })

  const options = () => ({
    host: '127.0.0.1',
    port: proxy.port,
    servername: 'panel.example',
    ca: proxy.certificatePem,
    localAddress: browserAddress,
  })

  interface Parts {
    headers?: Record<string, string>
    body?: string
  }
  function ask(method: string, path: string, { headers = {}, body }: Parts = {}) {
    type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string }
    return new Promise<Answer>((resolve, reject) => {
      const json = body === undefined ? {} : { 'content-type': 'application/json' }
      const asked = request(
        { ...options(), method, path, headers: { host: 'panel.example', ...json, ...headers } },
        answer => {
          let text = ''
          answer.on('data', chunk => {
            text += chunk
          })
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
          answer.on('error', reject)
        },
      )
      asked.on('error', reject)
      asked.end(body)
    })
  }

  const logIn = (password: string, headers: Record<string, string> = {}) =>
    ask('POST', '/api/auth/login', {
      body: JSON.stringify({ login: administrator.login, password }),
      headers,
    })

  test.skipIf(missing !== null)('the API answers over TLS with the headers of HTTPS', async () => {
    const answer = await ask('GET', '/api/ready')
    expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('ready') })
    expect(answer.headers['strict-transport-security']).toMatch(/max-age/)
    expect(answer.headers['content-security-policy']).toBeDefined()
  })

  test.skipIf(missing !== null)(
    'A26 the audit and the limit see the browser, and nobody can choose an address',
    async () => {
      expect(
        (await logIn('wrong', { 'X-Real-IP': '203.0.113.9', 'X-Forwarded-For': '203.0.113.9' })).status,
      ).toBe(401)
      expect((await logIn(administrator.password)).status).toBe(200)
      const lines = panel.logLines.map(
        line => JSON.parse(line) as { audit?: unknown; event?: string; ip?: string },
      )
      const addresses = lines.filter(line => line.event?.startsWith('auth.')).map(line => line.ip)
      expect(new Set(addresses)).toEqual(new Set([browserAddress]))
    },
  )

  test.skipIf(missing !== null)(
    '4.4 a channel opens, speaks both ways and closes, and its token is not written down',
    async () => {
      const { token: sessionToken } = JSON.parse((await logIn(administrator.password)).text) as {
        token: string
      }
      const authorization = { authorization: `Bearer ${sessionToken}` }
      const issued = await ask('POST', '/api/auth/short-lived-token', { headers: authorization })
      const { token } = JSON.parse(issued.text) as { token: string }
      const { host: _, ...tls } = options()
      const socket = new WebSocket(`wss://127.0.0.1:${proxy.port}/api/ws/events?token=${token}`, {
        ...tls,
        headers: { host: 'panel.example' },
      })
      const messages: string[] = []
      let closeCode = 0
      socket.on('message', bytes => messages.push((bytes as Buffer).toString()))
      socket.on('close', code => {
        closeCode = code
      })
      await new Promise<void>((resolve, reject) => {
        socket.on('open', () => resolve())
        socket.on('error', reject)
      })
      socket.send(JSON.stringify({ type: 'ping', payload: {} }))
      await waitFor('an answer through the proxy', () => messages.some(text => text.includes('pong')))
      socket.close(1000)
      await waitFor('the channel is closed', () => closeCode !== 0)
      expect(closeCode).toBe(1000)
      if (name === 'nginx') {
        await waitFor('the access log is written', () => proxy.accessLog().includes('/api/ws/events'))
        expect(proxy.accessLog()).not.toContain(token)
      }
    },
  )

  test.skipIf(missing !== null).each([
    ['TLSv1.3', 'connected'],
    ['TLSv1.2', 'connected'],
    ['TLSv1.1', 'refused'],
  ] as const)('%s is %s', async (version, expected) => {
    const outcome = await new Promise<string>(resolve => {
      // The client itself must not be what refuses.
      const weak = { minVersion: version, maxVersion: version, ciphers: 'ALL:@SECLEVEL=0' }
      const socket = connect({ ...options(), ...weak })
      socket.on('secureConnect', () => resolve('connected'))
      socket.on('error', () => resolve('refused'))
      socket.on('close', () => resolve('refused'))
    })
    expect(outcome).toBe(expected)
  })
})
