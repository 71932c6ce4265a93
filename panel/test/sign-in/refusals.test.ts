// Section 7: what each cause is answered with, what an error tells, and what no answer ever carries.

import { errors } from '@rookery/contracts/errors.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { callByName, namesOfAll } from '../harmless-calls.ts'
import { administrator, type TestPanel } from '../start-test-panel.ts'
import { addPerson, dayMs, logIn, panelsOfTest } from './people.ts'

const start = panelsOfTest()
type Answer = Awaited<ReturnType<TestPanel['request']>>

/** The whole body, which tells nothing of the program behind it. */
function expectRefusal(answer: Answer, status: number, code: keyof typeof errors): void {
  expect([answer.status, answer.json.code], answer.text).toEqual([status, code])
  const { errors: fields, missing, ...rest } = answer.json
  expect(rest).toEqual({
    status: 'error',
    code,
    message: expect.stringMatching(/^.{5,200}$/),
    http_code: status,
    request_id: answer.headers.get('x-request-id'),
  })
  expect(fields === undefined || status === 422).toBe(true)
  expect(missing === undefined || code === 'forbidden').toBe(true)
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(answer.text).not.toMatch(/\.(ts|js|mjs):\d|node_modules|\bat .+\(|stack|SQLITE|select /i)
}

async function createToken(panel: TestPanel, sessionToken: string): Promise<string> {
  const body = { name: 'a script', abilities: ['server:list'] }
  return (await panel.request('POST', '/api/tokens', { sessionToken, body })).json.token
}

describe('7 refusals', () => {
  test('7 (C290) 401: token missing, invalid or revoked', async () => {
    const panel = await start()
    const ask = (sessionToken: string) => panel.request('GET', '/api/profile', { sessionToken })
    expectRefusal(await ask(''), 401, 'not_signed_in')
    expectRefusal(await ask('v4.local.nonsense'), 401, 'not_signed_in')
    const sessionToken = await panel.signIn()
    await panel.request('POST', '/api/auth/logout', { sessionToken })
    expectRefusal(await ask(sessionToken), 401, 'not_signed_in')
    expectRefusal(await logIn(panel, { login: 'admin', password: 'x' }), 401, 'wrong_credentials')
  })

  test('7 (C290) 403: the user or the token lacks the right, or the session may only enroll', async () => {
    const panel = await start()
    const sessionToken = await panel.signIn(await addPerson(panel))
    expectRefusal(await panel.request('GET', '/api/nodes', { sessionToken }), 403, 'forbidden')
    const token = await createToken(panel, await panel.signIn())
    expectRefusal(await panel.request('GET', '/api/nodes', { sessionToken: token }), 403, 'forbidden')
    panel.clock.nowMs += 31 * dayMs
    const restricted = await panel.signIn()
    const refused = await panel.request('GET', '/api/servers', { sessionToken: restricted })
    expectRefusal(refused, 403, 'session_restricted')
    expect(refused.json.message).toBe('session is restricted to two-factor enrollment')
  })

  test('7 (C290) 422: the fields are named, each with what is wrong', async () => {
    const panel = await start()
    const answer = await panel.request('POST', '/api/auth/login', { body: { login: 7 } })
    expectRefusal(answer, 422, 'invalid_input')
    expect(Object.keys(answer.json.errors).sort()).toEqual(['login', 'password'])
    for (const sentences of Object.values(answer.json.errors)) expect(sentences).toHaveLength(1)
  })

  test('7 (C290) 429: with Retry-After 900, and on no other answer', async () => {
    const panel = await start()
    const wrong = () => logIn(panel, { login: 'somebody', password: 'x' })
    for (let count = 0; count < 5; count++) expect((await wrong()).headers.get('retry-after')).toBeNull()
    const refused = await wrong()
    expectRefusal(refused, 429, 'too_many_attempts')
    expect(refused.headers.get('retry-after')).toBe('900')
  })

  test('7 (C290) 503: the CAPTCHA service is unreachable', async () => {
    const panel = await start({
      variables: {
        CAPTCHA_PROVIDER: 'challenge',
        CAPTCHA_SITE_KEY: 'site',
        CAPTCHA_SECRET_KEY: 'secret',
        // Nothing listens there.
        CAPTCHA_VERIFY_URL: 'http://127.0.0.1:9/verify',
      },
    })
    const answer = await logIn(panel, administrator, { captcha: 'solved' })
    expectRefusal(answer, 503, 'captcha_unavailable')
  })

  test('7 (C291) an unexpected failure is 500 with a general sentence; the log has the rest under the request id', async () => {
    const panel = await start()
    const sessionToken = await panel.signIn()
    await sql`drop table personal_access_tokens`.execute(panel.db)
    const answer = await panel.request('GET', '/api/tokens', { sessionToken })
    expectRefusal(answer, 500, 'internal')
    expect(answer.json.message).toBe(errors.internal.message)
    const lines = panel.logLines.filter(line => line.includes(answer.json.request_id))
    expect(lines.some(line => line.includes('"error"') && line.includes('personal_access_tokens'))).toBe(true)
    expect((await panel.request('GET', '/api/profile', { sessionToken })).status).toBe(200)
  })
})

describe('header authentication', () => {
  test('4.1 (C070) the profile: a session and a restricted session may read it, a token may not', async () => {
    const panel = await start()
    const sessionToken = await panel.signIn()
    const token = await createToken(panel, sessionToken)
    const read = (bearer: string) => panel.request('GET', '/api/profile', { sessionToken: bearer })
    expect((await read(sessionToken)).status).toBe(200)
    expectRefusal(await read(token), 403, 'forbidden')
    panel.clock.nowMs += 31 * dayMs
    const answer = await logIn(panel)
    expect(answer.json.mfa_enrollment_required).toBe(true)
    expect((await read(answer.json.token)).json).toMatchObject({ login: 'admin', two_factor_enabled: false })
  })

  test('5.3.6 (C118) a change from an allowed origin needs the header and no CSRF token; a cookie alone is nothing', async () => {
    const panel = await start({ variables: { HTTP_ALLOWED_ORIGINS: 'https://panel.example' } })
    const sessionToken = await panel.signIn()
    const origin = { origin: 'https://panel.example' }
    const body = { name: 'from the page', abilities: ['server:list'] }
    const made = await panel.request('POST', '/api/tokens', { sessionToken, body, headers: origin })
    expect(made.status).toBe(201)
    expect(made.headers.get('access-control-allow-origin')).toBe('https://panel.example')
    expect(made.headers.get('access-control-allow-credentials')).toBeNull()
    const cookie = { ...origin, cookie: `token=${sessionToken}; session=${sessionToken}` }
    expectRefusal(await panel.request('POST', '/api/tokens', { body, headers: cookie }), 401, 'not_signed_in')
    expect((await panel.request('GET', '/api/tokens', { sessionToken })).json).toHaveLength(1)
  })

  test('5.3.6 (C119) no answer sets a cookie, on no route, to nobody', async () => {
    const panel = await start()
    const answers = [await logIn(panel), await logIn(panel, { login: 'nobody', password: 'x' })]
    let sessionToken = await panel.signIn()
    for (const name of namesOfAll(panel)) {
      answers.push(await callByName(panel, name, null), await callByName(panel, name, sessionToken))
      if (name === 'POST /api/auth/logout') sessionToken = await panel.signIn()
    }
    expect((await panel.request('GET', '/api/profile', { sessionToken })).status).toBe(200)
    answers.push(await panel.request('GET', '/'), await panel.request('GET', '/api/nothing'))
    expect(answers.length).toBeGreaterThan(60)
    for (const { headers } of answers) expect(headers.getSetCookie()).toEqual([])
  })
})
