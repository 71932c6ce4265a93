// GET /api/profile: what the signed-in person may know of themselves.

import type { Profile } from '@rookery/contracts/http/profile.ts'
import { type CachedAnswersDeps, createCachedAnswers } from '../../platform/http/cached-answers.ts'
import { WrittenAnswer } from '../../platform/http/route.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { timeOf } from '../../platform/times.ts'
import type { Access } from '../access/access.ts'
import type { TwoFactor } from '../two-factor/two-factor.ts'
import type { Users } from '../users/users.ts'

export type ReadProfile = (userId: number) => Promise<Profile>

interface ProfileDeps {
  users: Users
  access: Access
  twoFactor: TwoFactor
  defaultLanguage: string
}

export function createReadProfile({ users, access, twoFactor, defaultLanguage }: ProfileDeps): ReadProfile {
  return async userId => {
    const user = await users.findById(userId)
    if (!user) throw new PanelError('not_signed_in')
    const nudge = await twoFactor.nudgeFor(user)
    return {
      id: user.id,
      login: user.login,
      name: user.name,
      email: user.email,
      roles: await users.rolesOf(userId),
      is_admin: await access.isAdministrator(userId),
      sections: await access.inSections(userId),
      two_factor_enabled: user.twoFactorEnabled,
      ...(user.twoFactorEnabled ? { recovery_codes_left: user.recoveryCodesLeft } : {}),
      ...(nudge ? { mfa_nudge: nudge } : {}),
      language: user.language ?? defaultLanguage,
      created_at: timeOf(user.createdAtMs),
    }
  }
}

interface WrittenProfileDeps extends CachedAnswersDeps {
  access: Access
  profileOf: ReadProfile
}

export function createWrittenProfile(deps: WrittenProfileDeps): (userId: number) => Promise<WrittenAnswer> {
  const { access, profileOf } = deps
  const readAnswer = createCachedAnswers<WrittenAnswer>(deps, {
    name: 'profiles',
    of: ['users', 'user_roles', 'roles'],
  })
  const write = async (userId: number) =>
    new WrittenAnswer(Buffer.from(JSON.stringify(await profileOf(userId))))
  return async userId => readAnswer(await access.rightsOf(userId), String(userId), () => write(userId))
}
