// POST /api/auth/2fa/verify: the second step of a sign-in.

import type { SignedIn } from '@rookery/contracts/http/auth.ts'
import type { RequestFacts } from '../../platform/http/route.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { User } from '../users/users.ts'
import { beginLoginSession } from './begin-login-session.ts'
import { type LogInDeps, requireNotSuspended } from './log-in.ts'
import { tooManyAttempts } from './login-limit.ts'

interface SecondStep {
  challenge_token: string
  code: string
}

/** Wrong codes count towards the address, not towards the login (A19). */
export async function verifySecondFactor(
  deps: LogInDeps,
  step: SecondStep,
  request: RequestFacts,
): Promise<SignedIn> {
  const answer = await deps.limit.attempt(null, request, () => checkCode(deps, step, request))
  await deps.limit.forgive(answer.user.login)
  return answer
}

async function checkCode(deps: LogInDeps, step: SecondStep, request: RequestFacts): Promise<SignedIn> {
  const challenge = await deps.challenges.enter(step.challenge_token)
  const user = challenge && (await deps.users.findById(challenge.userId))
  const isStillValid = user?.twoFactorEnabled && user.passwordVersion === challenge?.passwordVersion
  if (!challenge || !user || !isStillValid) throw challengeEnded(deps, user, request)
  requireNotSuspended(deps, user, request)
  const verdict = await deps.twoFactor.checkCode(user, step.code)
  if (verdict === 'too many') {
    deps.audit.record({ event: 'auth.rate_limit', outcome: 'denied', request, actor: actorOf(user) })
    throw tooManyAttempts()
  }
  if (verdict === 'wrong') {
    deps.peopleActivity.noteFailedSignIn(user, 'code', request.ip)
    deps.audit.record({ event: 'auth.login', outcome: 'failure', request, actor: actorOf(user) })
    throw new PanelError('wrong_second_factor')
  }
  if (!(await deps.challenges.close(step.challenge_token))) throw challengeEnded(deps, user, request)
  const { remember } = challenge
  const input = { user, remember, restricted: false, nudge: null, method: 'second-factor' } as const
  return beginLoginSession(deps, input, request)
}

function challengeEnded({ audit }: LogInDeps, user: User | null, request: RequestFacts): PanelError {
  const actor = user ? { actor: actorOf(user) } : {}
  audit.record({ event: 'auth.login', outcome: 'failure', request, ...actor })
  return new PanelError('challenge_ended')
}

function actorOf(user: User) {
  return { id: user.id, login: user.login, method: 'second-factor' }
}
