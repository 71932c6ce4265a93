import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingRedis, startRedis } from '../../../test-services/redis.ts'
import type { RunningComponent } from '../../../test-services/running-component.ts'
import { openRedisCache } from '../../src/platform/cache/redis-cache.ts'
import { startTestPanel } from '../start-test-panel.ts'
import { rightsInstancesSuite } from './instances-suite.ts'

const missing = missingRedis()
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
