// The cache in Redis, shared by all instances of the panel.

import {
  type Cache,
  type CacheListener,
  type CacheLog,
  CacheUnavailableError,
  type OpenCache,
} from './cache.ts'
import { namespacedCache, wholeTtlMs } from './namespaced-cache.ts'
import { RedisConnection, type RedisOptions } from './redis-connection.ts'

interface Subscription {
  channel: string
  deliver: CacheListener
}

/** Connects, or fails with CacheUnavailableError in words. */
export async function openRedisCache(options: RedisOptions, log: CacheLog): Promise<OpenCache> {
  const prefix = options.keyPrefix ?? 'rookery:'
  const commands = await RedisConnection.open(options, { restartsOnSilence: true }, log)
  try {
    const messages = await RedisMessages.open(options, log)
    return createRedisCache(prefix, commands, messages)
  } catch (error) {
    commands.close()
    throw error
  }
}

function createRedisCache(prefix: string, commands: RedisConnection, messages: RedisMessages): OpenCache {
  const at = (key: string) => prefix + key
  const expiration = (ttlMs: number) => ({ type: 'PX', value: wholeTtlMs(ttlMs) }) as const
  const cache: OpenCache = {
    isShared: true,
    get: key => commands.ask(redis => redis.get(at(key))),
    set: async (key, value, ttlMs) => {
      const options = { expiration: expiration(ttlMs) }
      await commands.ask(redis => redis.set(at(key), value, options))
    },
    setIfAbsent: async (key, value, ttlMs) => {
      const options = { expiration: expiration(ttlMs), condition: 'NX' } as const
      return (await commands.ask(redis => redis.set(at(key), value, options))) === 'OK'
    },
    delete: async key => (await commands.ask(redis => redis.del(at(key)))) === 1,
    take: key => commands.ask(redis => redis.getDel(at(key))),
    incrementIfBelow: async (key, limit, ttlMs) => {
      const lifeMs = wholeTtlMs(ttlMs)
      return commands.ask(redis => redis.incrementIfBelow(at(key), limit, lifeMs))
    },
    decrement: key => commands.ask(redis => redis.decrementAboveZero(at(key))),
    compareAndSet: async (key, expected, next, ttlMs) => {
      const lifeMs = next === null ? 0 : wholeTtlMs(ttlMs)
      return commands.ask(redis => redis.compareAndSet(at(key), expected, next, lifeMs))
    },
    publish: (channel, payload) => commands.ask(redis => redis.publish(at(channel), payload)),
    subscribe: (channel, listener) => messages.subscribe(at(channel), listener),
    onGap: listener => messages.onGap(listener),
    ping: async () => {
      await commands.ask(redis => redis.ping())
    },
    namespace: (name): Cache => namespacedCache(cache, name),
    close: async () => {
      commands.close()
      messages.close()
    },
  }
  return cache
}

/** The second connection, for messages alone: Redis gives a subscribed connection no other work. */
class RedisMessages {
  readonly #log: CacheLog
  readonly #gapListeners = new Set<() => void>()
  /** Ended while Redis was away: still to be taken back there. */
  readonly #overdue = new Set<Subscription>()
  #connection: RedisConnection | undefined

  private constructor(log: CacheLog) {
    this.#log = log
  }

  static async open(options: RedisOptions, log: CacheLog): Promise<RedisMessages> {
    const messages = new RedisMessages(log)
    messages.#connection = await RedisConnection.open(
      options,
      { restartsOnSilence: false, onReturn: () => messages.#returned() },
      log,
    )
    return messages
  }

  async subscribe(channel: string, listener: CacheListener): Promise<() => Promise<void>> {
    const connection = this.#connection
    if (!connection?.isReady) throw new CacheUnavailableError('Redis cannot be used right now')
    let isEnded = false
    const subscription: Subscription = {
      channel,
      deliver: payload => {
        if (!isEnded) this.#deliver(channel, listener, payload)
      },
    }
    const unsubscribe = async () => {
      if (isEnded) return
      isEnded = true
      await this.#takeBack(subscription)
    }
    try {
      await connection.ask(redis => redis.subscribe(channel, subscription.deliver))
      return unsubscribe
    } catch (error) {
      isEnded = true
      this.#overdue.add(subscription)
      throw error
    }
  }

  onGap(listener: () => void): () => void {
    const own = () => listener()
    this.#gapListeners.add(own)
    return () => this.#gapListeners.delete(own)
  }

  close(): void {
    this.#connection?.close()
  }

  async #takeBack(subscription: Subscription): Promise<void> {
    const { channel, deliver } = subscription
    try {
      if (!this.#connection?.isReady) throw new CacheUnavailableError('away')
      await this.#connection.ask(redis => redis.unsubscribe(channel, deliver))
    } catch {
      this.#overdue.add(subscription)
    }
  }

  #returned(): void {
    const overdue = [...this.#overdue]
    this.#overdue.clear()
    for (const subscription of overdue) void this.#takeBack(subscription)
    for (const listener of this.#gapListeners) {
      try {
        listener()
      } catch (error) {
        this.#log.warn({ error: String(error) }, 'a listener of the cache failed')
      }
    }
  }

  #deliver(channel: string, listener: CacheListener, payload: string): void {
    try {
      listener(payload)
    } catch (error) {
      this.#log.warn({ channel, error: String(error) }, 'a listener of the cache failed')
    }
  }
}
