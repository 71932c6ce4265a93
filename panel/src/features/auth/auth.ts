// Signing in and recognizing callers: sections 5.1 to 5.4.

import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import type { Kysely } from 'kysely'
import type { Cache } from '../../platform/cache/cache.ts'
import {
  type AccountCaller,
  accountCaller,
  type Caller,
  type LoginSessionCaller,
} from '../../platform/caller.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { CachedAnswersDeps } from '../../platform/http/cached-answers.ts'
import type { RequestFacts, UnreadCall } from '../../platform/http/route.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Access } from '../access/access.ts'
import type { Audit } from '../audit/audit.ts'
import type { Captcha } from '../captcha/captcha.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import { authorOf } from '../people-activity/people-activity-rules.ts'
import type { Keys } from '../service-accounts/service-accounts.ts'
import type { Tokens } from '../tokens/tokens.ts'
import type { TwoFactor } from '../two-factor/two-factor.ts'
import type { Users } from '../users/users.ts'
import { createChallenges } from './challenges.ts'
import { logIn } from './log-in.ts'
import { createLoginLimit } from './login-limit.ts'
import { createLoginSessions, rememberingSessions } from './login-sessions.ts'
import { createLoginSessionsStore } from './login-sessions-store.ts'
import { createReadProfile, createWrittenProfile } from './read-profile.ts'
import { createRevocationStore } from './revocation-store.ts'
import { authRoutes } from './routes.ts'
import { createJwtSessionTokens } from './session-tokens/jwt-session-tokens.ts'
import { createPasetoSessionTokens } from './session-tokens/paseto-session-tokens.ts'
import { createSignedInDevices } from './signed-in-devices.ts'
import { verifySecondFactor } from './verify-second-factor.ts'

const shortLivedPrefix = 'glst_'
const shortLivedForm = /^glst_[A-Za-z0-9_-]{43}$/

interface AuthDeps extends CachedAnswersDeps {
  db: Kysely<Schema>
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write' | 'noteFailedSignIn'>
  access: Access
  users: Users
  captcha: Captcha
  twoFactor: TwoFactor
  tokens: Tokens
  keys: Pick<Keys, 'isWritten' | 'recognize' | 'isAlive'>
  config: {
    sessionTokenKind: 'paseto' | 'jwt'
    shortLivedTokenTtlSeconds: number
    mfa: { enrollmentTokenTtlSeconds: number }
  }
  sessionKey: Uint8Array
  defaultLanguage: string
  random(bytes: number): Buffer
}

export function openAuth(deps: AuthDeps) {
  const auth = createAuth(deps)
  return { ...auth, routes: authRoutes(auth) }
}

export type Auth = ReturnType<typeof createAuth>

