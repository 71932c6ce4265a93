import { afterAll, beforeAll, describe } from 'vitest'
import { missingRedis, startRedis } from '../../../test-services/redis.ts'
import type { RunningComponent } from '../../../test-services/running-component.ts'
import { openRedisCache } from '../../src/platform/cache/redis-cache.ts'
import { instancesSuite } from './instances-suite.ts'

const missing = missingRedis()
if (missing !== null) console.warn(`skipped: ${missing}`)

describe.skipIf(missing !== null)('two instances with Redis', () => {
  let redis: RunningComponent
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis?.stop())

  instancesSuite(async () => {
    const { host: address, password } = new URL(redis.url)
    const open = () => openRedisCache({ address, password, database: 0 }, { info: () => {}, warn: () => {} })
    return [await open(), await open()]
  })
})
