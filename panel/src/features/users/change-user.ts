// What is known of a person is changed: by an administrator, or by themselves.

import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { changeProfile } from '@rookery/contracts/http/profile.ts'
import type { changeUser } from '@rookery/contracts/http/users.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { RequireState } from '../../platform/http/edit-tags.ts'
import type { RequestFacts } from '../../platform/http/route.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import type { Access } from '../access/access.ts'
import type { Audit, AuditDetails } from '../audit/audit.ts'
import type { AuditEvent } from '../audit/audit-event-rules.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import { authorOf, changedFields, changedNames } from '../people-activity/people-activity-rules.ts'
import type { AlsoWrite, User, Users, WantedChange } from './users.ts'

interface ChangeUserDeps {
  users: Users
  audit: Audit
  access: Pick<Access, 'isAdministrator'>
  peopleActivity: Pick<PeopleActivity, 'write'>
  languages: readonly string[]
}

interface Asker {
  caller: SignedInCaller
  request: RequestFacts
}

/** PUT /api/users/{id}: what an administrator changes of somebody, password and roles among it. */
export async function changeUserByAdministrator(
  { users, access, audit, peopleActivity, languages }: ChangeUserDeps,
  { caller, request, requireState }: Asker & { requireState: RequireState | null },
  userId: number,
  wanted: BodyOf<typeof changeUser>,
): Promise<void> {
  const user = await users.requirePerson(userId)
  const { login, name, email, external_id, language, password, roles } = wanted
  checkLanguage(languages, language)
  // Whoever sets the password of an administrator becomes one.
  if (caller.kind === 'service-account' && (await access.isAdministrator(userId))) {
    const message =
      'a service account cannot change administrators: a person who is an administrator does that'
    throw new PanelError('forbidden', { message, missing: { credential: 'session' } })
  }
  const change = { login, name, email, externalId: external_id, language, password, roles }
  const recorded = recordChange({ users, peopleActivity }, caller, user, change)
  await users.change(user, change, caller, recorded, requireState)
  const record = (event: AuditEvent, details: AuditDetails) =>
    audit.record({ event, outcome: 'success', request, details }, caller)
  const user_id = userId
  const changed = Object.entries({ login, name, email, external_id, language }).filter(
    ([, value]) => value !== undefined,
  )
  const fields = changed.map(([field]) => field).join(',')
  if (fields !== '') record('user.changed', { user_id, fields })
  if (password !== undefined) record('user.password_changed', { user_id })
  if (roles !== undefined) record('user.roles_changed', { user_id, roles: roles.join(',') })
}

/** PUT /api/profile: people change their own name, e-mail address, language and password. */
export async function changeOwnProfile(
  { users, audit, peopleActivity, languages }: ChangeUserDeps,
  caller: SignedInCaller,
  wanted: BodyOf<typeof changeProfile>,
  request: RequestFacts,
): Promise<void> {
  const { name, email, language, password } = wanted
  checkLanguage(languages, language)
  const user = await users.findById(caller.userId)
  if (!user) throw new PanelError('not_signed_in')
  if (password !== undefined) {
    users.checkNewPassword(password)
    await proveCurrentPassword(users, user, wanted.current_password).catch(error => {
      audit.record({ event: 'user.password_changed', outcome: 'failure', request }, caller)
      throw error
    })
  }
  const change = { name, email, language, password }
  await users.change(user, change, caller, recordChange({ users, peopleActivity }, caller, user, change))
  const fields = Object.entries({ name, email, language }).filter(([, value]) => value !== undefined)
  if (fields.length > 0) {
    const details = { user_id: user.id, fields: fields.map(([field]) => field).join(',') }
    audit.record({ event: 'user.changed', outcome: 'success', request, details }, caller)
  }
  if (password !== undefined) {
    const details = { user_id: user.id }
    audit.record({ event: 'user.password_changed', outcome: 'success', request, details }, caller)
  }
}

/** A line for the account itself, one for its password, one for its roles: as far as they change. */
function recordChange(
  { users, peopleActivity }: Pick<ChangeUserDeps, 'users' | 'peopleActivity'>,
  caller: SignedInCaller,
  user: User,
  { password, roles, externalId, ...fields }: WantedChange,
): AlsoWrite {
  const author = authorOf(caller)
  const subject = { type: 'user', id: user.id, name: user.login } as const
  const { login, name, email, language } = user
  return async transaction => {
    const before = { login, name, email, language, external_id: user.externalId }
    const changes = changedFields(before, { ...fields, external_id: externalId })
    if (changes.length > 0)
      await peopleActivity.write(transaction, author, {
        event: 'user_changed',
        subject,
        details: { changes },
      })
    if (password !== undefined)
      await peopleActivity.write(transaction, author, { event: 'password_changed', subject })
    if (roles === undefined) return
    const details = changedNames(await users.rolesOf(user.id, transaction), roles)
    if (details.added.length + details.removed.length > 0)
      await peopleActivity.write(transaction, author, { event: 'roles_changed', subject, details })
  }
}

async function proveCurrentPassword(users: Users, user: User, current: string | undefined): Promise<void> {
  if (current === undefined) throw invalidField('current_password', 'is required to set a new password')
  if (!(await users.isPasswordRight(user, current))) throw invalidField('current_password', 'is wrong')
}

/** Refuses a language that this panel does not speak. */
export function checkLanguage(languages: readonly string[], language: string | undefined): void {
  if (language !== undefined && !languages.includes(language)) {
    throw invalidField('language', `must be one of ${languages.join(', ')}`)
  }
}
