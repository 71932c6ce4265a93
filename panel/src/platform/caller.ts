// Who is calling: nobody known, a person with a login session, or a script with a personal access token.

import type { TokenAbility } from '@rookery/contracts/token-abilities.ts'
import * as z from 'zod'

export interface AnonymousCaller {
  kind: 'anonymous'
}

/** Short-lived tokens stand for it in the cache. */
export const loginSessionCaller = z.object({
  kind: z.literal('login-session'),
  userId: z.int(),
  login: z.string(),
  /** Names the login session itself, for revocation. */
  jti: z.string(),
  /** 0 from an instance of a version that did not say it. */
  issuedAtMs: z.number().default(0),
  expiresAtMs: z.number(),
  /** It came with a short-lived token in the address instead of its session's own. */
  isByShortLivedToken: z.boolean().optional(),
  /** Only the enrollment of a second factor is open to it (5.5.4). */
  restricted: z.boolean(),
})
export type LoginSessionCaller = z.output<typeof loginSessionCaller>

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
