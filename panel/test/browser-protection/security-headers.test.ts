import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { type RawAnswer, rawRequest, sendBytes, webSocketHandshake } from './raw-request.ts'
import { writeServedPage } from './served-page.ts'

const names = {
  nosniff: 'x-content-type-options',
  frame: 'x-frame-options',
  referrer: 'referrer-policy',
  policy: 'content-security-policy',
  reportOnly: 'content-security-policy-report-only',
  hsts: 'strict-transport-security',
}

const json = { 'content-type': 'application/json' }

const web = writeServedPage()
let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel({ webFolder: web.folder })
})
afterAll(async () => {
  await panel.stop()
  web.remove()
})

async function answerWith(variables: Record<string, string>, headers: Record<string, string> = {}) {
  const own = await startTestPanel({ variables })
  try {
    return await rawRequest(own, { headers })
  } finally {
    await own.stop()
  }
}

function expectDefaults(answer: RawAnswer): void {
  expect(answer.headers).toMatchObject({
    [names.nosniff]: 'nosniff',
    [names.frame]: 'SAMEORIGIN',
    [names.referrer]: 'strict-origin-when-cross-origin',
    [names.policy]: expect.stringMatching(/^default-src 'self'; /),
    vary: expect.stringMatching(/^Origin(, Accept-Encoding)?$/),
    'x-request-id': expect.any(String),
  })
  expect(answer.headers).not.toHaveProperty(names.hsts)
  expect(answer.headers).not.toHaveProperty(names.reportOnly)
}

describe('5.11 headers that every answer carries', () => {
  test.each([
    ['200', 200, { path: '/api/health' }],
    ['400 for an address that cannot be decoded', 400, { path: '/api/servers/%zz?token=glst_hidden' }],
    ['401', 401, { path: '/api/profile' }],
    ['404', 404, { path: '/api/nothing' }],
    ['404 for an id of 300 characters', 404, { path: `/api/nodes/${'1'.repeat(300)}` }],
    ['404 beside the API', 404, { path: '/nothing.js' }],
    ['400 for a body that is no JSON', 400, { method: 'POST', path: '/api/auth/login', headers: json }],
    ['the page', 200, { path: '/' }],
    ['a page further in', 200, { path: '/servers/7' }],
    ['a static file', 200, { path: '/assets/app.js' }],
    ['a static file that has not changed', 304, { path: '/assets/app.js', unchanged: true }],
    ['the description of the API', 200, { path: '/api/docs' }],
    ['the refusal of a WebSocket', 401, { path: '/api/ws/events', headers: webSocketHandshake }],
    ['an unknown WebSocket', 404, { path: '/api/ws/nothing', headers: webSocketHandshake }],
  ])('5.11 (C235) %s', async (_, status, { headers = {}, ...input }: Record<string, unknown> & object) => {
    const etag = 'unchanged' in input ? (await rawRequest(panel, input)).headers.etag : undefined
    const sent = { ...(headers as Record<string, string>), ...(etag ? { 'if-none-match': etag } : {}) }
    const answer = await rawRequest(panel, { ...input, headers: sent })
    expect(answer.status).toBe(status)
    expectDefaults(answer)
    expect(answer.text).not.toContain('glst_hidden')
  })

  test.each([
    ['no request at all', 'GARBAGE\r\n\r\n', 400, 'malformed_request'],
    ['a method that nobody knows', 'FROB / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
    ['too many headers', `GET / HTTP/1.1\r\nX: ${'x'.repeat(200_000)}\r\n\r\n`, 431, 'too_large'],
  ])('5.11 (C235) %s', async (_, sent, status, code) => {
    const answer = await sendBytes(panel, sent)
    expect(answer.status).toBe(status)
    expectDefaults(answer)
    expect(JSON.parse(answer.text)).toMatchObject({ status: 'error', code, http_code: status })
    expect(JSON.parse(answer.text).request_id).toBe(answer.headers['x-request-id'])
  })

  test('5.11 (C235) 500', async () => {
    const broken = await startTestPanel()
    try {
      const authorization = `Bearer ${await broken.signIn()}`
      await broken.db.schema.dropTable('nodes').execute()
      const answer = await rawRequest(broken, { path: '/api/nodes', headers: { authorization } })
      expect(answer.status).toBe(500)
      expectDefaults(answer)
    } finally {
      await broken.stop()
    }
  })
})

describe('5.11 the variables', () => {
  test('5.11 (C236) SECURITY_HEADERS_ENABLED=false removes every one, HSTS too', async () => {
    const { headers } = await answerWith(
      { SECURITY_HEADERS_ENABLED: 'false', TLS_FORCE_HTTPS: 'true' },
      { 'x-forwarded-proto': 'https' },
    )
    for (const name of Object.values(names)) expect(headers).not.toHaveProperty(name)
  })

  test.each([
    ['C237', { SECURITY_CONTENT_TYPE_OPTIONS: 'false' }, names.nosniff, undefined],
    ['C237', { SECURITY_FRAME_OPTIONS: '' }, names.frame, undefined],
    ['C237', { SECURITY_FRAME_OPTIONS: 'DENY' }, names.frame, 'DENY'],
    ['C342', { SECURITY_REFERRER_POLICY: 'no-referrer' }, names.referrer, 'no-referrer'],
    ['C342', { SECURITY_REFERRER_POLICY: '' }, names.referrer, undefined],
  ])('5.11 (%s) %o', async (_, variables, name, value) => {
    const { headers } = await answerWith(variables as Record<string, string>)
    expect(headers[name]).toBe(value)
    const others = [names.nosniff, names.frame, names.referrer, names.policy].filter(other => other !== name)
    for (const other of others) expect(headers).toHaveProperty(other)
  })
})
