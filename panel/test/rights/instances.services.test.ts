import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingPostgres } from '../../../test-services/postgres.ts'
import { missingRedis, startRedis } from '../../../test-services/redis.ts'
import type { RunningComponent } from '../../../test-services/running-component.ts'
import { openRedisCache } from '../../src/platform/cache/redis-cache.ts'
import { startTwoProcesses, type TwoProcesses } from '../sign-in/two-processes.ts'
import { administrator, startTestPanel } from '../start-test-panel.ts'
import { rightsInstancesSuite } from './instances-suite.ts'
import { goodPassword } from './people.ts'

const missing = missingPostgres() ?? missingRedis()
if (missing !== null) console.warn(`skipped: ${missing}`)

describe.skipIf(missing !== null)('rights on two instances with Redis', () => {
  let redis: RunningComponent
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis?.stop())

  rightsInstancesSuite(async () => {
    const { host: address, password } = new URL(redis.url)
    const open = () => openRedisCache({ address, password, database: 0 }, { info: () => {}, warn: () => {} })
    return [await open(), await open()]
  })
})

describe.skipIf(missing !== null)('rights of a panel with Redis', () => {
  let redis: RunningComponent
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis?.stop())

  test('5.6.8 an edit of the database counts after CACHE_TTL_RBAC, not only after RBAC_CACHE_TTL', async () => {
    const { host: address, password } = new URL(redis.url)
    const cache = await openRedisCache({ address, password, database: 0 }, { info: () => {}, warn: () => {} })
    const panel = await startTestPanel({ cache, variables: { CACHE_TTL_RBAC: '2s', RBAC_CACHE_TTL: '1h' } })
    try {
      const sessionToken = await panel.signIn()
      const isAdministrator = async () => {
        panel.clock.nowMs = Date.now()
        return (await panel.request('GET', '/api/users', { sessionToken })).status === 200
      }
      expect(await isAdministrator()).toBe(true)
      await panel.db.deleteFrom('user_roles').execute()
      await expect.poll(isAdministrator, { timeout: 60_000, interval: 100 }).toBe(false)
    } finally {
      await panel.stop()
      await cache.close()
    }
  })
})

describe.skipIf(missing !== null)('rights on two panel processes with PostgreSQL and Redis', () => {
  let both: TwoProcesses
  beforeAll(async () => {
    both = await startTwoProcesses()
  })
  afterAll(() => both?.stop())

  test('T-018 two administrators on two processes demote each other: one of them always stays', async () => {
    const [left, right] = both.panels
    const first = await left.signIn(administrator)
    const make = async (login: string) => {
      const body = { login, password: goodPassword, roles: ['admin'] }
      const { json } = await left.request('POST', '/api/users', { sessionToken: first, body })
      return { id: json.id as number, sessionToken: await left.signIn({ login, password: goodPassword }) }
    }
    const [one, two] = [await make('one'), await make('two')]
    const setRole = (on: typeof left, sessionToken: string, id: number, role: string) =>
      on.request('PUT', `/api/users/${id}`, { sessionToken, body: { roles: [role] } })
    for (let round = 0; round < 10; round++) {
      // The first administrator steps back, so that only the two are left.
      expect((await setRole(left, one.sessionToken, 1, 'user')).status).toBe(200)
      const [ofOne, ofTwo] = await Promise.all([
        setRole(left, one.sessionToken, two.id, 'user'),
        setRole(right, two.sessionToken, one.id, 'user'),
      ])
      expect([ofOne.status, ofTwo.status]).not.toEqual([200, 200])
      const winner = ofOne.status === 200 ? one : two
      const loser = winner === one ? two : one
      expect((await setRole(right, winner.sessionToken, 1, 'admin')).status).toBe(200)
      expect((await setRole(left, first, loser.id, 'admin')).status).toBe(200)
    }
  })
})
