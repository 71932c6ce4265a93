// POST /api/auth/login, in the order of the specification: CAPTCHA, user, password, second factor, enforcement.

import type { SecondFactorWanted, SignedIn } from '@rookery/contracts/http/auth.ts'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import type { Changes } from '../../platform/changes.ts'
import type { RequestFacts } from '../../platform/http/route.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Audit } from '../audit/audit.ts'
import type { Captcha } from '../captcha/captcha.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import type { TwoFactor } from '../two-factor/two-factor.ts'
import type { User, Users } from '../users/users.ts'
import { beginLoginSession } from './begin-login-session.ts'
import { type Challenges, challengeSeconds } from './challenges.ts'
import type { LoginLimit } from './login-limit.ts'
import { loginOutcome } from './login-outcome-rules.ts'
import type { LoginSessions } from './login-sessions.ts'

export interface LogInDeps {
  changes: Pick<Changes, 'publish'>
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write' | 'noteFailedSignIn'>
  users: Users
  captcha: Captcha
  twoFactor: TwoFactor
  limit: LoginLimit
  challenges: Challenges
  sessions: LoginSessions
}

export interface Credentials {
  login: string
  password: string
  remember: boolean
  captcha?: string | undefined
}

/** The attempt is reserved before the hash is computed, so that many at once get no more tries than one after the other. */
export async function logIn(
  deps: LogInDeps,
  credentials: Credentials,
  request: RequestFacts,
): Promise<SignedIn | SecondFactorWanted> {
  await deps.captcha.demand(credentials.captcha)
  const answer = await deps.limit.attempt(credentials.login, request, () =>
    checkCredentials(deps, credentials, request),
  )
  // A password that only opens a challenge proves nothing yet: the login's failures stay (A19).
  if (!('challenge_token' in answer)) await deps.limit.forgive(credentials.login)
  return answer
}

async function checkCredentials(
  deps: LogInDeps,
  { login, password, remember }: Credentials,
  request: RequestFacts,
): Promise<SignedIn | SecondFactorWanted> {
  const user = await findUser(deps.users, login)
  // Asked for a login that nobody has too: the same work, so that time tells nothing (A24).
  const isPasswordRight = await deps.users.isPasswordRight(user, password)
  const nudge = user && isPasswordRight ? await deps.twoFactor.nudgeAtSignIn(user) : null
  const outcome = loginOutcome({
    isPasswordRight,
    hasSecondFactor: user?.twoFactorEnabled ?? false,
    isPastDeadline: nudge?.hard_fail ?? false,
  })
  if (!user || outcome === 'wrong credentials') throw wrongCredentials(deps, user, request)
  requireNotSuspended(deps, user, request)
  if (outcome === 'second factor wanted') return openChallenge(deps.challenges, user, remember)
  const restricted = outcome === 'restricted session'
  return beginLoginSession(deps, { user, remember, restricted, nudge, method: 'password' }, request)
}

/** Told only to who knows the password. */
export function requireNotSuspended(
  { audit }: Pick<LogInDeps, 'audit'>,
  { id, login, suspended }: User,
  request: RequestFacts,
): void {
  if (!suspended) return
  const actor = { id, login, method: 'password' }
  audit.record({ event: 'auth.login', outcome: 'denied', request, actor, details: { reason: 'suspended' } })
  throw new PanelError('user_suspended', { message: reasonOf('userSuspended', { reason: suspended.reason }) })
}

async function openChallenge(
  challenges: Challenges,
  { id, passwordVersion }: User,
  remember: boolean,
): Promise<SecondFactorWanted> {
  const challengeToken = await challenges.open({ userId: id, passwordVersion, remember })
  return { two_factor_required: true, challenge_token: challengeToken, expires_in: challengeSeconds }
}

/** Counters ignore surrounding spaces; people are found by their exact login in any case only. */
async function findUser(users: Users, login: string): Promise<User | null> {
  return login.trim() === login ? users.findByLogin(login) : null
}

function wrongCredentials(
  { audit, peopleActivity }: LogInDeps,
  user: User | null,
  request: RequestFacts,
): PanelError {
  peopleActivity.noteFailedSignIn(user, 'password', request.ip)
  const details = { target_user_id: user?.id ?? null }
  audit.record({ event: 'auth.login', outcome: 'failure', request, details })
  return new PanelError('wrong_credentials')
}
