// A cache whose keys and channels all begin with a feature's name, so that features cannot touch each other's.

import type { Cache } from './cache.ts'

const namePattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

export function namespacedCache(cache: Cache, name: string): Cache {
  if (!namePattern.test(name)) throw new Error(`"${name}" is no name for a part of the cache`)
  const within = (key: string) => `${name}:${key}`
  const namespaced: Cache = {
    get: key => cache.get(within(key)),
    set: (key, value, ttlMs) => cache.set(within(key), value, ttlMs),
    setIfAbsent: (key, value, ttlMs) => cache.setIfAbsent(within(key), value, ttlMs),
    delete: key => cache.delete(within(key)),
    take: key => cache.take(within(key)),
    incrementIfBelow: (key, limit, ttlMs) => cache.incrementIfBelow(within(key), limit, ttlMs),
    decrement: key => cache.decrement(within(key)),
    compareAndSet: (key, expected, next, ttlMs) => cache.compareAndSet(within(key), expected, next, ttlMs),
    publish: (channel, payload) => cache.publish(within(channel), payload),
    subscribe: (channel, listener) => cache.subscribe(within(channel), listener),
    onGap: listener => cache.onGap(listener),
    ping: () => cache.ping(),
    namespace: inner => namespacedCache(namespaced, inner),
  }
  return namespaced
}

/** A life must be a positive number of milliseconds; a broken one would otherwise mean "for ever" or "never". */
export function wholeTtlMs(ttlMs: number): number {
  if (!Number.isFinite(ttlMs) || ttlMs <= 0) throw new RangeError(`a life of ${ttlMs} ms cannot be kept`)
  return Math.ceil(ttlMs)
}
