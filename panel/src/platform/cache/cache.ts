// The cache port: short-lived values, counters and messages, kept in this process or in Redis for all instances.
//
// Every operation is atomic among all callers of all instances that share the cache. Keys and channels belong to a
// namespace (one per feature). A cache that is away makes every operation fail with CacheUnavailableError within
// two seconds: callers answer 503, never "unknown token".

export class CacheUnavailableError extends Error {
  override readonly name = 'CacheUnavailableError'
}

export interface CountedAttempt {
  allowed: boolean
  /** After this attempt when it was allowed, else the count that stands in its way. */
  count: number
}

export type CacheListener = (payload: string) => void

export interface Cache {
  get(key: string): Promise<string | null>
  set(key: string, value: string, ttlMs: number): Promise<void>
  /** True when nothing was there. */
  setIfAbsent(key: string, value: string, ttlMs: number): Promise<boolean>
  /** True when something was there. */
  delete(key: string): Promise<boolean>
  /** Gets and deletes: of any number of callers at once exactly one gets the value. */
  take(key: string): Promise<string | null>
  /** Counts up unless the limit is reached. The window begins with the first count and is never extended. */
  incrementIfBelow(key: string, limit: number, ttlMs: number): Promise<CountedAttempt>
  /** Takes one count back, never below 0; at 0 the window is forgotten. */
  decrement(key: string): Promise<number>
  /** Replaces `expected` (null: nothing) by `next` (null: nothing); true when it was so. */
  compareAndSet(key: string, expected: string | null, next: string | null, ttlMs: number): Promise<boolean>
  /** Reaches every subscriber of every instance, the sender's own too; tells how many instances it was handed to. */
  publish(channel: string, payload: string): Promise<number>
  /** Resolves once messages arrive; gives the function that ends it. */
  subscribe(channel: string, listener: CacheListener): Promise<() => Promise<void>>
  /** Called when the connection was lost and is back: messages may have been missed. Gives the function that ends it. */
  onGap(listener: () => void): () => void
  /** Fails with CacheUnavailableError while the cache is away. */
  ping(): Promise<void>
  /** The same cache with keys and channels of its own; lower-case words joined by dashes. */
  namespace(name: string): Cache
}

export interface OpenCache extends Cache {
  /** Whether other instances see the same values. */
  readonly isShared: boolean
  close(): Promise<void>
}

export interface CacheLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}
