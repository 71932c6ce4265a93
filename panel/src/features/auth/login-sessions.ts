// Login sessions (5.3): begun at sign-in, recognized by their token on every request, ended by logout.

import type { LoginSessionCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import type { User, Users } from '../users/users.ts'
import { createExpiryGuard } from './expiry-guard.ts'
import type { RevocationStore } from './revocation-store.ts'
import type { SessionTokens } from './session-tokens/session-tokens.ts'

export const loginSessionSeconds = { normal: 24 * 60 * 60, remembered: 7 * 24 * 60 * 60 } as const

export interface LoginSessions {
  begin(
    userId: number,
    options: { remember: boolean; restricted: boolean },
  ): Promise<{ token: string; expiresInSeconds: number }>
  recognize(sessionToken: string): Promise<LoginSessionCaller | null>
  /** Whether a login session that was recognized before still holds. */
  isAlive(caller: LoginSessionCaller): Promise<boolean>
  /** Durable before it returns (A29). */
  end(caller: LoginSessionCaller): Promise<void>
}

interface LoginSessionDeps {
  sessionTokens: SessionTokens
  revocations: RevocationStore
  users: Users
  changes: Changes
  now(): number
  random(bytes: number): Buffer
  restrictedSeconds: number
}

export function createLoginSessions(deps: LoginSessionDeps): LoginSessions {
  const { sessionTokens, revocations, users, changes, now, random } = deps
  const expiryGuard = createExpiryGuard()
  return {
    async begin(userId, { remember, restricted }) {
      const usual = remember ? loginSessionSeconds.remembered : loginSessionSeconds.normal
      const expiresInSeconds = restricted ? deps.restrictedSeconds : usual
      const issuedAtMs = now()
      const token = await sessionTokens.issue({
        userId,
        jti: random(18).toString('base64url'),
        issuedAtMs,
        expiresAtMs: issuedAtMs + expiresInSeconds * 1000,
        restricted,
      })
      return { token, expiresInSeconds }
    },
    async recognize(sessionToken) {
      expiryGuard.notice(now())
      const claims = await sessionTokens.read(sessionToken, now())
      if (!claims || expiryGuard.isOver(claims)) return null
      if (await revocations.isRevoked(claims.jti)) return null
      const user = await users.findById(claims.userId)
      if (!user || isOverSinceEnrolling(claims, user)) return null
      const { userId, jti, expiresAtMs, restricted } = claims
      return { kind: 'login-session', userId, login: user.login, jti, expiresAtMs, restricted }
    },
    async isAlive(caller) {
      if (now() >= caller.expiresAtMs || (await revocations.isRevoked(caller.jti))) return false
      const user = await users.findById(caller.userId)
      return user !== null && !isOverSinceEnrolling(caller, user)
    },
    async end(caller) {
      await revocations.revoke(caller.jti, caller.expiresAtMs)
      await changes.publishEverywhere({ kind: 'login-session-ended', jti: caller.jti })
    },
  }
}

/** Whichever session enrolled, this one or another: a restricted session has nothing left to do then (A16). */
function isOverSinceEnrolling({ restricted }: { restricted: boolean }, user: User): boolean {
  return restricted && user.twoFactorEnabled
}
