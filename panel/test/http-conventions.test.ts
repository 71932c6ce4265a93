import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { isDescribed } from '@rookery/contracts/api/operations.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describedPath } from '../src/platform/api-description/openapi.ts'
import { administrator, codeOf, startTestPanel, type TestPanel } from './start-test-panel.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.stop())

describe('conventions of the HTTP API', () => {
  test('7 the error body has code, sentence, status and request id, and echoes an acceptable id', async () => {
    const answer = await panel.request('GET', '/api/profile', { headers: { 'x-request-id': 'abc-1.2_Z' } })
    expect(answer.status).toBe(401)
    expect(answer.json).toEqual({
      status: 'error',
      code: 'not_signed_in',
      message: 'sign in first: the token is missing, invalid or revoked',
      http_code: 401,
      request_id: 'abc-1.2_Z',
    })
    expect(answer.headers.get('x-request-id')).toBe('abc-1.2_Z')
    const odd = await panel.request('GET', '/api/profile', { headers: { 'x-request-id': 'a b' } })
    expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.each([
    ['not JSON', '{"login":', 'application/json', 400, 'malformed_request'],
    [
      'prototype tricks',
      '{"__proto__":{"a":1},"login":"a","password":"b"}',
      'application/json',
      400,
      'malformed_request',
    ],
    ['an array', '[]', 'application/json', 422, 'invalid_input'],
    ['null', 'null', 'application/json', 422, 'invalid_input'],
    ['wrong types', '{"login":["a"],"password":{"$ne":1}}', 'application/json', 422, 'invalid_input'],
    ['2 MiB', `{"login":"${'a'.repeat(2 * 1024 * 1024)}"}`, 'application/json', 413, 'too_large'],
    ['text', 'login=admin', 'text/plain', 415, 'unsupported_media_type'],
    ['an odd media type', '{}', 'application/jsona', 415, 'unsupported_media_type'],
  ])('4.1 a login body that is %s is refused', async (_, body, type, status, code) => {
    const answer = await panel.request('POST', '/api/auth/login', { body, headers: { 'content-type': type } })
    expect(answer.status).toBe(status)
    expect(codeOf(answer)).toBe(code)
  })

  test('4.1 a compressed body is refused as such, also one that only claims to be', async () => {
    const json = JSON.stringify({ login: 'nobody', password: 'not a password' })
    const statusOf = async (encoding: string) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
      const answer = await panel.request('POST', '/api/auth/login', { body: json, headers })
      return [answer.status, codeOf(answer)]
    }
    expect(await statusOf('gzip')).toEqual([415, 'unsupported_media_type'])
    expect(await statusOf('br')).toEqual([415, 'unsupported_media_type'])
    expect(await statusOf('Identity')).toEqual([401, 'wrong_credentials'])
  })

  test('4.1 two Authorization headers are refused, a lower-case scheme is accepted', async () => {
    const sessionToken = await panel.signIn()
    const lower = await panel.request('GET', '/api/profile', {
      headers: { authorization: `bearer ${sessionToken}` },
    })
    expect(lower.status).toBe(200)
    const raw = await rawRequest(
      panel.url,
      `GET /api/profile HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${sessionToken}\r\nAuthorization: Bearer ${sessionToken}\r\n\r\n`,
    )
    expect(raw).toMatch(/^HTTP\/1\.1 401 /)
    for (const value of [
      `Basic ${sessionToken}`,
      'Bearer',
      `Bearer  ${sessionToken}`,
      `Bearer ${sessionToken} x`,
    ]) {
      expect((await panel.request('GET', '/api/profile', { headers: { authorization: value } })).status).toBe(
        401,
      )
    }
  })

  test('4 lists are bare arrays with a total and links', async () => {
    const sessionToken = await panel.signIn()
    const answer = await panel.request('GET', '/api/templates?per_page=1', { sessionToken })
    const files = readdirSync(new URL('../../templates', import.meta.url))
    const total = files.filter(file => file.endsWith('.yaml')).length
    expect(answer.json).toMatchObject([{ source: 'built-in' }])
    expect(answer.headers.get('x-total-count')).toBe(String(total))
    expect(answer.headers.get('link')).toContain(`</api/templates?page=${total}&per_page=1>; rel="last"`)
    expect((await panel.request('GET', '/api/templates?per_page=1001', { sessionToken })).status).toBe(422)
  })

  test('4 unknown paths and methods are 404 and never carry out anything', async () => {
    const sessionToken = await panel.signIn()
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['DELETE', '/api/auth/login'],
      ['GET', '/api//servers'],
      ['GET', '/API/servers'],
      ['GET', '/api/servers/'],
    ] as const) {
      const answer = await panel.request(method, path, {
        sessionToken,
        headers: { 'x-http-method-override': 'POST' },
      })
      expect([404, 405], `${method} ${path}`).toContain(answer.status)
    }
  })

  test('4 (C096) dots in a path lead nowhere', async () => {
    const sessionToken = await panel.signIn()
    for (const path of [
      '/api/servers/../profile',
      '/api/servers/%2e%2e/profile',
      '/api/./profile',
      '/api/profile;x=1',
    ]) {
      const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${sessionToken}\r\n\r\n`
      expect(await rawRequest(panel.url, head), path).toMatch(/^HTTP\/1\.1 40[034] /)
    }
  })

  test('1 the API describes itself: every route but those of plugins is in openapi.json', async () => {
    const document = (await panel.request('GET', '/api/openapi.json')).json as {
      openapi: string
      paths: Record<string, Record<string, { operationId: string }>>
    }
    expect(document.openapi).toBe('3.1.0')
    expect(await new Validator().validate(document)).toEqual({ valid: true })
    for (const { endpoint } of panel.app.routes.filter(route => isDescribed(route.endpoint))) {
      expect(
        document.paths[describedPath(endpoint.path)]?.[endpoint.method.toLowerCase()],
        endpoint.path,
      ).toBeDefined()
    }
    const operations = Object.values(document.paths).flatMap(path =>
      Object.values(path).map(one => one.operationId),
    )
    expect(new Set(operations).size).toBe(operations.length)
  })

  test('5.11 every answer carries the security headers, and none sets a cookie', async () => {
    for (const path of ['/api/health', '/api/profile', '/api/nothing']) {
      const { headers } = await panel.request('GET', path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
      expect(headers.get('content-security-policy')).toContain("default-src 'self'")
      expect(headers.get('set-cookie')).toBeNull()
    }
    const profile = await panel.request('GET', '/api/profile')
    expect(profile.headers.get('cache-control')).toBe('no-store')
  })
})

describe('login sessions', () => {
  test('5.3 sign-in gives a token for a day or, with remember me, for a week', async () => {
    const day = await panel.request('POST', '/api/auth/login', { body: administrator })
    const week = await panel.request('POST', '/api/auth/login', {
      body: { ...administrator, remember: 'on' },
    })
    expect(day.json.token).toMatch(/^v4\.local\.[A-Za-z0-9_-]+$/)
    expect(day.json.expires_in).toBe(86_400)
    expect(week.json.expires_in).toBe(604_800)
    const before = panel.clock.nowMs
    panel.clock.nowMs = before + 86_400_000 - 1_000
    expect((await panel.request('GET', '/api/profile', { sessionToken: day.json.token })).status).toBe(200)
    panel.clock.nowMs = before + 86_400_000
    expect((await panel.request('GET', '/api/profile', { sessionToken: day.json.token })).status).toBe(401)
    expect((await panel.request('GET', '/api/profile', { sessionToken: week.json.token })).status).toBe(200)
    panel.clock.nowMs = before
  })

  test('5.3.3 logout ends the token at once and after a restart', async () => {
    const own = await startTestPanel()
    const sessionToken = await own.signIn()
    const logOut = () => own.request('POST', '/api/auth/logout', { sessionToken })
    expect((await logOut()).status).toBe(204)
    expect((await logOut()).status).toBe(401)
    await own.halt()
    const again = await startTestPanel({ dataDir: own.dataDir })
    expect((await again.request('GET', '/api/profile', { sessionToken })).status).toBe(401)
    await again.stop()
  })

  test('5.4 a short-lived token is spent at first use, among many at once exactly once', async () => {
    const sessionToken = await panel.signIn()
    const { json } = await panel.request('POST', '/api/auth/short-lived-token', { sessionToken })
    expect(json.token).toMatch(/^glst_/)
    const attempts = await Promise.all(
      Array.from({ length: 50 }, () => panel.request('GET', `/api/ws/events?token=${json.token}`)),
    )
    const statuses = attempts.map(answer => answer.status)
    expect(statuses.filter(status => status === 426)).toHaveLength(1)
    expect(statuses.filter(status => status === 401)).toHaveLength(49)
  })

  test('5.4 it dies after ten seconds, and with its login session', async () => {
    const sessionToken = await panel.signIn()
    const issue = async () =>
      (await panel.request('POST', '/api/auth/short-lived-token', { sessionToken })).json.token
    const late = await issue()
    panel.clock.nowMs += 10_001
    expect((await panel.request('GET', `/api/ws/events?token=${late}`)).status).toBe(401)
    const orphan = await issue()
    await panel.request('POST', '/api/auth/logout', { sessionToken })
    expect((await panel.request('GET', `/api/ws/events?token=${orphan}`)).status).toBe(401)
  })

  test('6.4 neither token nor password reaches the log', async () => {
    const sessionToken = await panel.signIn()
    const { json } = await panel.request('POST', '/api/auth/short-lived-token', { sessionToken })
    const requestId = 'the-one-with-a-token'
    await panel.request('GET', `/api/ws/events?token=${json.token}`, {
      headers: { 'x-request-id': requestId },
    })
    // A client may have its answer a moment before the line is written.
    await expect.poll(() => panel.logLines.some(line => line.includes(requestId))).toBe(true)
    const log = panel.logLines.join('')
    expect(log).toContain('"path":"/api/ws/events"')
    for (const secret of [json.token, sessionToken, administrator.password]) expect(log).not.toContain(secret)
  })
})

function rawRequest(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('data', chunk => {
      answer += chunk
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}
