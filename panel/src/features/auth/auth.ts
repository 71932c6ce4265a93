// Signing in and recognising callers: sections 5.1 to 5.4.

import type { Cache } from '../../platform/cache/cache.ts'
import type { Caller, LoginSessionCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import type { RequestFacts } from '../../platform/http/route.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Audit } from '../audit/audit.ts'
import type { Users } from '../users/users.ts'
import { logIn } from './log-in.ts'
import { createLoginLimitStore } from './login-limit-store.ts'
import { createLoginSessions } from './login-sessions.ts'
import type { RevocationStore } from './revocation-store.ts'
import type { SessionTokens } from './session-tokens/session-tokens.ts'
import { createShortLivedTokens } from './short-lived-tokens.ts'

export interface AuthParts {
  audit: Audit
  users: Users
  cache: Cache
  changes: Changes
  sessionTokens: SessionTokens
  revocations: RevocationStore
  now(): number
  random(bytes: number): Buffer
  shortLivedTokenSeconds: number
  restrictedSessionSeconds: number
}

export type Auth = ReturnType<typeof createAuth>

export function createAuth(parts: AuthParts) {
  const limit = createLoginLimitStore(parts.cache)
  const sessions = createLoginSessions({ ...parts, restrictedSeconds: parts.restrictedSessionSeconds })
  const shortLivedTokens = createShortLivedTokens(parts.cache, parts.shortLivedTokenSeconds, parts.random)
  return {
    logIn: (credentials: Parameters<typeof logIn>[1], request: RequestFacts) =>
      logIn({ ...parts, limit, sessions }, credentials, request),

    logOut: (caller: LoginSessionCaller) => sessions.end(caller),

    issueShortLivedToken: (caller: LoginSessionCaller) => shortLivedTokens.issue(caller),

    /** Recognises the token of an Authorization header. */
    async authenticate(bearerToken: string): Promise<Caller> {
      const caller = await sessions.recognise(bearerToken)
      if (!caller) throw new PanelError('not_signed_in')
      return caller
    },

    /** Takes the token of a `?token=` exactly once; it dies with its login session. */
    async spendShortLivedToken(shortLivedToken: string): Promise<LoginSessionCaller> {
      const caller = await shortLivedTokens.spend(shortLivedToken)
      if (!caller || !(await sessions.isAlive(caller))) throw new PanelError('not_signed_in')
      return caller
    },
  }
}
