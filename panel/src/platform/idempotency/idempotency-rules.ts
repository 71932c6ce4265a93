// What an Idempotency-Key may be, whose it is, and how long it is remembered.

import type { Caller } from '../caller.ts'

export const rememberedMs = 24 * 60 * 60_000
/** Whoever repeats a request that is still being worked on waits no longer than this. */
export const patienceMs = 5_000
/** So long after something was created its answer may still be on its way to the database. */
export const answerDueMs = 2_000

const printable = /^[\x20-\x7e]{1,255}$/

/** What is wrong with it; null: nothing. */
export function keyProblem(key: string): string | null {
  return printable.test(key) ? null : 'must be 1 to 255 printable ASCII characters'
}

/**
 * Keys of different callers never meet. A session stands for its person, and a key for its service account, because a
 * repetition may come after signing in again or rotating the key; an access token may do less than its owner.
 */
export function scopeOf(caller: Caller): string {
  if (caller.kind === 'anonymous') return 'anonymous'
  return caller.kind === 'personal-access-token' ? `token ${caller.tokenId}` : `user ${caller.userId}`
}

/** The parts of a request that make it another one; the order of fields in its body does not. */
export function contentOf({
  params,
  query,
  body,
}: {
  params: unknown
  query: unknown
  body: unknown
}): string {
  return JSON.stringify([params, query, body], sortedKeys)
}

function sortedKeys(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
