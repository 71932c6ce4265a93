// What every cache must do alike; run against the memory cache and a real Redis by the test files beside it.

import { afterEach, describe, expect, test } from 'vitest'
import type { OpenCache } from '../cache.ts'
import { describeCacheMessages } from './cache-messages-suite.ts'

/** Opens several views of one empty cache, as several panels have; the memory cache gives itself each time. */
export type OpenCaches = (count: number) => Promise<OpenCache[]>

const minuteMs = 60_000
const fifty = Array.from({ length: 50 }, (_, index) => index)

export function describeCache(name: string, openCaches: OpenCaches): void {
  describe(`${name} passes the cache conformance suite`, () => {
    let opened: OpenCache[] = []
    const open = async (count = 1): Promise<[OpenCache, ...OpenCache[]]> => {
      opened = await openCaches(count)
      return opened as [OpenCache, ...OpenCache[]]
    }
    /** Truly at the same time: the callers are spread over all views before any is awaited. */
    const together = <Answer>(ask: (cache: OpenCache, index: number) => Promise<Answer>): Promise<Answer[]> =>
      Promise.all(fifty.map(index => ask(opened[index % opened.length] as OpenCache, index)))
    afterEach(async () => {
      for (const cache of opened.splice(0)) await cache.close()
    })

    describeValues(open, together)
    describeCounters(open, together)
    describeCacheMessages(open)
  })
}

type Open = (count?: number) => Promise<[OpenCache, ...OpenCache[]]>
type Together = <Answer>(ask: (cache: OpenCache, index: number) => Promise<Answer>) => Promise<Answer[]>

function describeValues(open: Open, together: Together): void {
  test('keeps, replaces and deletes values of every kind', async () => {
    const [cache] = await open()
    expect(await cache.get('a')).toBeNull()
    for (const value of ['', 'one', '0', 'null', 'zwei\r\n🎮\u0000']) {
      await cache.set('a', value, minuteMs)
      expect(await cache.get('a')).toBe(value)
    }
    expect(await cache.delete('a')).toBe(true)
    expect(await cache.delete('a')).toBe(false)
    expect(await cache.get('a')).toBeNull()
    await cache.ping()
  })

  test('forgets a value when its life ends, and not before; a life must be positive', async () => {
    const [cache] = await open()
    await cache.set('living', 'x', minuteMs)
    expect(await cache.setIfAbsent('living', 'y', minuteMs)).toBe(false)
    const begun = performance.now()
    await cache.set('a', 'x', 250)
    await expect.poll(() => cache.get('a'), { interval: 5, timeout: 30_000 }).toBeNull()
    expect(performance.now() - begun).toBeGreaterThan(240)
    expect(await cache.setIfAbsent('a', 'y', 250)).toBe(true)
    for (const ttlMs of [0, -1, Number.NaN])
      await expect(cache.set('a', 'x', ttlMs)).rejects.toThrow(RangeError)
  })

  test('of 50 callers at once one sets if absent', async () => {
    const [cache] = await open(4)
    const won = await together((each, index) => each.setIfAbsent('lease', `owner ${index}`, minuteMs))
    expect(won.filter(Boolean).length).toBe(1)
    expect(await cache.get('lease')).toBe(`owner ${won.indexOf(true)}`)
  })

  test('5.4.2 of 50 callers at once exactly one takes the value', async () => {
    const [cache] = await open(4)
    for (let round = 0; round < 20; round++) {
      await cache.set('short-lived', `secret ${round}`, minuteMs)
      const got = await together(each => each.take('short-lived'))
      expect(got.filter(value => value !== null)).toEqual([`secret ${round}`])
    }
  })

  test('compares and sets: one of 50 wins, null stands for nothing on both sides', async () => {
    const [cache] = await open(4)
    expect(await cache.compareAndSet('a', 'x', 'y', minuteMs)).toBe(false)
    const won = await together((each, index) => each.compareAndSet('a', null, `v${index}`, minuteMs))
    expect(won.filter(Boolean).length).toBe(1)
    const holder = `v${won.indexOf(true)}`
    expect(await cache.compareAndSet('a', 'other', null, minuteMs)).toBe(false)
    expect(await cache.compareAndSet('a', holder, '', minuteMs)).toBe(true)
    expect(await cache.compareAndSet('a', null, 'x', minuteMs)).toBe(false)
    expect(await cache.compareAndSet('a', '', null, minuteMs)).toBe(true)
    expect(await cache.get('a')).toBeNull()
  })

  test('namespaces do not see each other', async () => {
    const [cache] = await open()
    const [one, two] = [cache.namespace('short-lived-token'), cache.namespace('login-limit')]
    await one.set('a', '1', minuteMs)
    expect([await one.get('a'), await two.get('a'), await cache.get('a')]).toEqual(['1', null, null])
    expect(await two.namespace('inner').get('a')).toBeNull()
    expect(() => cache.namespace('a:b')).toThrow(/no name/)
  })
}

function describeCounters(open: Open, together: Together): void {
  test('8.1.1 of 50 attempts at once exactly 5 are allowed', async () => {
    const [cache] = await open(4)
    const attempts = await together(each => each.incrementIfBelow('login', 5, minuteMs))
    const allowed = attempts.filter(attempt => attempt.allowed)
    expect(allowed.map(attempt => attempt.count).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
    expect(attempts.filter(attempt => !attempt.allowed).every(attempt => attempt.count === 5)).toBe(true)
    expect(await cache.get('login')).toBe('5')
  })

  test('A22 the window begins with the first attempt and is not extended by later ones', async () => {
    const [cache] = await open()
    const attempt = async () => (await cache.incrementIfBelow('login', 1_000_000, 300)).count
    const begun = performance.now()
    const together = await Promise.all([attempt(), attempt(), attempt()])
    expect(together).toEqual([1, 2, 3])
    for (let last = 3; ; ) {
      const count = await attempt()
      if (count < last) break
      last = count
      expect(performance.now() - begun).toBeLessThan(30_000)
      await new Promise(resolve => setTimeout(resolve, 10))
    }
    expect(performance.now() - begun).toBeGreaterThan(290)
  })

  test('counts back, never below nothing', async () => {
    const [cache] = await open(4)
    expect(await cache.decrement('login')).toBe(0)
    await together(each => each.incrementIfBelow('login', 100, minuteMs))
    await together((each, index) => (index < 45 ? each.decrement('login') : Promise.resolve(0)))
    expect(await cache.get('login')).toBe('5')
    const last = await together(each => each.decrement('login'))
    expect(Math.min(...last)).toBe(0)
    expect(await cache.get('login')).toBeNull()
    expect(await cache.incrementIfBelow('login', 1, minuteMs)).toEqual({ allowed: true, count: 1 })
  })

  test('a closed cache is unavailable, not empty', async () => {
    const [cache] = await open()
    await cache.close()
    await expect(cache.get('a')).rejects.toThrow(expect.objectContaining({ name: 'CacheUnavailableError' }))
  })
}
