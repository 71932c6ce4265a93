import bcrypt from 'bcrypt'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { proofSize } from '../../../test-services/proof-size.ts'
import { MemoryCache } from '../../src/platform/cache/memory-cache.ts'
import { administrator, codeOf, type TestPanel } from '../start-test-panel.ts'
import {
  addEnrolledPerson,
  addPerson,
  auditLines,
  countOf,
  logIn,
  openChallenge,
  panelsOfTest,
  statusesOf,
  verify,
  wrongCodeAt,
} from './people.ts'

const start = panelsOfTest()
afterEach(() => vi.restoreAllMocks())

const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const failingTimes = async (panel: TestPanel, login: string, count: number, headers = {}) => {
  const statuses: number[] = []
  for (const _ of times(count)) {
    statuses.push((await logIn(panel, { login, password: 'wrong' }, { headers })).status)
  }
  return statuses
}
const all401 = (count: number) => times(count).map(() => 401)
const behindProxy = { variables: { AUDIT_CLIENT_IP_HEADER: 'X-Real-IP' } }
const from = (address: string) => ({ 'x-real-ip': address })

describe('8.1 the limit of failed sign-ins', () => {
  test('8.1.1 (C292, C309) five wrong passwords, then 429 without any hashing, and an audit line', async () => {
    const panel = await start()
    expect(await failingTimes(panel, 'admin', 5)).toEqual(all401(5))
    const compare = vi.spyOn(bcrypt, 'compare')
    const refused = await logIn(panel)
    expect(refused.status).toBe(429)
    expect(codeOf(refused)).toBe('too_many_attempts')
    expect(refused.headers.get('retry-after')).toBe('900')
    expect(compare).not.toHaveBeenCalled()
    expect(auditLines(panel, 'auth.rate_limit')).toMatchObject([
      {
        outcome: 'denied',
        category: 'authentication',
        method: 'POST',
        path: '/api/auth/login',
        ip: '127.0.0.1',
      },
    ])
    expect(auditLines(panel, 'auth.login').map(line => line.outcome)).toEqual(times(5).map(() => 'failure'))
  })

  test('8.1.1 (C293, C294) the login is barred from every address, other logins are not', async () => {
    const panel = await start(behindProxy)
    const other = await addPerson(panel)
    expect(await failingTimes(panel, 'admin', 5, from('203.0.113.1'))).toEqual(all401(5))
    expect((await logIn(panel, administrator, { headers: from('203.0.113.2') })).status).toBe(429)
    expect((await logIn(panel, other, { headers: from('203.0.113.1') })).status).toBe(200)
  })

  test('8.1.1 (C295, C296) twenty failures of an address bar it, for these two routes only', async () => {
    const panel = await start()
    const sessionToken = await panel.signIn()
    for (const login of ['a', 'b', 'c', 'd']) expect(await failingTimes(panel, login, 5)).toEqual(all401(5))
    const refused = await logIn(panel)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900'])
    expect((await verify(panel, 'g2fa_x', '123456')).status).toBe(429)
    expect((await panel.request('GET', '/api/profile', { sessionToken })).status).toBe(200)
  })

  test('8.1.1 in IPv6 a /64 is one address, and a mapped address is the IPv4 address that it stands for', async () => {
    const panel = await start(behindProxy)
    const other = await addPerson(panel)
    const tryFrom = async (address: string) => (await logIn(panel, other, { headers: from(address) })).status
    for (const index of times(20)) {
      const statuses = await failingTimes(panel, `guess-${index}`, 1, from(`2001:db8:1:2::${index + 1}`))
      expect(statuses).toEqual([401])
    }
    expect(await tryFrom('2001:db8:1:2:ffff::1')).toBe(429)
    expect(await tryFrom('2001:db8:1:3::1')).toBe(200)
    for (const index of times(20)) {
      const address = index % 2 === 0 ? '203.0.113.7' : '::ffff:203.0.113.7'
      expect(await failingTimes(panel, `other-${index}`, 1, from(address))).toEqual([401])
    }
    expect([await tryFrom('203.0.113.7'), await tryFrom('203.0.113.8')]).toEqual([429, 200])
    // The audit line names the address itself.
    expect(auditLines(panel, 'auth.rate_limit')[0]).toMatchObject({ ip: '2001:db8:1:2:ffff::1' })
  })

  test('8.1.3 (C297) a success clears the failures of the login', async () => {
    const panel = await start()
    expect(await failingTimes(panel, 'admin', 4)).toEqual(all401(4))
    expect((await logIn(panel)).status).toBe(200)
    expect(await failingTimes(panel, 'admin', 4)).toEqual(all401(4))
    expect((await logIn(panel)).status).toBe(200)
  })

  test('8.1.3 (C298) a success does not clear the failures of the address', async () => {
    const panel = await start()
    for (const login of ['a', 'b', 'c']) await failingTimes(panel, login, 5)
    await failingTimes(panel, 'd', 4)
    expect((await logIn(panel)).status).toBe(200)
    expect(await failingTimes(panel, 'e', 1)).toEqual([401])
    expect((await logIn(panel)).status).toBe(429)
  })

  test('8.1 (C299) every spelling of a login has the same counter', async () => {
    const panel = await start()
    const spellings = ['Alice', ' alice ', 'ALICE', 'alice', 'aLiCe']
    for (const login of spellings) expect(await failingTimes(panel, login, 1)).toEqual([401])
    expect(await failingTimes(panel, 'alice', 1)).toEqual([429])
  })

  test('8.1 (C300) a login that nobody has is counted and answered like any other', async () => {
    const panel = await start()
    const known = await logIn(panel, { login: 'admin', password: 'wrong' })
    const unknown = await logIn(panel, { login: 'nobody', password: 'wrong' })
    const withoutId = ({ json }: { json: { request_id: string } }) => ({ ...json, request_id: '' })
    expect(withoutId(unknown as never)).toEqual(withoutId(known as never))
    expect(await failingTimes(panel, 'nobody', 5)).toEqual([...all401(4), 429])
  })

  test('8.1 (C063, C301) 400, 413, 415 and 422 are not counted', async () => {
    const panel = await start()
    const bodies = [
      ['{"login":', 'application/json', 400],
      ['{"login":"admin"}', 'application/json', 422],
      ['{"login":"admin","password":""}', 'application/json', 422],
      ['{"login":"admin","password":7}', 'application/json', 422],
      ['{"login":["admin"],"password":"x"}', 'application/json', 422],
      ['{"login":"admin","password":"x"}', 'text/plain', 415],
    ] as const
    for (const [body, type, status] of [...bodies, ...bodies, ...bodies, ...bodies]) {
      const answer = await panel.request('POST', '/api/auth/login', {
        body,
        headers: { 'content-type': type },
      })
      expect(answer.status, body).toBe(status)
    }
    expect(await failingTimes(panel, 'admin', 5)).toEqual(all401(5))
  })

  test('7 (A21) 400 comes before 429, and 429 before 422', async () => {
    const panel = await start()
    await failingTimes(panel, 'admin', 5)
    const post = (body: string) => panel.request('POST', '/api/auth/login', { body })
    expect((await post('{"login":"admin"')).status).toBe(400)
    expect((await post('{"login":"admin"}')).status).toBe(429)
    expect((await post('{"login":"somebody else"}')).status).toBe(422)
    for (const login of ['b', 'c', 'd']) await failingTimes(panel, login, 5)
    for (const body of ['{}', '[]', 'null', '"x"']) expect((await post(body)).status, body).toBe(429)
    expect((await panel.request('POST', '/api/auth/2fa/verify', { body: {} })).status).toBe(429)
  })

  test('8.1.2 (C302, C303) wrong codes count for the address, on both routes', async () => {
    const panel = await start(behindProxy)
    const people = await Promise.all(times(4).map(() => addEnrolledPerson(panel)))
    const headers = from('203.0.113.9')
    for (const person of people) {
      const challengeToken = await openChallenge(panel, person)
      const wrong = wrongCodeAt(person.secret, panel.clock.nowMs)
      const answers = []
      for (const _ of times(5)) answers.push(await verify(panel, challengeToken, wrong, headers))
      expect(statusesOf(answers)).toEqual(all401(5))
    }
    expect((await verify(panel, 'g2fa_x', '123456', headers)).status).toBe(429)
    expect((await logIn(panel, administrator, { headers })).status).toBe(429)
    // Not for the logins (A19): from elsewhere they are open.
    for (const person of people) expect((await logIn(panel, person)).status).toBe(200)
  })

  test('8.1 (A19) a password that only opens a challenge does not clear the failures of the login', async () => {
    const panel = await start()
    const person = await addEnrolledPerson(panel)
    expect(await failingTimes(panel, person.login, 4)).toEqual(all401(4))
    const challengeToken = await openChallenge(panel, person)
    expect(await failingTimes(panel, person.login, 1)).toEqual([401])
    expect((await logIn(panel, person)).status).toBe(429)
    // The whole sign-in does.
    expect((await verify(panel, challengeToken, person.recoveryCodes[0] ?? '')).status).toBe(200)
    expect((await logIn(panel, person)).status).toBe(200)
  })

  test('8.1 (C304) 401 on other routes is not counted', async () => {
    const panel = await start()
    for (const _ of times(25)) {
      const answer = await panel.request('GET', '/api/profile', { sessionToken: 'v4.local.nonsense' })
      expect(answer.status).toBe(401)
    }
    expect((await logIn(panel)).status).toBe(200)
  })

  test('8.1 (C305, C308) the window begins with the first failure and is never extended; nothing is locked', async () => {
    const panel = await start()
    const begin = panel.clock.nowMs
    await failingTimes(panel, 'admin', 1)
    panel.clock.nowMs = begin + 14 * 60_000
    await failingTimes(panel, 'admin', 4)
    for (const minutes of [14, 14.99]) {
      panel.clock.nowMs = begin + minutes * 60_000
      expect((await logIn(panel)).status).toBe(429)
    }
    panel.clock.nowMs = begin + 15 * 60_000
    expect((await logIn(panel)).status).toBe(200)
  })

  test('8.1.4 (C306) with the memory cache a restart forgets the counters', async () => {
    const panel = await start()
    await failingTimes(panel, 'admin', 5)
    expect((await logIn(panel)).status).toBe(429)
    await panel.halt()
    const again = await start({ dataDir: panel.dataDir })
    expect((await logIn(again)).status).toBe(200)
    panel.halt = async () => {}
  })

  test('T-027 a clock set back does not make the limit last for ever', async () => {
    const panel = await start()
    await failingTimes(panel, 'admin', 5)
    panel.clock.nowMs -= 60 * 60_000
    expect((await logIn(panel)).status).toBe(429)
    panel.clock.nowMs += 15 * 60_000
    expect((await logIn(panel)).status).toBe(200)
  })
})

