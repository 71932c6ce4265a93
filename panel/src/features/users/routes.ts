// The route with which people change their own profile.

import { changeProfile, type Profile } from '@rookery/contracts/http/profile.ts'
import { signedIn } from '../../platform/http/access-rule.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Audit } from '../audit/audit.ts'
import { changeOwnProfile } from './change-own-profile.ts'
import type { Users } from './users.ts'

interface UserRoutesParts {
  users: Users
  audit: Audit
  languages: readonly string[]
  /** Told by a later feature: the whole profile. */
  profileOf(userId: number): Promise<Profile>
}

export function userRoutes(parts: UserRoutesParts): Route[] {
  return [
    route(changeProfile, signedIn('refused'), async call => {
      await changeOwnProfile(parts, call.caller, call.body, call.request)
      return parts.profileOf(call.caller.userId)
    }),
  ]
}
