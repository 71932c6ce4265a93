import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofSize } from '../../../test-services/proof-size.ts'
import { readConfig } from '../../src/config/config.ts'
import {
  decryptPasetoV4Local,
  encryptPasetoV4Local,
} from '../../src/features/auth/session-tokens/paseto-session-tokens.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import {
  addEnrolledPerson,
  addPerson,
  codeAt,
  countOf,
  logIn,
  logInWithCode,
  openChallenge,
  panelsOfTest,
  statusesOf,
  verify,
} from './people.ts'

/** How often two of them race. */
const races = proofSize({ short: 2, proof: 5 })

const start = panelsOfTest()
const key = Buffer.from('0123456789abcdef0123456789abcdef')
const hourMs = 60 * 60_000

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.stop())

const statusWith = async (sessionToken: string, of = panel) =>
  (await of.request('GET', '/api/profile', { sessionToken })).status
const text = (ms: number) => new Date(ms).toISOString()

describe('5.3 session tokens', () => {
  test('2.1 (C016, C017) a token is PASETO v4.local; its claims name the user and its life', async () => {
    const seen = new Set<string>()
    for (const [remember, seconds] of [
      [false, 86_400],
      [true, 604_800],
    ] as const) {
      const { json } = await logIn(panel, undefined, { remember })
      expect(json.token).toMatch(/^v4\.local\.[A-Za-z0-9_-]+$/)
      const claims = decryptPasetoV4Local(key, json.token)?.payload as Record<string, string>
      expect(Date.parse(claims.exp ?? '') - Date.parse(claims.iat ?? '')).toBe(seconds * 1000)
      expect(claims.sub).toBe('1')
      seen.add(claims.jti ?? '')
    }
    expect(seen.size).toBe(2)
  })

  test('5.3 (C018, C019) it lives 24 hours or 7 days, to the second', async () => {
    const own = await start()
    const day = (await logIn(own)).json.token
    const week = (await logIn(own, undefined, { remember: true })).json.token
    const begin = own.clock.nowMs
    for (const [sessionToken, lifeMs] of [
      [day, 24 * hourMs],
      [week, 7 * 24 * hourMs],
    ] as const) {
      own.clock.nowMs = begin + lifeMs - 1_000
      expect(await statusWith(sessionToken, own)).toBe(200)
      own.clock.nowMs = begin + lifeMs
      expect(await statusWith(sessionToken, own)).toBe(401)
      own.clock.nowMs = begin
    }
  })

  test('5.3.2 (C114) one changed bit in nonce, ciphertext or MAC is 401', async () => {
    const sessionToken = await panel.signIn()
    const bytes = Buffer.from(sessionToken.slice('v4.local.'.length), 'base64url')
    for (const at of [0, 31, 32, Math.floor(bytes.length / 2), bytes.length - 32, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(await statusWith(`v4.local.${changed.toString('base64url')}`), `byte ${at}`).toBe(401)
    }
    expect(await statusWith(sessionToken)).toBe(200)
  })

  test('5.3.2 (C115, C116) other versions and purposes, a footer or an assertion are 401', async () => {
    const sessionToken = await panel.signIn()
    const body = sessionToken.slice('v4.local.'.length)
    for (const header of ['v4.public', 'v3.local', 'v2.local', 'v1.local', 'v3.public']) {
      expect(await statusWith(`${header}.${body}`), header).toBe(401)
    }
    expect(await statusWith(`${sessionToken}.${Buffer.from('{"kid":"1"}').toString('base64url')}`)).toBe(401)
  })

  test('5.3.2 (C117) tokens without an end, from the past or from the future are 401', async () => {
    const now = panel.clock.nowMs
    const good = { sub: '1', jti: 'a-jti-of-this-very-test', iat: text(now), exp: text(now + hourMs) }
    const bad: Record<string, Record<string, unknown>> = {
      'exp in the past': { ...good, exp: text(now - 1) },
      'exp now': { ...good, exp: text(now) },
      'exp missing': { ...good, exp: undefined },
      'exp no time': { ...good, exp: 'soon' },
      'iat missing': { ...good, iat: undefined },
      'iat over a minute ahead': { ...good, iat: text(now + 61_000) },
      'nbf in the future': { ...good, nbf: text(now + 61_000) },
      'sub missing': { ...good, sub: undefined },
      'sub of nobody': { ...good, sub: '999999' },
      'sub no id': { ...good, sub: '1 or 1' },
      'sub a number': { ...good, sub: 1 },
      'jti missing': { ...good, jti: undefined },
    }
    expect(await statusWith(encryptPasetoV4Local(key, good))).toBe(200)
    expect(await statusWith(encryptPasetoV4Local(key, { ...good, iat: text(now + 59_000) }))).toBe(200)
    for (const [name, claims] of Object.entries(bad)) {
      const written = JSON.parse(JSON.stringify(claims)) as Record<string, unknown>
      expect(await statusWith(encryptPasetoV4Local(key, written)), name).toBe(401)
    }
  })

  test('5.3 (C112) AUTH_SERVICE=jwt: HS256, the same lives, no other algorithm, no token of the other kind', async () => {
    const own = await start({ variables: { AUTH_SERVICE: 'jwt' } })
    const { json } = await logIn(own, undefined, { remember: true })
    const [head = '', claims = '', signature = ''] = json.token.split('.')
    const decode = (part: string) =>
      JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, number>
    expect(decode(head)).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect((decode(claims).exp ?? 0) - (decode(claims).iat ?? 0)).toBe(604_800)
    expect(await statusWith(json.token, own)).toBe(200)
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = (header: object, hash = 'sha256') => {
      const text = `${part(header)}.${claims}`
      return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
    }
    expect(await statusWith(signed({ alg: 'HS256', typ: 'JWT' }), own)).toBe(200)
    const last = signature.at(-1) ?? ''
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const sameBytes = alphabet[alphabet.indexOf(last) ^ 1] ?? ''
    for (const forged of [
      `${part({ alg: 'none' })}.${claims}.`,
      `${part({ alg: 'none' })}.${claims}`,
      `${part({ alg: 'None', typ: 'JWT' })}.${claims}.${signature}`,
      signed({ alg: 'HS512', typ: 'JWT' }, 'sha512'),
      signed({ alg: 'HS384', typ: 'JWT' }, 'sha384'),
      `${head}.${part({ ...decode(claims), sub: '2' })}.${signature}`,
      `${head}.${claims}.${signature.slice(0, -1)}${sameBytes}`,
      `${head}.${claims}.${signature}=`,
      await panel.signIn(),
    ]) {
      expect(await statusWith(forged, own), forged).toBe(401)
    }
    expect(await statusWith(json.token)).toBe(401)
    own.clock.nowMs += 604_800_000
    expect(await statusWith(json.token, own)).toBe(401)
  })

  test('5.3 (C113) any other AUTH_SERVICE stops the start', () => {
    const environment = { AUTH_SECRET: 'x'.repeat(32), AUTH_SERVICE: 'other' }
    const reading = readConfig({ environment, fileText: null, workingDirectory: '/' })
    expect('problems' in reading && reading.problems.join()).toContain('AUTH_SERVICE')
  })

  test('5.3.3 (C045, C046) logout ends the token on every route, for good', async () => {
    const sessionToken = await panel.signIn()
    const logOut = () => panel.request('POST', '/api/auth/logout', { sessionToken })
    expect((await logOut()).status).toBe(204)
    expect((await logOut()).status).toBe(401)
    const guarded = panel.app.routes.filter(({ access }) => access.demand.who !== 'anyone')
    for (const { endpoint } of guarded) {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, '1')
      const answer = await panel.request(endpoint.method, path, { sessionToken })
      expect(answer.status, `${endpoint.method} ${path}`).toBe(401)
    }
  })

  test('4.1 (C060, C061) every guarded route is 401 without a token, or with a broken header', async () => {
    const guarded = panel.app.routes.filter(({ access }) => access.demand.who !== 'anyone')
    expect(guarded.length).toBeGreaterThan(20)
    for (const { endpoint } of guarded) {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, '1')
      for (const authorization of [undefined, 'Bearer', 'Basic YTpi']) {
        const headers = authorization === undefined ? {} : { headers: { authorization } }
        const answer = await panel.request(endpoint.method, path, headers)
        expect(answer.status, `${endpoint.method} ${path}`).toBe(401)
      }
    }
  })

  test('T-025 whatever begins after the answer of a logout is 401', async () => {
    const person = await addPerson(panel)
    for (let round = 0; round < races; round++) {
      const sessionToken = await panel.signIn(person)
      const racing = Array.from({ length: 50 }, () => statusWith(sessionToken))
      await panel.request('POST', '/api/auth/logout', { sessionToken })
      const after = await Promise.all(Array.from({ length: 20 }, () => statusWith(sessionToken)))
      expect(countOf(after, 401)).toBe(20)
      for (const status of await Promise.all(racing)) expect([200, 401]).toContain(status)
    }
  })

  test('T-027 a clock set back revives no expired token and no used code', async () => {
    const own = await start()
    const sessionToken = await own.signIn()
    const person = await addEnrolledPerson(own)
    own.clock.nowMs += 24 * hourMs + 30 * 60_000
    expect(await statusWith(sessionToken, own)).toBe(401)
    const code = codeAt(person.secret, own.clock.nowMs)
    expect((await logInWithCode(own, person, code)).status).toBe(200)
    own.clock.nowMs -= hourMs
    expect(await statusWith(sessionToken, own)).toBe(401)
    expect((await logInWithCode(own, person, codeAt(person.secret, own.clock.nowMs))).status).toBe(401)
    // Signing in goes on, and what is issued now lives.
    expect(await statusWith(await own.signIn(), own)).toBe(200)
  })

  test('T-028 a clock that jumps a day ahead and back locks nobody out', async () => {
    const own = await start()
    const person = await addEnrolledPerson(own)
    own.clock.nowMs += 24 * hourMs
    expect((await logInWithCode(own, person, codeAt(person.secret, own.clock.nowMs))).status).toBe(200)
    own.clock.nowMs -= 24 * hourMs
    const answer = await logInWithCode(own, person, codeAt(person.secret, own.clock.nowMs))
    expect(answer.status).toBe(200)
    expect(await statusWith(answer.json.token, own)).toBe(200)
    expect((await logInWithCode(own, person, codeAt(person.secret, own.clock.nowMs))).status).toBe(401)
  })
})

