// GET /api/profile: what the signed-in person may know of themselves.

import type { Profile } from '@rookery/contracts/http/profile.ts'
import { PanelError } from '../../platform/panel-error.ts'
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
      ...(nudge ? { mfa_nudge: nudge } : {}),
      language: user.language ?? defaultLanguage,
      created_at: new Date(user.createdAtMs).toISOString(),
    }
  }
}
