// The memory cache: the common conformance suite, and what its own clock and size limit do.

import { describe, expect, test } from 'vitest'
import { CacheUnavailableError } from './cache.ts'
import { describeCache } from './conformance/cache-suite.ts'
import { MemoryCache } from './memory-cache.ts'

const log = { info: () => {}, warn: () => {} }

describeCache('the memory cache', async count => {
  const cache = new MemoryCache({ now: () => performance.now(), log })
  return Array.from({ length: count }, () => cache)
})

describe('the memory cache', () => {
  test('8.1.1 a window of 15 minutes ends to the millisecond', async () => {
    let now = 1_000
    const cache = new MemoryCache({ now: () => now, log })
    await cache.incrementIfBelow('login', 2, 900_000)
    now += 899_998
    expect(await cache.incrementIfBelow('login', 2, 900_000)).toEqual({ allowed: true, count: 2 })
    now += 1
    expect(await cache.incrementIfBelow('login', 2, 900_000)).toEqual({ allowed: false, count: 2 })
    now += 1
    expect(await cache.incrementIfBelow('login', 2, 900_000)).toEqual({ allowed: true, count: 1 })
  })

  test('sweeps what has ended, although nobody asks for it again', async () => {
    let now = 0
    const cache = new MemoryCache({ now: () => now, log })
    for (let index = 0; index < 1_000; index++) await cache.set(`key ${index}`, 'x', 10_000)
    now = 60_000
    await cache.set('one more', 'x', 10_000)
    expect(cache.size).toBe(1)
  })

  test('refuses when it is full, instead of forgetting a counter', async () => {
    let now = 0
    const cache = new MemoryCache({ now: () => now, log, capacity: 3 })
    for (const key of ['a', 'b', 'c']) await cache.incrementIfBelow(key, 5, 1_000)
    await expect(cache.set('d', 'x', 1_000)).rejects.toThrow(CacheUnavailableError)
    expect(await cache.incrementIfBelow('a', 5, 1_000)).toEqual({ allowed: true, count: 2 })
    await cache.set('b', 'x', 2_000)
    now = 1_000
    await cache.set('d', 'x', 1_000)
    expect(cache.size).toBe(2)
  })
})
