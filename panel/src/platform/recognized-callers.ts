// Remembers for a moment who a token belongs to, so that a busy client is not recognized anew on every request.
//
// What ends a caller (logout, revocation, a changed or removed user) is told through the change feed and takes effect
// at once. What was read before such a change is never kept after it, and nothing is kept longer than a second, so
// that an instance that nobody could reach is wrong for no longer than that.

import { LRUCache } from 'lru-cache'
import type { SignedInCaller } from './caller.ts'
import type { Change, Changes } from './changes.ts'

export const rememberedMs = 1_000
const capacity = 10_000

export interface Recognized<Caller extends SignedInCaller> {
  caller: Caller
}

export interface RecognizedCallers<Cached> {
  /** What is remembered under the key, or else what `read` finds. */
  recognize(key: string, read: () => Promise<Cached | null>): Promise<Cached | null>
}

interface RecognizedCallersOptions<Cached> {
  changes: Changes
  now(): number
  /** Whether this change ends the caller, beside a change of the user and missed changes, which always do. */
  isEndedBy(cached: Cached, change: Change): boolean
}

const endingKinds = new Set<Change['kind']>([
  'user-changed',
  'login-session-ended',
  'personal-access-token-revoked',
  'service-account-key-ends',
  'changes-missed',
])

export function createRecognizedCallers<Cached extends Recognized<SignedInCaller>>(
  options: RecognizedCallersOptions<Cached>,
): RecognizedCallers<Cached> {
  const { changes, now } = options
  const remembered = new LRUCache<string, { cached: Cached; sinceMs: number }>({
    // Not `max`, which takes the room for all of them at once.
    maxSize: capacity,
    sizeCalculation: () => 1,
  })
  let endings = 0

  const isEnded = (cached: Cached, change: Change) =>
    change.kind === 'changes-missed' ||
    (change.kind === 'user-changed' && change.userId === cached.caller.userId) ||
    options.isEndedBy(cached, change)

  changes.listen(change => {
    if (!endingKinds.has(change.kind)) return
    endings += 1
    for (const [key, { cached }] of remembered.entries()) if (isEnded(cached, change)) remembered.delete(key)
  })

  return {
    async recognize(key, read) {
      const known = remembered.get(key)
      if (known) {
        const ageMs = now() - known.sinceMs
        if (ageMs >= 0 && ageMs < rememberedMs) return known.cached
      }
      const endingsBefore = endings
      const sinceMs = now()
      const cached = await read()
      if (cached && endings === endingsBefore) remembered.set(key, { cached, sinceMs })
      return cached
    },
  }
}