function createAuth(deps: AuthDeps) {
  const { config, sessionKey, now } = deps
  const revocations = createRevocationStore(deps.db)
  const store = createLoginSessionsStore(deps.db)
  const sessionTokens =
    config.sessionTokenKind === 'jwt'
      ? createJwtSessionTokens(sessionKey)
      : createPasetoSessionTokens(sessionKey)
  const limit = createLoginLimit(deps)
  const challenges = createChallenges(deps.cache, deps.random)
  const sessions = createLoginSessions({
    ...deps,
    sessionTokens,
    store,
    revocations,
    restrictedSeconds: config.mfa.enrollmentTokenTtlSeconds,
  })
  const devices = createSignedInDevices({ ...deps, store, revocations, sessions })
  const recognizeSession = rememberingSessions(sessions.recognize, deps)
  const shortLivedTokens = createShortLivedTokens(deps.cache, config.shortLivedTokenTtlSeconds, deps.random)
  const signIn = { ...deps, limit, challenges, sessions }
  const profileOf = createReadProfile(deps)

  function recognize(bearerToken: string, request: RequestFacts) {
    if (deps.tokens.isWritten(bearerToken)) return deps.tokens.recognize(bearerToken)
    if (deps.keys.isWritten(bearerToken)) return deps.keys.recognize(bearerToken, request)
    return recognizeSession(bearerToken)
  }

  function isAlive(caller: AccountCaller, request: RequestFacts): Promise<boolean> {
    return caller.kind === 'service-account' ? deps.keys.isAlive(caller, request) : sessions.isAlive(caller)
  }

  return {
    /** Before the fields of a sign-in are checked: 429 comes before 422 (A21). */
    admitLogIn: ({ body, request }: UnreadCall) => limit.admit(loginIn(body), request),
    admitSecondFactor: ({ request }: UnreadCall) => limit.admit(null, request),

    logIn: (credentials: Parameters<typeof logIn>[1], request: RequestFacts) =>
      logIn(signIn, credentials, request),

    verifySecondFactor: (step: Parameters<typeof verifySecondFactor>[1], request: RequestFacts) =>
      verifySecondFactor(signIn, step, request),

    logOut: (caller: LoginSessionCaller) =>
      sessions.end(caller, transaction =>
        deps.peopleActivity.write(transaction, authorOf(caller), {
          event: 'signed_out',
          subject: { type: 'user', id: caller.userId, name: caller.login },
        }),
      ),

    /** A restricted session that has nothing left to do. */
    endEnrollment: (caller: LoginSessionCaller) => sessions.end(caller),

    profileOf,
    /** The same as it is sent. */
    writtenProfileOf: createWrittenProfile({ ...deps, profileOf }),

    devices,

    /** Writes when sessions were last seen, and forgets those whose tokens have ended by themselves. */
    async cleanUp(): Promise<void> {
      await devices.writeLastSeen()
      await Promise.all([revocations.purge(now()), store.purge(now())])
    },

    issueShortLivedToken: (caller: AccountCaller) => shortLivedTokens.issue(caller),

    /** Recognizes the token of an Authorization header. */
    async authenticate(bearerToken: string, request: RequestFacts): Promise<Caller> {
      const caller = await recognize(bearerToken, request)
      if (!caller) throw new PanelError('not_signed_in')
      if (caller.kind === 'login-session') devices.noteUse(caller)
      return caller
    },

    /** Takes the token of a `?token=` exactly once; it dies with its login session or key. */
    async spendShortLivedToken(shortLivedToken: string, request: RequestFacts): Promise<AccountCaller> {
      const caller = await shortLivedTokens.spend(shortLivedToken)
      if (!caller || !(await isAlive(caller, request))) throw new PanelError('not_signed_in')
      return { ...caller, isByShortLivedToken: true }
    },
  }
}

/** The login that an unread body names, if it names one. */
function loginIn(body: unknown): string | null {
  const login = typeof body === 'object' && body !== null && 'login' in body ? body.login : null
  return typeof login === 'string' ? login : null
}

/** Short-lived tokens (5.4): spent at first use, dead after ten seconds at most, bound to their login session or key. */
interface ShortLivedTokens {
  issue(caller: AccountCaller): Promise<{ token: string; expires_in: number }>
  /** Whom it was issued to; null for anything spent, expired or unknown. */
  spend(shortLivedToken: string): Promise<AccountCaller | null>
}

function createShortLivedTokens(
  cache: Cache,
  ttlSeconds: number,
  random: (bytes: number) => Buffer,
): ShortLivedTokens {
  const waiting = cache.namespace('short-lived-token')
  return {
    async issue(caller) {
      const shortLivedToken = shortLivedPrefix + random(32).toString('base64url')
      await waiting.set(shortLivedToken, JSON.stringify(caller), ttlSeconds * 1000)
      return { token: shortLivedToken, expires_in: ttlSeconds }
    },
    async spend(shortLivedToken) {
      if (!shortLivedForm.test(shortLivedToken)) return null
      const cached = await waiting.take(shortLivedToken)
      return cached === null ? null : parseJsonOrNull(accountCaller, cached)
    },
  }
}
