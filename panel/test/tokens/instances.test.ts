import { describe } from 'vitest'
import { instancesSuite } from './instances-suite.ts'
import { openSharedMemoryCache } from './shared-cache.ts'

describe('two instances', () => {
  instancesSuite(async () => {
    const cache = openSharedMemoryCache()
    return [cache, cache]
  })
})
