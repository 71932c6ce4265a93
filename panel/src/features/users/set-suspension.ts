// A person is suspended by an administrator, or that ends: never oneself, never the last administrator.

import type { SignedInCaller } from '../../platform/caller.ts'
import type { RequireState } from '../../platform/http/edit-tags.ts'
import type { RequestFacts } from '../../platform/http/route.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Access } from '../access/access.ts'
import type { Audit } from '../audit/audit.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import { authorOf } from '../people-activity/people-activity-rules.ts'
import type { Users } from './users.ts'

interface SetSuspensionDeps {
  users: Pick<Users, 'requirePerson' | 'setSuspension'>
  access: Pick<Access, 'isAdministrator'>
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
}

interface Asker {
  caller: SignedInCaller
  request: RequestFacts
  requireState: RequireState | null
}

/** Null ends it. */
export async function setSuspension(
  { users, access, audit, peopleActivity }: SetSuspensionDeps,
  { caller, request, requireState }: Asker,
  userId: number,
  wanted: { reason: string } | null,
): Promise<void> {
  const user = await users.requirePerson(userId)
  if (userId === caller.userId) {
    const message = 'you cannot suspend yourself: let another administrator do it'
    throw new PanelError('conflict', { message })
  }
  if (caller.kind === 'service-account' && (await access.isAdministrator(userId))) {
    const message =
      'a service account cannot suspend administrators: a person who is an administrator does that'
    throw new PanelError('forbidden', { message, missing: { credential: 'session' } })
  }
  const isOther = await users.setSuspension(
    user,
    wanted,
    caller,
    transaction =>
      peopleActivity.write(transaction, authorOf(caller), {
        event: wanted ? 'user_suspended' : 'user_unsuspended',
        subject: { type: 'user', id: userId, name: user.login },
        ...(wanted && { details: { reason: wanted.reason } }),
      }),
    requireState,
  )
  if (!isOther) return
  const event = wanted ? 'access.user_suspended' : 'access.user_unsuspended'
  const details = { user_id: userId, user_login: user.login, ...(wanted && { reason: wanted.reason }) }
  audit.record({ event, outcome: 'success', request, details }, caller)
}
