// Who is calling: nobody known, a person with a login session, a script with a personal access token, or a program with
// a key of its service account.

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
  /** The only game servers that it is for; null: all of its owner's. */
  gameServerIds: readonly number[] | null
}

/** Short-lived tokens stand for it in the cache too. */
export const serviceAccountCaller = z.object({
  kind: z.literal('service-account'),
  userId: z.int(),
  login: z.string(),
  keyId: z.int(),
  /** Null: the key does not end by itself. */
  expiresAtMs: z.number().nullable(),
  /** It came with a short-lived token in the address instead of its key. */
  isByShortLivedToken: z.boolean().optional(),
})
export type ServiceAccountCaller = z.output<typeof serviceAccountCaller>

/** Whoever carries all rights of an account: these alone have short-lived tokens and channels. */
export const accountCaller = z.discriminatedUnion('kind', [loginSessionCaller, serviceAccountCaller])
export type AccountCaller = LoginSessionCaller | ServiceAccountCaller

export type SignedInCaller = AccountCaller | PersonalAccessTokenCaller
export type Caller = AnonymousCaller | SignedInCaller

export const anonymous: AnonymousCaller = { kind: 'anonymous' }
