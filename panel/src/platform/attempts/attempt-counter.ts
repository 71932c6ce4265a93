// Counts failed attempts in the cache, for all instances together, and reserves an attempt before its work is done.

import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import { type Cache, CacheUnavailableError } from '../cache/cache.ts'
import { PanelError } from '../panel-error.ts'
import {
  type AttemptLimits,
  type AttemptWindow,
  attemptWindow,
  forgive,
  isEmpty,
  isExceeded,
  reserve,
  settle,
  windowAt,
} from './attempt-window-rules.ts'
import { createKeyedQueue } from './keyed-queue.ts'

/** An attempt that may be made; exactly one of its two ends must be told. */
export interface Attempt {
  fail(): Promise<void>
  /** It ended in another way, which is not counted. */
  release(): Promise<void>
}

export interface AttemptCounter {
  /** True when settled failures alone have reached the limit. */
  isExceeded(key: string): Promise<boolean>
  /** Waits while attempts in flight fill the limit; null once settled failures have reached it. */
  reserve(key: string): Promise<Attempt | null>
  /** Forgets the failures; left undone while others are in flight or in line. */
  forgive(key: string): Promise<void>
}

interface AttemptCounterDeps {
  cache: Cache
  limits: AttemptLimits
  now(): number
  random(bytes: number): Buffer
}

const lineLimit = 2_000
/** Attempts settled by other instances are seen by looking again. */
const pollMs = 100
const looksBeforeGivingUp = 600
const collisionLimit = 1_000

export function createAttemptCounter({ cache, limits, now, random }: AttemptCounterDeps): AttemptCounter {
  const waitingLines = createKeyedQueue(lineLimit)
  const writingLines = createKeyedQueue(Number.POSITIVE_INFINITY)
  const alarms = new Map<string, () => void>()

  /** Applies a change to the kept window, against whatever other instances write meanwhile. */
  async function write<T>(
    key: string,
    change: (window: AttemptWindow, nowMs: number) => { window: AttemptWindow; result: T },
  ): Promise<T> {
    for (let tries = 0; tries < collisionLimit; tries++) {
      const cached = await cache.get(key)
      const nowMs = now()
      const { window, result } = change(windowAt(parse(cached), nowMs, limits), nowMs)
      const next = isEmpty(window) ? null : JSON.stringify(window)
      if (next === cached) return result
      if (await cache.compareAndSet(key, cached, next, limits.windowMs + limits.leaseMs)) return result
    }
    throw new CacheUnavailableError('a counter of attempts changes too fast to be written')
  }
  const writeInTurn: typeof write = (key, change) =>
    writingLines.inTurn(key, () => write(key, change)) ?? write(key, change)

  const attemptOf = (key: string, id: string): Attempt => {
    const end = async (hasFailed: boolean) => {
      await writeInTurn(key, (window, nowMs) => ({
        window: settle(window, id, hasFailed, nowMs),
        result: null,
      }))
      alarms.get(key)?.()
    }
    return { fail: () => end(true), release: () => end(false) }
  }

  async function reserveInTurn(key: string): Promise<Attempt | null> {
    const id = random(9).toString('base64url')
    for (let samples = 0; samples < looksBeforeGivingUp; samples++) {
      const alarm = setAlarm(alarms, key)
      const reservation = await writeInTurn(key, (window, nowMs) => {
        const reserved = reserve(window, id, nowMs, limits)
        return { window: reserved.window, result: reserved.reservation }
      })
      if (reservation === 'wait') await alarm.rings
      else alarm.stop()
      if (reservation === 'exceeded') return null
      if (reservation === 'reserved') return attemptOf(key, id)
    }
    throw tooBusy()
  }

  return {
    isExceeded: key => writeInTurn(key, window => ({ window, result: isExceeded(window, limits) })),
    async reserve(key) {
      const turn = waitingLines.inTurn(key, () => reserveInTurn(key))
      if (turn === null) throw tooBusy()
      return turn
    },
    async forgive(key) {
      if (waitingLines.isAnybodyIn(key)) return
      await writeInTurn(key, window => ({ window: forgive(window), result: null }))
    },
  }
}

/** A window that cannot be read begins anew: it must not shut people out until it ends. */
function parse(cached: string | null): AttemptWindow | null {
  return cached === null ? null : parseJsonOrNull(attemptWindow, cached)
}

/** Rings when an attempt is settled here, or after a moment. Only the first in a line listens. */
function setAlarm(alarms: Map<string, () => void>, key: string): { rings: Promise<void>; stop(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = () => {
    clearTimeout(timer)
    if (alarms.get(key) === stop) alarms.delete(key)
    resolve()
  }
  const timer = setTimeout(stop, pollMs)
  alarms.set(key, stop)
  return { rings: promise, stop }
}

function tooBusy(): PanelError {
  return new PanelError('unavailable', { message: 'too many attempts at the same time, try again' })
}
