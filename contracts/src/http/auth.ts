// Sign-in and the caller's own login session: section 4.1.

import * as z from 'zod'
import { endpoint } from './endpoint.ts'

/** True for a ticked box however a client writes it. */
const flag = z.union([
  z.boolean(),
  z.enum(['on', 'true']).transform(() => true),
  z.enum(['off', 'false', '']).transform(() => false),
])

/** No database keeps it, so no login has it. */
const noNul = /^[^\0]*$/

/** The reminder of administrators without a second factor (5.5). */
export const mfaNudge = z.object({
  required: z.boolean(),
  /** False for a day after "remind me later". */
  show_now: z.boolean(),
  /** The deadline has passed: only a restricted session is given. */
  hard_fail: z.boolean(),
  /** Null when reminding never turns into blocking. */
  days_remaining: z.int().nullable(),
  /** Null also while no countdown has begun. */
  hard_fail_at: z.iso.datetime().nullable(),
})
export type MfaNudge = z.output<typeof mfaNudge>

export const signedIn = z.object({
  token: z.string(),
  expires_in: z.int(),
  user: z.object({ id: z.int(), login: z.string(), name: z.string(), email: z.string() }),
  mfa_nudge: mfaNudge.optional(),
  mfa_enrollment_required: z.literal(true).optional(),
})
export type SignedIn = z.output<typeof signedIn>

export const secondFactorWanted = z.object({
  two_factor_required: z.literal(true),
  challenge_token: z.string(),
  expires_in: z.int(),
})
export type SecondFactorWanted = z.output<typeof secondFactorWanted>

export const logIn = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  idempotencyKey: 'refused',
  summary: 'Sign in with login and password',
  body: z.object({
    login: z.string().min(1, 'is required').max(1024, 'is too long').regex(noNul, 'must not contain NUL'),
    password: z.string().min(1, 'is required').max(4096, 'is too long'),
    remember: flag.default(false),
    captcha: z.string().max(16_384).optional(),
  }),
  answer: z.union([signedIn, secondFactorWanted]),
  ignoresUnknownFields: true,
  refuses: ['wrong_credentials', 'user_suspended', 'too_many_attempts', 'captcha_unavailable'],
})

export const verifySecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/2fa/verify',
  idempotencyKey: 'refused',
  summary: 'Finish a sign-in with a code of the authenticator or a recovery code',
  body: z.object({
    challenge_token: z.string().min(1, 'is required').max(8192, 'is too long'),
    code: z.string().min(1, 'is required').max(64, 'is too long'),
  }),
  answer: signedIn,
  ignoresUnknownFields: true,
  refuses: ['wrong_second_factor', 'challenge_ended', 'user_suspended', 'too_many_attempts'],
})

export const logOut = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  idempotencyKey: 'ignored',
  summary: 'End this login session',
})

export const issueShortLivedToken = endpoint({
  method: 'POST',
  path: '/api/auth/short-lived-token',
  idempotencyKey: 'refused',
  summary: 'A single-use token for a WebSocket or a download',
  answer: z.object({ token: z.string(), expires_in: z.int() }),
})
