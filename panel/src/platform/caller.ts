// Who is calling: nobody known, a person with a login session, or a script with a personal access token.

import type { TokenAbility } from '@rookery/contracts/token-abilities.ts'

export interface AnonymousCaller {
  kind: 'anonymous'
}

export interface LoginSessionCaller {
  kind: 'login-session'
  userId: number
  login: string
  /** Names the login session itself, for revocation. */
  jti: string
  expiresAtMs: number
  /** It came with a short-lived token in the address instead of its session's own. */
  isByShortLivedToken?: boolean
  /** Only the enrollment of a second factor is open to it (5.5.4). */
  restricted: boolean
}

export interface PersonalAccessTokenCaller {
  kind: 'personal-access-token'
  userId: number
  login: string
  tokenId: number
  abilities: readonly TokenAbility[]
}

export type SignedInCaller = LoginSessionCaller | PersonalAccessTokenCaller
export type Caller = AnonymousCaller | SignedInCaller

export const anonymous: AnonymousCaller = { kind: 'anonymous' }
