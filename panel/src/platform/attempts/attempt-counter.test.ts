import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { MemoryCache } from '../cache/memory-cache.ts'
import { createLog } from '../log.ts'
import { createAttemptCounter } from './attempt-counter.ts'

test.each(['no JSON', 'null', '{"failures":"many"}'])(
  'a window that cannot be read, %j, begins anew and shuts nobody out',
  async damaged => {
    const cache = new MemoryCache({ now: Date.now, log: createLog('fatal') })
    const limits = { limit: 1, windowMs: 60_000, leaseMs: 1_000 }
    const counter = createAttemptCounter({ cache, limits, now: Date.now, random: randomBytes })
    await cache.set('ada', damaged, 60_000)
    const attempt = await counter.reserve('ada')
    await attempt?.fail()
    expect(await counter.isExceeded('ada')).toBe(true)
    expect(await counter.reserve('ada')).toBeNull()
  },
)