describe('tokens in wrong places', () => {
  test('T-014 (C040, C121, C122) a token opens nothing but its own place', async () => {
    const person = await addEnrolledPerson(panel)
    const challengeToken = await openChallenge(panel, person)
    const shortLived = async () =>
      (await panel.request('POST', '/api/auth/short-lived-token', { sessionToken: person.sessionToken })).json
        .token
    for (const bearer of [challengeToken, await shortLived()]) {
      for (const [method, path] of [
        ['GET', '/api/profile'],
        ['GET', '/api/servers'],
        ['POST', '/api/auth/logout'],
        ['POST', '/api/auth/short-lived-token'],
        ['POST', '/api/profile/2fa/setup'],
      ] as const) {
        expect((await panel.request(method, path, { sessionToken: bearer })).status, path).toBe(401)
      }
    }
    for (const query of [challengeToken, person.sessionToken, '1|secret']) {
      expect((await panel.request('GET', `/api/ws/events?token=${encodeURIComponent(query)}`)).status).toBe(
        401,
      )
    }
    for (const wrong of [person.sessionToken, await shortLived(), '1|secret', 'x']) {
      expect((await verify(panel, wrong, person.recoveryCodes[0] ?? '')).status).toBe(401)
    }
    // None of it has spent the challenge or the code.
    expect((await verify(panel, challengeToken, person.recoveryCodes[0] ?? '')).status).toBe(200)
  })

  test('5.2, 7.2 (A02, C064, C065) a personal access token is a stranger on routes of login sessions', async () => {
    const sessionToken = await panel.signIn()
    const body = { name: 'script', abilities: ['server:list'] }
    const { json } = await panel.request('POST', '/api/tokens', { sessionToken, body })
    const routes = panel.app.routes.filter(({ access }) => access.demand.who === 'login session')
    expect(routes.map(({ endpoint }) => endpoint.path)).toContain('/api/profile/2fa/setup')
    for (const { endpoint } of routes) {
      const answer = await panel.request(endpoint.method, endpoint.path, {
        sessionToken: json.token,
        ...(endpoint.method === 'GET' ? {} : { body: {} }),
      })
      expect(answer.status, endpoint.path).toBe(401)
    }
    expect((await panel.request('GET', '/api/profile', { sessionToken: json.token })).status).toBe(403)
  })

  test('T-015 keys of the cache are no challenge tokens', async () => {
    for (const guess of [
      'short-lived-token:x',
      'sign-in-challenge:x',
      'auth:challenge:1',
      'g2fa_',
      `g2fa_${'a'.repeat(43)}`,
      'g2fa_../short-lived-token:x',
    ]) {
      expect((await verify(panel, guess, '123456')).status, guess).toBe(401)
    }
  })

  test('T-010 a huge token or header is refused and leaves no memory behind', async () => {
    const raw = (headers: string) =>
      new Promise<number>(resolve => {
        const { hostname, port } = new URL(panel.url)
        let answer = ''
        const socket = connect(Number(port), hostname, () => {
          socket.write(`GET /api/profile HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`)
        })
        socket.on('data', chunk => {
          answer += chunk
        })
        const end = () => resolve(Number(answer.split(' ')[1] ?? 0))
        socket.on('close', end)
        socket.on('error', end)
      })
    const mebibyte = 1024 * 1024
    expect([401, 431]).toContain(await raw(`Authorization: Bearer ${'a'.repeat(mebibyte)}\r\n`))
    expect([401, 431]).toContain(await raw(`Authorization: Bearer ${'a'.repeat(9_000)}\r\n`))
    // The panel hangs up while the client still writes: its answer may be lost on the way (0).
    expect([0, 431]).toContain(await raw(`X-Long: ${'a'.repeat(10 * mebibyte)}\r\n`))
    const many = Array.from({ length: 10_000 }, (_, index) => `X-${index}: y\r\n`).join('')
    expect([0, 401, 431]).toContain(await raw(many))
    expect(statusesOf([await panel.request('GET', '/api/health')])).toEqual([200])
  })
})