test('T-106 without the cache sign-in and short-lived tokens are 503, sessions go on', async () => {
  const cache = new MemoryCache({ now: Date.now, log: { info: () => {}, warn: () => {} } })
  const panel = await start({ cache })
  const sessionToken = await panel.signIn()
  await cache.close()
  for (const credentials of [administrator, { login: 'admin', password: 'wrong' }]) {
    expect((await logIn(panel, credentials)).status).toBe(503)
  }
  expect((await verify(panel, 'g2fa_x', '123456')).status).toBe(503)
  expect((await panel.request('POST', '/api/auth/short-lived-token', { sessionToken })).status).toBe(503)
  expect((await panel.request('GET', `/api/ws/events?token=glst_${'a'.repeat(43)}`)).status).toBe(503)
  expect((await panel.request('GET', '/api/profile', { sessionToken })).status).toBe(200)
})

describe('8.1 many sign-ins at once', () => {
  const { many, places } = proofSize({
    short: { many: 30, places: [0, 4, 29] },
    proof: { many: 100, places: [0, 4, 50, 99] },
  })
  test(`T-008 of ${many - 1} wrong passwords and the right one, five wrong ones are looked at, and five more after a success`, async () => {
    const panel = await start()
    for (const place of places) {
      panel.clock.nowMs += 16 * 60_000
      const compare = vi.spyOn(bcrypt, 'compare')
      const answers = await Promise.all(
        times(many).map(index =>
          logIn(panel, {
            login: 'admin',
            password: index === place ? administrator.password : `wrong ${index}`,
          }),
        ),
      )
      const statuses = statusesOf(answers)
      const successes = countOf(statuses, 200)
      const wrong = countOf(statuses, 401)
      expect(wrong, `right at ${place}`).toBeGreaterThanOrEqual(5)
      // A success forgets the failures before it: who comes after it has five again.
      expect(wrong, `right at ${place}`).toBeLessThanOrEqual(5 + 5 * successes)
      expect(countOf(statuses, 429)).toBe(many - wrong - successes)
      expect(compare).toHaveBeenCalledTimes(wrong + successes)
      expect(answers[place]?.status).not.toBe(401)
      compare.mockRestore()
    }
  })

  test('8.1 (A21) parallel right passwords never see 429, whatever their number', async () => {
    const panel = await start()
    await failingTimes(panel, 'admin', 4)
    const answers = await Promise.all(times(many).map(() => logIn(panel)))
    expect(countOf(statusesOf(answers), 200)).toBe(many)
    // The last success has cleared the four failures.
    expect(await failingTimes(panel, 'admin', 5)).toEqual(all401(5))
  })

  test(`8.1 of ${2 * many} parallel failures over different logins, an address gets 20`, async () => {
    const panel = await start()
    const compare = vi.spyOn(bcrypt, 'compare')
    const answers = await Promise.all(
      times(2 * many).map(index => logIn(panel, { login: `nobody ${index}`, password: 'x' })),
    )
    expect(countOf(statusesOf(answers), 401)).toBe(20)
    expect(countOf(statusesOf(answers), 429)).toBe(2 * many - 20)
    expect(compare).toHaveBeenCalledTimes(20)
  })
})
