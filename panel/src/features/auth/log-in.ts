// POST /api/auth/login, in the order of the specification: limit, user, password, session.

import type { SignedIn } from '@rookery/contracts/http/auth.ts'
import type { RequestFacts } from '../../platform/http/route.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Audit } from '../audit/audit.ts'
import type { User, Users } from '../users/users.ts'

import type { LoginLimitStore } from './login-limit-store.ts'
import type { LoginSessions } from './login-sessions.ts'

interface LogInParts {
  audit: Audit
  users: Users
  limit: LoginLimitStore
  sessions: LoginSessions
}

interface Credentials {
  login: string
  password: string
  remember: boolean
}

export async function logIn(
  parts: LogInParts,
  credentials: Credentials,
  request: RequestFacts,
): Promise<SignedIn> {
  const { login, password, remember } = credentials
  if (await parts.limit.isExceeded(login, request.ip)) {
    parts.audit.record({ event: 'auth.rate_limit', outcome: 'denied', request })
    throw new PanelError('too_many_attempts', { headers: { 'retry-after': '900' } })
  }
  const user = await parts.users.findByLogin(login)
  if (!(await parts.users.isPasswordRight(user, password)) || !user) {
    await parts.limit.countFailure(login, request.ip)
    parts.audit.record({ event: 'auth.login', outcome: 'failure', request })
    throw new PanelError('wrong_credentials')
  }
  await parts.limit.clearLogin(login)
  const session = await parts.sessions.begin(user.id, { remember, restricted: false })
  parts.audit.record({ event: 'auth.login', outcome: 'success', request, actor: actorOf(user) })
  return {
    token: session.token,
    expires_in: session.expiresInSeconds,
    user: { id: user.id, login: user.login, name: user.name, email: user.email },
  }
}

function actorOf(user: User) {
  return { id: user.id, login: user.login, method: 'password' }
}
