// The cache inside one process: forgotten at restart, not shared with other instances.

import {
  type Cache,
  type CacheListener,
  type CacheLog,
  CacheUnavailableError,
  type CountedAttempt,
  type OpenCache,
} from './cache.ts'
import { namespacedCache, wholeTtlMs } from './namespaced-cache.ts'

export interface MemoryCacheOptions {
  /** Milliseconds; any starting point. */
  now: () => number
  log: CacheLog
  /** When it is full it refuses, because forgetting a counter would open a door. */
  capacity?: number
}

interface Entry {
  value: string
  expiresAt: number
}

const sweepEveryMs = 30_000

export class MemoryCache implements OpenCache {
  readonly isShared = false
  readonly #now: () => number
  readonly #log: CacheLog
  readonly #capacity: number
  readonly #entries = new Map<string, Entry>()
  readonly #listeners = new Map<string, Set<CacheListener>>()
  #sweepsAt: number
  #isClosed = false

  constructor({ now, log, capacity = 1_000_000 }: MemoryCacheOptions) {
    this.#now = now
    this.#log = log
    this.#capacity = capacity
    this.#sweepsAt = now() + sweepEveryMs
  }

  /** How many entries are kept, ended ones that nobody has swept yet included. */
  get size(): number {
    return this.#entries.size
  }

  async get(key: string): Promise<string | null> {
    return this.#read(key)?.value ?? null
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    this.#write(key, value, ttlMs)
  }

  async setIfAbsent(key: string, value: string, ttlMs: number): Promise<boolean> {
    return this.compareAndSet(key, null, value, ttlMs)
  }

  async delete(key: string): Promise<boolean> {
    return this.#read(key) !== undefined && this.#entries.delete(key)
  }

  async take(key: string): Promise<string | null> {
    const entry = this.#read(key)
    this.#entries.delete(key)
    return entry?.value ?? null
  }

  async incrementIfBelow(key: string, limit: number, ttlMs: number): Promise<CountedAttempt> {
    const entry = this.#read(key)
    const count = Number(entry?.value ?? 0)
    if (count >= limit) return { allowed: false, count }
    if (entry === undefined) this.#write(key, '1', ttlMs)
    else entry.value = String(count + 1)
    return { allowed: true, count: count + 1 }
  }

  async decrement(key: string): Promise<number> {
    const entry = this.#read(key)
    const count = Math.max(0, Number(entry?.value ?? 0) - 1)
    if (entry !== undefined && count > 0) entry.value = String(count)
    else this.#entries.delete(key)
    return count
  }

  async compareAndSet(
    key: string,
    expected: string | null,
    next: string | null,
    ttlMs: number,
  ): Promise<boolean> {
    if ((this.#read(key)?.value ?? null) !== expected) return false
    if (next === null) this.#entries.delete(key)
    else this.#write(key, next, ttlMs)
    return true
  }

  /** Here every subscription counts as an instance: who gives one cache to several panels has several. */
  async publish(channel: string, payload: string): Promise<number> {
    this.#refuseWhenClosed()
    const listeners = [...(this.#listeners.get(channel) ?? [])]
    for (const listener of listeners) {
      queueMicrotask(() => {
        if (this.#listeners.get(channel)?.has(listener)) this.#deliver(channel, listener, payload)
      })
    }
    return listeners.length
  }

  async subscribe(channel: string, listener: CacheListener): Promise<() => Promise<void>> {
    this.#refuseWhenClosed()
    // A function of its own for each subscription: the same listener may subscribe twice.
    const subscription: CacheListener = payload => listener(payload)
    const subscriptions = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, subscriptions.add(subscription))
    return async () => {
      subscriptions.delete(subscription)
      if (subscriptions.size === 0) this.#listeners.delete(channel)
    }
  }

  onGap(): () => void {
    return () => {}
  }

  async ping(): Promise<void> {
    this.#refuseWhenClosed()
  }

  namespace(name: string): Cache {
    return namespacedCache(this, name)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#entries.clear()
    this.#listeners.clear()
  }

  #read(key: string): Entry | undefined {
    this.#refuseWhenClosed()
    const entry = this.#entries.get(key)
    if (entry === undefined || entry.expiresAt > this.#now()) return entry
    this.#entries.delete(key)
    return undefined
  }

  #write(key: string, value: string, ttlMs: number): void {
    this.#refuseWhenClosed()
    const expiresAt = this.#now() + wholeTtlMs(ttlMs)
    const isFull = this.#entries.size >= this.#capacity
    if (isFull || this.#now() >= this.#sweepsAt) this.#sweep()
    if (this.#entries.size >= this.#capacity && !this.#entries.has(key)) {
      throw new CacheUnavailableError(`the memory cache is full (${this.#capacity} entries)`)
    }
    this.#entries.set(key, { value, expiresAt })
  }

  #sweep(): void {
    const now = this.#now()
    for (const [key, entry] of this.#entries) if (entry.expiresAt <= now) this.#entries.delete(key)
    this.#sweepsAt = now + sweepEveryMs
  }

  #deliver(channel: string, listener: CacheListener, payload: string): void {
    try {
      listener(payload)
    } catch (error) {
      this.#log.warn({ channel, error: String(error) }, 'a listener of the cache failed')
    }
  }

  #refuseWhenClosed(): void {
    if (this.#isClosed) throw new CacheUnavailableError('the cache is closed')
  }
}
