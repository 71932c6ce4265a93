import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administrator, startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { logIn } from './people.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel({ variables: { AUDIT_CLIENT_IP_HEADER: 'X-Real-IP' } })
})
afterAll(() => panel.stop())

let addresses = 0
/** Each request from an address of its own: the limit is no matter of these tests. */
const post = (path: string, body: string, type = 'application/json') =>
  panel.request('POST', path, {
    body,
    headers: { 'content-type': type, 'x-real-ip': `192.0.2.${++addresses % 250}` },
  })

describe('hostile input at the sign-in', () => {
  test.each([
    ['duplicate keys with a wrong type last', '{"login":"admin","password":"x","login":["admin"]}', [422]],
    ['a list as login', '{"login":["a"],"password":"x"}', [422]],
    ['a query as login', '{"login":{"$ne":1},"password":{"$ne":1}}', [422]],
    ['__proto__', '{"__proto__":{"isAdmin":true},"login":"admin","password":"x"}', [400]],
    [
      'constructor.prototype',
      '{"constructor":{"prototype":{"isAdmin":true}},"login":"admin","password":"x"}',
      [400, 401],
    ],
    ['NUL in the login', '{"login":"admin\\u0000","password":"x"}', [422]],
    ['NUL in the password', '{"login":"nobody","password":"x\\u0000y"}', [401]],
    ['a lone surrogate', '{"login":"\\ud800","password":"x"}', [401, 422]],
    [
      '10,000-deep nesting',
      `{"login":${'['.repeat(10_000)}${']'.repeat(10_000)},"password":"x"}`,
      [400, 422],
    ],
    ['deep nesting without an end', '['.repeat(100_000), [400]],
    ['a huge number', '{"login":1e999,"password":"x"}', [400, 422]],
    ['an empty body', '', [400]],
    ['a byte order mark', '\uFEFF{"login":"nobody","password":"x"}', [400, 401]],
  ])('T-035 %s', async (_, body, allowed) => {
    const answer = await post('/api/auth/login', body)
    expect(allowed).toContain(answer.status)
    expect(answer.json.request_id).toBeDefined()
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  })

  test.each([
    ['with NUL', 'admin\0', 422],
    ['with a space behind', 'admin ', 401],
    ['with a tab before', '\tadmin', 401],
    ['with a no-break space', 'admin\u00a0', 401],
    ['with a homoglyph', '\u0430dmin', 401],
    ['in full width', '\uff41\uff44\uff4d\uff49\uff4e', 401],
    ['of 1,025 characters', 'a'.repeat(1025), 422],
    ['of a megabyte', 'a'.repeat(1_000_000), 422],
  ])('T-037 the right password with a login %s is refused', async (_, login, status) => {
    const headers = { 'x-real-ip': `198.51.100.${++addresses % 250}` }
    const answer = await logIn(panel, { login, password: administrator.password }, { headers })
    expect(answer.status).toBe(status)
  })

  test('4.1 (C062) bodies that are no object, and bodies that are too large', async () => {
    expect((await post('/api/auth/login', 'login=admin')).status).toBe(400)
    expect((await post('/api/auth/login', '[]')).status).toBe(422)
    expect((await post('/api/auth/login', 'null')).status).toBe(422)
    expect((await post('/api/auth/login', `"${'a'.repeat(2 * 1024 * 1024)}"`)).status).toBe(413)
  })

  test('6.4 (C275) a login that nobody has is not written into the audit line, a password never is', async () => {
    const headers = { 'x-real-ip': '192.0.2.252' }
    await logIn(panel, { login: 'my password by mistake', password: 'hunter2 hunter2' }, { headers })
    const line = JSON.parse(panel.logLines.filter(one => one.includes('"auth.login"')).at(-1) ?? '{}')
    expect(line).toMatchObject({ outcome: 'failure', actor_id: null, actor_login: null, ip: '192.0.2.252' })
    expect(panel.logLines.join('')).not.toMatch(/my password by mistake|hunter2/)
  })
})
