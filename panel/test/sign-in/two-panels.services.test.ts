// Counters and single-use tokens with two panels on one PostgreSQL and one Redis: everything counts once.

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingPostgres, startPostgres } from '../../../scripts/services/postgres.ts'
import { missingRedis, startRedis } from '../../../scripts/services/redis.ts'
import type { RunningComponent } from '../../../scripts/services/running-component.ts'
import type { OpenCache } from '../../src/platform/cache/cache.ts'
import { openRedisCache } from '../../src/platform/cache/redis-cache.ts'
import { administrator, startTestPanel, type TestPanel } from '../start-test-panel.ts'
import {
  addEnrolledPerson,
  addPerson,
  codeAt,
  confirm,
  countOf,
  logIn,
  logInWithCode,
  openChallenge,
  setUp,
  statusesOf,
  userRow,
  verify,
  wrongCodeAt,
} from './people.ts'
import { raceStores } from './store-races.ts'

const missing = missingPostgres() ?? missingRedis()
if (missing !== null) console.warn(`skipped: ${missing}`)
const log = { info: () => {}, warn: () => {} }
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

describe.skipIf(missing !== null)('two panels, one database, one cache', () => {
  const services: RunningComponent[] = []
  const caches: OpenCache[] = []
  const panels: TestPanel[] = []
  beforeAll(async () => {
    const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
    services.push(postgres, redis)
    const databaseUrl = await postgres.createDatabase()
    const address = { address: new URL(redis.url).host, password: new URL(redis.url).password, database: 0 }
    for (const _ of times(2)) {
      const cache = await openRedisCache(address, log)
      caches.push(cache)
      panels.push(
        await startTestPanel({
          cache,
          variables: {
            DATABASE_DRIVER: 'postgres',
            DATABASE_URL: databaseUrl,
            AUDIT_CLIENT_IP_HEADER: 'X-Real-IP',
          },
        }),
      )
    }
  })
  afterAll(async () => {
    for (const panel of panels) await panel.stop()
    for (const cache of caches) await cache.close()
    for (const service of services) await service.stop()
  })

  const panel = (index: number): TestPanel => panels[index % 2] as TestPanel
  let addresses = 0
  const elsewhere = () => ({ 'x-real-ip': `198.51.100.${++addresses % 250}` })
  const moveOn = () => {
    for (const one of panels) one.clock.nowMs += 60_000
  }

  test('8.1.4 (C307) one common counter', async () => {
    const login = 'somebody'
    const statuses: number[] = []
    for (const index of times(5)) {
      statuses.push((await logIn(panel(index), { login, password: 'x' }, { headers: elsewhere() })).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401])
    for (const index of times(2)) {
      expect((await logIn(panel(index), { login, password: 'x' }, { headers: elsewhere() })).status).toBe(429)
    }
  })

  test('T-003, T-030, T-033, 5.5.6 the store lets one win, on both panels', () => raceStores(panels))

  test('T-008 of 60 wrong passwords at once on both panels five are looked at', async () => {
    const person = await addPerson(panel(0))
    const answers = await Promise.all(
      times(60).map(index =>
        logIn(panel(index), { login: person.login, password: `wrong ${index}` }, { headers: elsewhere() }),
      ),
    )
    expect(countOf(statusesOf(answers), 401)).toBe(5)
    expect(countOf(statusesOf(answers), 429)).toBe(55)
  })

  test('8.1 (A21) parallel right passwords on both panels never see 429', async () => {
    const answers = await Promise.all(
      times(30).map(index => logIn(panel(index), administrator, { headers: elsewhere() })),
    )
    expect(countOf(statusesOf(answers), 200)).toBe(30)
  })

  test('T-001 one short-lived token, 100 uses on both panels, one works', async () => {
    const sessionToken = await panel(0).signIn()
    const { json } = await panel(1).request('POST', '/api/auth/short-lived-token', { sessionToken })
    const answers = await Promise.all(
      times(100).map(index => panel(index).request('GET', `/api/ws/events?token=${json.token}`)),
    )
    expect(countOf(statusesOf(answers), 426)).toBe(1)
    expect(countOf(statusesOf(answers), 401)).toBe(99)
  })

  test('T-003 one recovery code, 50 challenges on both panels, one session', async () => {
    const person = await addEnrolledPerson(panel(0))
    const challenges = await Promise.all(times(50).map(index => openChallenge(panel(index), person)))
    const code = person.recoveryCodes[0] ?? ''
    const answers = await Promise.all(
      challenges.map((token, index) => verify(panel(index + 1), token, code, elsewhere())),
    )
    expect(countOf(statusesOf(answers), 200)).toBe(1)
    expect(statusesOf(answers).every(status => [200, 401, 429].includes(status))).toBe(true)
  })

  test('5.5.6 (A18) one code, 20 challenges on both panels, one session', async () => {
    moveOn()
    const person = await addEnrolledPerson(panel(0))
    const nowMs = panel(0).clock.nowMs
    panel(1).clock.nowMs = nowMs
    const challenges = await Promise.all(times(20).map(index => openChallenge(panel(index), person)))
    const code = codeAt(person.secret, nowMs)
    const answers = await Promise.all(
      challenges.map((token, index) => verify(panel(index), token, code, elsewhere())),
    )
    expect(countOf(statusesOf(answers), 200)).toBe(1)
    expect(countOf(statusesOf(answers), 401)).toBe(19)
  })

  test('T-006 50 wrong codes on one challenge, both panels: five are judged', async () => {
    const person = await addEnrolledPerson(panel(0))
    panel(1).clock.nowMs = panel(0).clock.nowMs
    const challengeToken = await openChallenge(panel(1), person)
    const wrong = wrongCodeAt(person.secret, panel(0).clock.nowMs)
    const answers = await Promise.all(
      times(50).map(index => verify(panel(index), challengeToken, wrong, elsewhere())),
    )
    const codes = answers.map(answer => answer.json.code as string)
    expect(codes.filter(code => code === 'wrong_second_factor')).toHaveLength(5)
    expect(codes.filter(code => code === 'challenge_ended')).toHaveLength(45)
  })

  test('T-030 20 confirmations on both panels: one set of codes', async () => {
    const person = await addPerson(panel(0))
    const sessionToken = await panel(0).signIn(person)
    const { secret } = (await setUp(panel(1), sessionToken)).json
    const code = codeAt(secret, panel(0).clock.nowMs)
    panel(1).clock.nowMs = panel(0).clock.nowMs
    const answers = await Promise.all(times(20).map(index => confirm(panel(index), sessionToken, code)))
    expect(countOf(statusesOf(answers), 200)).toBe(1)
    expect(countOf(statusesOf(answers), 409)).toBe(19)
    const codes = answers.find(answer => answer.status === 200)?.json.recovery_codes as string[]
    expect((await logInWithCode(panel(1), person, codes[0] ?? '')).status).toBe(200)
  })

  test('T-034 100 wrong codes on both panels: twenty are judged', async () => {
    const person = await addEnrolledPerson(panel(0))
    panel(1).clock.nowMs = panel(0).clock.nowMs
    const body = { password: person.password, code: wrongCodeAt(person.secret, panel(0).clock.nowMs) }
    const { sessionToken } = person
    const answers = await Promise.all(
      times(100).map(index => panel(index).request('DELETE', '/api/profile/2fa', { sessionToken, body })),
    )
    expect(countOf(statusesOf(answers), 422)).toBe(20)
    expect(countOf(statusesOf(answers), 429)).toBe(80)
    expect((await userRow(panel(0), person.login)).two_factor_enabled).toBe(true)
  })

  test('T-025 a logout on one panel ends the session on the other', async () => {
    const person = await addPerson(panel(0))
    for (const index of times(5)) {
      const sessionToken = await panel(0).signIn(person)
      const status = async () => (await panel(1).request('GET', '/api/profile', { sessionToken })).status
      expect(await status(), `round ${index}`).toBe(200)
      await panel(0).request('POST', '/api/auth/logout', { sessionToken })
      await expect.poll(status, { timeout: 2_000, interval: 5 }).toBe(401)
    }
  })

  test('5.5.9 (C152) the last-resort statements of the manual on PostgreSQL', async () => {
    const person = await addEnrolledPerson(panel(0), { isAdmin: true, metadata: { theme: 'dark' } })

    await sql`UPDATE users SET two_factor_enabled = FALSE, two_factor_secret = NULL,
      two_factor_recovery_codes = NULL, two_factor_last_used_step = NULL WHERE login = ${person.login}`.execute(
      panel(0).db,
    )
    await sql`UPDATE users SET metadata = (metadata::jsonb - 'mfa_first_shown_at')::text WHERE login = ${person.login}`.execute(
      panel(0).db,
    )
    expect(JSON.parse((await userRow(panel(0), person.login)).metadata)).toEqual({ theme: 'dark' })
    expect((await logIn(panel(1), person)).json.mfa_nudge.days_remaining).toBe(30)
  })
})
