// PUT /api/users/{id}: an administrator changes somebody's login, name, e-mail address, language, password or roles.

import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { changeUser } from '@rookery/contracts/http/users.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { RequestFacts } from '../../platform/http/route.ts'
import type { Audit, AuditDetails } from '../audit/audit.ts'
import type { AuditEvent } from '../audit/audit-event-rules.ts'
import { checkLanguage } from './check-language.ts'
import type { Users } from './users.ts'

interface ChangeUserDeps {
  users: Users
  audit: Audit
  languages: readonly string[]
}

export async function changeUserByAdministrator(
  { users, audit, languages }: ChangeUserDeps,
  caller: SignedInCaller,
  userId: number,
  wanted: BodyOf<typeof changeUser>,
  request: RequestFacts,
): Promise<void> {
  const user = await users.require(userId)
  const { login, name, email, language, password, roles } = wanted
  checkLanguage(languages, language)
  await users.change(user, { login, name, email, language, password, roles })
  const record = (event: AuditEvent, details: AuditDetails) =>
    audit.record({ event, outcome: 'success', request, details }, caller)
  const user_id = userId
  const changed = Object.entries({ login, name, email, language }).filter(([, value]) => value !== undefined)
  const fields = changed.map(([field]) => field).join(',')
  if (fields !== '') record('user.changed', { user_id, fields })
  if (password !== undefined) record('user.password_changed', { user_id })
  if (roles !== undefined) record('user.roles_changed', { user_id, roles: roles.join(',') })
}
