// PUT /api/profile: people change their own name, e-mail address, language and password.

import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { changeProfile } from '@rookery/contracts/http/profile.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { RequestFacts } from '../../platform/http/route.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import type { Audit } from '../audit/audit.ts'
import { checkLanguage } from './check-language.ts'
import type { User, Users } from './users.ts'

interface ChangeOwnProfileDeps {
  users: Users
  audit: Audit
  languages: readonly string[]
}

type Wanted = BodyOf<typeof changeProfile>

export async function changeOwnProfile(
  { users, audit, languages }: ChangeOwnProfileDeps,
  caller: SignedInCaller,
  wanted: Wanted,
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
  await users.change(user, { name, email, language, password })
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

async function proveCurrentPassword(users: Users, user: User, current: string | undefined): Promise<void> {
  if (current === undefined) throw invalidField('current_password', 'is needed to choose a new password')
  if (!(await users.isPasswordRight(user, current))) throw invalidField('current_password', 'is wrong')
}
