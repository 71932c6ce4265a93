import { describe } from 'vitest'
import { openSharedMemoryCache } from '../tokens/shared-cache.ts'
import { rightsInstancesSuite } from './instances-suite.ts'

describe('rights on two instances', () => {
  rightsInstancesSuite(async () => {
    const cache = openSharedMemoryCache()
    return [cache, cache]
  })
})
