// One connection to Redis that comes back by itself, notices a silent partner, and fails fast while away.

import { createClient } from 'redis'
import { type CacheLog, CacheUnavailableError } from './cache.ts'
import { redisScripts } from './redis-scripts.ts'

export interface RedisOptions {
  /** `host:port`, or a whole `redis://` or `rediss://` address. */
  address: string
  password?: string | undefined
  database?: number | undefined
  /** Before every key and channel, for installations that share one Redis. */
  keyPrefix?: string | undefined
}

/** How long a caller waits before CacheUnavailableError. */
const answerLimitMs = 2_000
const connectLimitMs = 2_000
/** A connection that answers no ping for this long is cut and made anew. */
const silenceLimitMs = 2_500
const pingEveryMs = 1_000
const longestPauseMs = 2_000

export type RedisClient = ReturnType<typeof createRedisClient>

function createRedisClient(options: RedisOptions, mayReconnect: () => boolean) {
  const { address, password, database } = options
  return createClient({
    url: address.includes('://') ? address : `redis://${address}`,
    ...(password !== undefined && password !== '' && { password }),
    ...(database !== undefined && { database }),
    scripts: redisScripts,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    pingInterval: pingEveryMs,
    socket: {
      connectTimeout: connectLimitMs,
      socketTimeout: silenceLimitMs,
      // Before the first success a failure is a mistake in the configuration, and is told at once.
      reconnectStrategy: retries =>
        mayReconnect() &&
        Math.min(50 * 2 ** Math.min(retries, 6), longestPauseMs) * (0.5 + Math.random() / 2),
    },
  })
}

export interface ConnectionUse {
  /** Called when the connection was lost and is back. */
  onReturn?: () => void
  /**
   * Whether an unanswered command makes the connection start anew at once. A busy connection needs it: each command
   * it writes hides the silence from the socket's own time limit. One that holds subscriptions must not, because
   * they belong to the client.
   */
  restartsOnSilence: boolean
}

export class RedisConnection {
  readonly #options: RedisOptions
  readonly #use: ConnectionUse
  readonly #log: CacheLog
  #client: RedisClient
  #wasReady = false
  #isLost = false
  #isClosed = false

  private constructor(options: RedisOptions, use: ConnectionUse, log: CacheLog) {
    this.#options = options
    this.#use = use
    this.#log = log
    this.#client = this.#create()
  }

  static async open(options: RedisOptions, use: ConnectionUse, log: CacheLog): Promise<RedisConnection> {
    const connection = new RedisConnection(options, use, log)
    try {
      await connection.#client.connect()
      return connection
    } catch (error) {
      connection.close()
      throw new CacheUnavailableError(describeFailure(error, options.address), { cause: error })
    }
  }

  get isReady(): boolean {
    return this.#client.isReady
  }

  /** The answer, or CacheUnavailableError in time. */
  async ask<Answer>(work: (client: RedisClient) => Promise<Answer>): Promise<Answer> {
    const client = this.#client
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new CacheUnavailableError('Redis did not answer in time'))
        if (this.#use.restartsOnSilence && client === this.#client) this.#restart()
      }, answerLimitMs)
    })
    try {
      return await Promise.race([work(client), limit])
    } catch (error) {
      if (error instanceof CacheUnavailableError) throw error
      throw new CacheUnavailableError('Redis cannot be used right now', { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  close(): void {
    this.#isClosed = true
    if (this.#client.isOpen) this.#client.destroy()
  }

  #create(): RedisClient {
    const client = createRedisClient(this.#options, () => this.#wasReady && !this.#isClosed)
    client.on('error', (error: Error) => this.#lost(error))
    client.on('ready', () => {
      if (this.#isLost) this.#log.info({}, 'the connection to Redis is back')
      this.#isLost = false
      if (this.#wasReady) this.#use.onReturn?.()
      this.#wasReady = true
    })
    return client
  }

  #restart(): void {
    if (this.#isClosed) return
    const silent = this.#client
    this.#lost(new Error('no answer'))
    this.#client = this.#create()
    if (silent.isOpen) silent.destroy()
    // Comes back by itself; its failures arrive as error events.
    this.#client.connect().catch(() => {})
  }

  #lost(error: Error): void {
    if (!this.#wasReady || this.#isLost || this.#isClosed) return
    this.#isLost = true
    this.#log.warn({ error: error.message }, 'the connection to Redis is lost, trying again')
  }
}

function describeFailure(error: unknown, address: string): string {
  const where = `Redis at ${address.replace(/^(\w+:\/\/)[^@/]*@/, '$1')}`
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string }
  if (/WRONGPASS|NOAUTH|invalid password/i.test(message)) {
    return `${where} refuses the password: check CACHE_REDIS_PASSWORD`
  }
  if (code === 'ECONNREFUSED') return `${where} does not listen: start it or check CACHE_REDIS_ADDR`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `${where}: the host has no address, check its name`
  if (/DB index/i.test(message)) return `${where} has no such database: check CACHE_REDIS_DB`
  return `${where} cannot be used: ${message}`
}
