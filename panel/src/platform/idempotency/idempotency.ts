// Requests with an Idempotency-Key: what they create is created once, however often they come and whatever is killed.
//
// There is no claim before the work and so nothing that a killed panel leaves behind. What a request has created is
// written down in the transaction that creates it, so both are there or neither. Of two equal requests at two instances
// the second one to write finds the row of the first, is undone, and is answered as the first was.

import { createHmac } from 'node:crypto'
import { setImmediate as letOthers, setTimeout as pause } from 'node:timers/promises'
import { parseJson } from '@rookery/primitives/parse-json.ts'
import type { Kysely } from 'kysely'
import type * as z from 'zod'
import type { Schema } from '../database/schema.ts'
import type { ByteExchange, Call, Creation, Once } from '../http/route.ts'
import type { Log } from '../log.ts'
import { PanelError } from '../panel-error.ts'
import type { SecretBox } from '../secret-box.ts'
import { answerDueMs, contentOf, patienceMs, rememberedMs, scopeOf } from './idempotency-rules.ts'
import { createIdempotentRequestsStore, type StoredRequest } from './idempotent-requests-store.ts'

interface IdempotencyDeps {
  db: Kysely<Schema>
  /** Names requests and compares their contents, which may hold passwords. */
  key: Uint8Array
  /** Seals answers. */
  box: SecretBox
  log: Pick<Log, 'warn'>
  now(): number
}

export interface KeyedRequest {
  idempotencyKey: string
  endpoint: { method: string; path: string }
  call: Call
  exchange: ByteExchange
  creation: Creation
}

export interface KeyedAnswer {
  answer: unknown
  /** It was created by an equal request before this one. */
  isReplayed: boolean
}

export type Idempotency = ReturnType<typeof createIdempotency>

/** Ends the transaction of a request whose twin was quicker. */
class CreatedByTwin extends Error {}

interface Named {
  name: string
  fingerprint: string
  request: KeyedRequest
}

const lookEveryMs = 100
const retryAfterSeconds = 1
const cleanUpEveryMs = 60 * 60_000

export function createIdempotency({ db, key, box, log, now }: IdempotencyDeps) {
  const store = createIdempotentRequestsStore(db)
  const underWay = new Map<string, { fingerprint: string; ended: Promise<void> }>()
  let cleanedUpAtMs = Number.NEGATIVE_INFINITY

  const digest = (text: string) => createHmac('sha256', key).update(text).digest('hex')

  async function performAlone(named: Named): Promise<KeyedAnswer> {
    const { name, fingerprint, request } = named
    const stored = await store.find(name)
    if (stored && !isForgotten(stored)) return replay(named, stored)
    if (stored) await store.forgetOld(name, stored)
    const { creation, call, exchange } = request
    let hasCreated = false
    const once: Once<unknown> = {
      isKeyed: true,
      async note(transaction, created) {
        const row = { fingerprint, created: JSON.stringify(created), createdAtMs: now() }
        if (!(await store.add(transaction, name, row))) throw new CreatedByTwin()
        hasCreated = true
      },
      forget: transaction => store.forget(transaction, name),
    }
    try {
      const answer = await creation.create(call, once, exchange)
      if (hasCreated) await keepAnswer(name, answer)
      return { answer, isReplayed: false }
    } catch (error) {
      const twins = mayBeOfTwin(error) ? await store.find(name) : null
      if (twins) return replay(named, twins)
      throw error
    }
  }

  const isForgotten = ({ createdAtMs }: StoredRequest) => now() - createdAtMs >= rememberedMs

  async function replay(named: Named, first: StoredRequest): Promise<KeyedAnswer> {
    const { name, fingerprint, request } = named
    if (first.fingerprint !== fingerprint) throw new PanelError('idempotency_key_reused')
    const stored = await awaitAnswer(name, first)
    // What it had created was taken back meanwhile, because the rest of it failed.
    if (!stored) throw inProgress()
    const sealed = stored.answer === null ? null : box.open(stored.answer)
    if (sealed !== null) return { answer: JSON.parse(sealed), isReplayed: true }
    const { creation, call } = request
    const created = parseJson(creation.made as z.ZodType, stored.created, 'what a request has created')
    const answer = await creation.again(created, call)
    await keepAnswer(name, answer)
    return { answer, isReplayed: true }
  }

  /** Another instance may be about to store it; one that was killed never does. */
  async function awaitAnswer(name: string, first: StoredRequest): Promise<StoredRequest | null> {
    let stored: StoredRequest | null = first
    const untilMs = performance.now() + answerDueMs - Math.max(0, now() - first.createdAtMs)
    while (stored?.answer === null && performance.now() < untilMs) {
      await pause(lookEveryMs)
      stored = await store.find(name)
    }
    return stored
  }

  /** Without it a repetition is answered by what is there then. */
  async function keepAnswer(name: string, answer: unknown): Promise<void> {
    await store
      .setAnswer(name, box.seal(JSON.stringify(answer)))
      .catch(error =>
        log.warn({ err: error }, 'the answer to a request with an Idempotency-Key was not stored'),
      )
  }

  return {
    async perform(request: KeyedRequest): Promise<KeyedAnswer> {
      const { idempotencyKey, endpoint, call } = request
      const route = `${endpoint.method} ${endpoint.path}`
      const name = digest(JSON.stringify(['name', scopeOf(call.caller), route, idempotencyKey]))
      const fingerprint = digest(JSON.stringify(['content', contentOf(call)]))
      const untilMs = performance.now() + patienceMs
      for (;;) {
        const twin = underWay.get(name)
        if (!twin) break
        if (twin.fingerprint !== fingerprint) throw new PanelError('idempotency_key_reused')
        if (!(await endsWithin(twin.ended, untilMs - performance.now()))) throw inProgress()
      }
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      underWay.set(name, { fingerprint, ended })
      try {
        return await performAlone({ name, fingerprint, request })
      } finally {
        underWay.delete(name)
        end()
      }
    },

    /** Forgets what is older than a day; does something at most once an hour. */
    async cleanUp(): Promise<void> {
      if (now() - cleanedUpAtMs < cleanUpEveryMs) return
      cleanedUpAtMs = now()
      while (await store.forgetUntil(now() - rememberedMs)) await letOthers()
    },
  }
}

function inProgress(): PanelError {
  return new PanelError('idempotency_in_progress', { headers: { 'retry-after': String(retryAfterSeconds) } })
}

/** What the twin has created may be what this request was refused for: a name or a port that is taken. */
function mayBeOfTwin(error: unknown): boolean {
  return error instanceof CreatedByTwin || (error instanceof PanelError && error.status < 500)
}

async function endsWithin(ended: Promise<void>, limitMs: number): Promise<boolean> {
  const timer = new AbortController()
  const late = pause(Math.max(0, limitMs), false, { signal: timer.signal }).catch(() => false)
  try {
    return await Promise.race([ended.then(() => true), late])
  } finally {
    timer.abort()
  }
}
