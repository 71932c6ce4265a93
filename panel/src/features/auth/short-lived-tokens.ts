// Short-lived tokens (5.4): spent at first use, dead after ten seconds at most, bound to their login session.

import type { Cache } from '../../platform/cache/cache.ts'
import type { LoginSessionCaller } from '../../platform/caller.ts'

const prefix = 'glst_'
const wellFormed = /^glst_[A-Za-z0-9_-]{43}$/

export interface ShortLivedTokens {
  issue(caller: LoginSessionCaller): Promise<{ token: string; expires_in: number }>
  /** The login session that it was issued to; null for anything spent, expired or unknown. */
  spend(shortLivedToken: string): Promise<LoginSessionCaller | null>
}

export function createShortLivedTokens(
  cache: Cache,
  ttlSeconds: number,
  random: (bytes: number) => Buffer,
): ShortLivedTokens {
  const waiting = cache.namespace('short-lived-token')
  return {
    async issue(caller) {
      const shortLivedToken = prefix + random(32).toString('base64url')
      await waiting.set(shortLivedToken, JSON.stringify(caller), ttlSeconds * 1000)
      return { token: shortLivedToken, expires_in: ttlSeconds }
    },
    async spend(shortLivedToken) {
      if (!wellFormed.test(shortLivedToken)) return null
      const cached = await waiting.take(shortLivedToken)
      return cached === null ? null : (JSON.parse(cached) as LoginSessionCaller)
    },
  }
}
