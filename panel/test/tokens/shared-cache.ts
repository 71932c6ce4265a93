// A cache inside this process that several panels take for a shared one.

import type { OpenCache } from '../../src/platform/cache/cache.ts'
import { MemoryCache } from '../../src/platform/cache/memory-cache.ts'
import { createLog } from '../../src/platform/log.ts'

export function openSharedMemoryCache(): OpenCache {
  const memory = new MemoryCache({ now: Date.now, log: createLog('silent') })
  return Object.assign(Object.create(memory) as MemoryCache, {
    isShared: true,
    namespace: (name: string) => memory.namespace(name),
    ping: () => memory.ping(),
    close: () => memory.close(),
  })
}
