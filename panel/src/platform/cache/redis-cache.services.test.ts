// The cache conformance suite against a real Redis, and what happens when Redis goes away and comes back (T-106).

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openPausableProxy, type PausableProxy } from '../../../../test-services/pausable-proxy.ts'
import { missingRedis, startRedis } from '../../../../test-services/redis.ts'
import type { RunningComponent } from '../../../../test-services/running-component.ts'
import { CacheUnavailableError, type OpenCache } from './cache.ts'
import { describeCache } from './conformance/cache-suite.ts'
import { openRedisCache } from './redis-cache.ts'

const missing = missingRedis()
if (missing !== null) console.warn(`skipped: ${missing}`)
const patiently = { timeout: 15_000 }
const log = { info: () => {}, warn: () => {} }

async function isThere(cache: OpenCache): Promise<boolean> {
  return cache.ping().then(
    () => true,
    () => false,
  )
}

describe.skipIf(missing !== null)('Redis', () => {
  let redis: RunningComponent
  let prefixes = 0
  const opened: OpenCache[] = []
  const proxies: PausableProxy[] = []
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterEach(async () => {
    for (const cache of opened.splice(0)) await cache.close()
    for (const proxy of proxies.splice(0)) await proxy.close()
  })
  afterAll(() => redis?.stop())

  const addressOf = (url: string) => ({
    address: new URL(url).host,
    password: new URL(url).password,
    database: 0,
  })
  const openThroughProxy = async () => {
    const proxy = await openPausableProxy(redis.port)
    proxies.push(proxy)
    const options = { ...addressOf(proxy.through(redis.url)), keyPrefix: `test-${++prefixes}:` }
    const cache = await openRedisCache(options, log)
    opened.push(cache)
    return { proxy, cache, options }
  }
  const failing = async (work: () => Promise<unknown>) => {
    const begun = performance.now()
    const error = await work().then(
      () => expect.fail('should have failed'),
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(CacheUnavailableError)
    return performance.now() - begun
  }

  describeCache('Redis', async count => {
    const keyPrefix = `test-${++prefixes}:`
    const options = { ...addressOf(redis.url), keyPrefix }
    return Promise.all(Array.from({ length: count }, () => openRedisCache(options, log)))
  })

  test.each([
    ['with a refusal', 'refuse'],
    ['without a word', 'goSilent'],
  ] as const)('T-106 Redis goes away %s: errors in time, then everything works again', async (_, leave) => {
    const { proxy, cache, options } = await openThroughProxy()
    const heard: string[] = []
    let gaps = 0
    cache.onGap(() => gaps++)
    await cache.subscribe('c', payload => heard.push(payload))
    const end = await cache.subscribe('ended', payload => heard.push(payload))
    await cache.set('a', 'x', 60_000)
    proxy[leave]()
    const waits = await Promise.all([
      failing(() => cache.get('a')),
      failing(() => cache.take('a')),
      failing(() => cache.incrementIfBelow('n', 5, 60_000)),
      failing(() => cache.publish('c', 'lost')),
      failing(() => cache.ping()),
    ])
    for (const tookMs of waits) expect(tookMs).toBeLessThan(10_000)
    await end()
    proxy.pass()
    await expect.poll(() => cache.get('a').catch(() => null), patiently).toBe('x')
    await expect.poll(() => gaps, patiently).toBeGreaterThan(0)
    const direct = await openRedisCache({ ...addressOf(redis.url), keyPrefix: options.keyPrefix }, log)
    opened.push(direct)
    await expect
      .poll(
        () =>
          direct
            .publish('ended', 'ghost')
            .then(() => direct.publish('c', 'back'))
            .then(() => heard),
        patiently,
      )
      .toContain('back')
    expect(heard).not.toContain('ghost')
    expect(heard).not.toContain('lost')
    await direct.subscribe('c', () => {})
  })

  test.each([
    ['an idle', 0],
    ['a busy', 10],
  ] as const)('T-106 %s cache gives up a silent partner and heals itself', async (_, everyMs) => {
    const { proxy, cache } = await openThroughProxy()
    let gaps = 0
    cache.onGap(() => gaps++)
    const load = everyMs > 0 ? setInterval(() => void cache.get('a').catch(() => {}), everyMs) : undefined
    proxy.goSilent()
    await expect.poll(() => isThere(cache), patiently).toBe(false)
    // Still silent for the old connections; new ones pass: only somebody who gave up the old ones gets through.
    proxy.passNewOnly()
    await expect.poll(() => isThere(cache), patiently).toBe(true)
    await expect.poll(() => gaps, patiently).toBeGreaterThan(0)
    clearInterval(load)
  })

  test('subscribing while Redis is away fails at once and leaves no ghost', async () => {
    const { proxy, cache } = await openThroughProxy()
    const heard: string[] = []
    proxy.refuse()
    await expect.poll(() => isThere(cache), patiently).toBe(false)
    expect(await failing(() => cache.subscribe('c', payload => heard.push(payload)))).toBeLessThan(15_000)
    proxy.pass()
    const echo: string[] = []
    await expect
      .poll(
        () =>
          cache
            .subscribe('c', payload => echo.push(payload))
            .then(
              () => true,
              () => false,
            ),
        patiently,
      )
      .toBe(true)
    await cache.publish('c', '1')
    await expect.poll(() => echo, patiently).toEqual(['1'])
    expect(heard).toEqual([])
  })

  test('a wrong password, a closed port and a wrong database are said with a reason, without the password', async () => {
    const open = (change: object) => openRedisCache({ ...addressOf(redis.url), ...change }, log)
    await expect(open({ password: 'wrong-secret' })).rejects.toThrow(
      /refuses the password: check CACHE_REDIS_/,
    )
    await expect(open({ password: 'wrong-secret' })).rejects.not.toThrow('wrong-secret')
    await expect(open({ address: '127.0.0.1:1' })).rejects.toThrow(/at 127.0.0.1:1 does not listen: start it/)
    await expect(open({ database: 99 })).rejects.toThrow(/no such database: check CACHE_REDIS_DB/)
  })
})
