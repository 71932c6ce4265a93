// Keeps expired session tokens dead when the clock of the machine is set back.

import { clockToleranceMs, type LoginSessionClaims } from './session-tokens/session-tokens.ts'

/** A clock further ahead than this was wrong then, and is right now. */
const clockFaultMs = 2 * 60 * 60 * 1000

export interface ExpiryGuard {
  /** Must be told of the time again and again, to notice when it runs backwards. */
  notice(nowMs: number): void
  /** True for a token that was over before the clock was set back. */
  isOver(claims: Pick<LoginSessionClaims, 'issuedAtMs' | 'expiresAtMs'>): boolean
}

export function createExpiryGuard(): ExpiryGuard {
  let latestMs = 0
  let setBack: { fromMs: number; toMs: number } | null = null
  return {
    notice(nowMs) {
      if (nowMs < latestMs - clockToleranceMs) {
        setBack = latestMs - nowMs > clockFaultMs ? null : { fromMs: latestMs, toMs: nowMs }
        latestMs = nowMs
      }
      latestMs = Math.max(latestMs, nowMs)
    },
    isOver(claims) {
      if (setBack === null || claims.issuedAtMs >= setBack.toMs) return false
      return claims.expiresAtMs <= setBack.fromMs - clockToleranceMs
    },
  }
}
