// The end of every successful sign-in: the login session, its answer, its audit line.

import type { MfaNudge, SignedIn } from '@rookery/contracts/http/auth.ts'
import type { Changes } from '../../platform/changes.ts'
import type { RequestFacts } from '../../platform/http/route.ts'
import type { Audit } from '../audit/audit.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import { authorOfUser } from '../people-activity/people-activity-rules.ts'
import type { User } from '../users/users.ts'
import { describeDevice } from './device-rules.ts'
import type { LoginSessions } from './login-sessions.ts'

interface SessionDeps {
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
  changes: Pick<Changes, 'publish'>
  sessions: LoginSessions
}

interface SessionOptions {
  user: User
  remember: boolean
  restricted: boolean
  nudge: MfaNudge | null
  /** By what the person was recognized. */
  method: 'password' | 'second-factor'
}

export async function beginLoginSession(
  deps: SessionDeps,
  input: SessionOptions,
  request: RequestFacts,
): Promise<SignedIn> {
  const { user, remember, restricted, nudge, method } = input
  const { token, expiresInSeconds } = await deps.sessions.begin(
    user.id,
    { remember, restricted },
    request,
    transaction =>
      deps.peopleActivity.write(transaction, authorOfUser(user), {
        event: 'signed_in',
        subject: { type: 'user', id: user.id, name: user.login },
        details: {
          ip: request.ip,
          ...describeDevice(request.userAgent),
          method: method === 'password' ? 'password' : 'second_factor',
        },
      }),
  )
  const actor = { id: user.id, login: user.login, method }
  deps.audit.record({ event: 'auth.login', outcome: 'success', request, actor, details: { restricted } })
  if (!restricted) deps.changes.publish({ kind: 'signed-in', userId: user.id, login: user.login })
  return {
    token,
    expires_in: expiresInSeconds,
    user: { id: user.id, login: user.login, name: user.name, email: user.email },
    ...(nudge ? { mfa_nudge: nudge } : {}),
    ...(restricted ? { mfa_enrollment_required: true as const } : {}),
  }
}
