// Login sessions (5.3): begun at sign-in, recognized by their token on every request, ended by logout.

import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { LoginSessionCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import { type AlsoWrite, inTransaction } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { RequestFacts } from '../../platform/http/route.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { createRecognizedCallers } from '../../platform/recognized-callers.ts'
import { clockFaultMs, validFromMs } from '../users/logic/sessions-valid-from.ts'
import type { User, Users } from '../users/users.ts'
import type { LoginSessionsStore } from './login-sessions-store.ts'
import type { RevocationStore } from './revocation-store.ts'
import {
  clockToleranceMs,
  type LoginSessionClaims,
  type SessionTokens,
} from './session-tokens/session-tokens.ts'

export const loginSessionSeconds = { normal: 24 * 60 * 60, remembered: 7 * 24 * 60 * 60 } as const

export interface LoginSessions {
  begin(
    userId: number,
    options: { remember: boolean; restricted: boolean },
    request: Pick<RequestFacts, 'ip' | 'userAgent'>,
    also?: AlsoWrite,
  ): Promise<{ token: string; expiresInSeconds: number }>
  recognize(sessionToken: string): Promise<LoginSessionCaller | null>
  /** Whether a login session that was recognized before still holds. */
  isAlive(caller: LoginSessionCaller): Promise<boolean>
  /** Durable before it returns (A29). */
  end(session: Pick<LoginSessionCaller, 'jti' | 'expiresAtMs'>, also?: AlsoWrite): Promise<void>
}

interface LoginSessionDeps {
  db: Kysely<Schema>
  sessionTokens: SessionTokens
  store: Pick<LoginSessionsStore, 'create'>
  revocations: RevocationStore
  users: Users
  changes: Changes
  now(): number
  random(bytes: number): Buffer
  restrictedSeconds: number
}

export function createLoginSessions(deps: LoginSessionDeps): LoginSessions {
  const { sessionTokens, store, revocations, users, changes, now, random } = deps
  const expiryGuard = createExpiryGuard()
  return {
    async begin(userId, { remember, restricted }, { ip, userAgent }, also) {
      const usual = remember ? loginSessionSeconds.remembered : loginSessionSeconds.normal
      const expiresInSeconds = restricted ? deps.restrictedSeconds : usual
      const issuedAtMs = now()
      const jti = random(18).toString('base64url')
      const expiresAtMs = issuedAtMs + expiresInSeconds * 1000
      const token = await sessionTokens.issue({ userId, jti, issuedAtMs, expiresAtMs, restricted })
      const stored = { userId, jti, ip, userAgent, restricted, createdAtMs: issuedAtMs, expiresAtMs }
      if (!(await store.create(stored, also))) throw new PanelError('wrong_credentials')
      return { token, expiresInSeconds }
    },
    async recognize(sessionToken) {
      expiryGuard.notice(now())
      const claims = await sessionTokens.read(sessionToken, now())
      if (!claims || expiryGuard.isOver(claims)) return null
      if (await revocations.isRevoked(claims.jti)) return null
      const user = await users.findById(claims.userId)
      if (user?.kind !== 'person' || isOver(claims, user, now())) return null
      return { kind: 'login-session', login: user.login, ...claims }
    },
    async isAlive(caller) {
      if (now() >= caller.expiresAtMs || (await revocations.isRevoked(caller.jti))) return false
      const user = await users.findById(caller.userId)
      return user?.kind === 'person' && !isOver(caller, user, now())
    },
    async end({ jti, expiresAtMs }, also) {
      await inTransaction(deps.db, async transaction => {
        await revocations.revoke(jti, expiresAtMs, transaction)
        await also?.(transaction)
      })
      await changes.publishEverywhere({ kind: 'login-session-ended', jti })
    },
  }
}

type Session = Pick<LoginSessionClaims, 'issuedAtMs' | 'restricted'>

function isOver(session: Session, user: User, nowMs: number): boolean {
  return user.suspended !== null || isOverSinceEnrolling(session, user) || isSignedOut(session, user, nowMs)
}

/** Signed out everywhere after it began. */
function isSignedOut({ issuedAtMs }: Session, user: User, nowMs: number): boolean {
  return issuedAtMs < validFromMs(user, nowMs)
}

/** Whichever session enrolled, this one or another: a restricted session has nothing left to do then (A16). */
function isOverSinceEnrolling({ restricted }: { restricted: boolean }, user: User): boolean {
  return restricted && user.twoFactorEnabled
}

/** Keeps expired session tokens dead when the clock of the machine is set back. */
interface ExpiryGuard {
  /** Must be told of the time again and again, to notice when it runs backwards. */
  notice(nowMs: number): void
  /** True for a token that was over before the clock was set back. */
  isOver(claims: Pick<LoginSessionClaims, 'issuedAtMs' | 'expiresAtMs'>): boolean
}

function createExpiryGuard(): ExpiryGuard {
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

type RecognizeSession = (sessionToken: string) => Promise<LoginSessionCaller | null>

/**
 * Remembers recognized session tokens for a moment: opening one is dear, and a page asks many questions at once. Logout
 * acts at once here and on every instance that shares the cache; an ended life is never overlooked.
 */
export function rememberingSessions(
  recognize: RecognizeSession,
  { changes, now }: { changes: Changes; now(): number },
): RecognizeSession {
  const recognized = createRecognizedCallers<{ caller: LoginSessionCaller }>({
    changes,
    now,
    isEndedBy: ({ caller }, change) => change.kind === 'login-session-ended' && change.jti === caller.jti,
  })
  return async sessionToken => {
    // By its hash: a copy of the process's memory shall not hold usable tokens.
    const key = hash('sha256', sessionToken, 'base64')
    const cached = await recognized.recognize(key, async () => {
      const caller = await recognize(sessionToken)
      return caller && { caller }
    })
    if (!cached) return null
    // Not from memory: at the end of its life, and while it is restricted, which ends when its owner enrolls.
    const { caller } = cached
    return caller.restricted || now() >= caller.expiresAtMs ? recognize(sessionToken) : caller
  }
}
