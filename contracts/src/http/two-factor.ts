// The own second factor: set up, confirm, switch off, new recovery codes, remind later (5.5).

import * as z from 'zod'
import { mfaNudge } from './auth.ts'
import { endpoint } from './endpoint.ts'

const password = z.string().min(1, 'is required').max(4096, 'is too long')
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
export type RecoveryCodes = z.output<typeof recoveryCodes>

const secondFactorSetup = z.object({
  /** Base32, for typing it in by hand. */
  secret: z.string(),
  otpauth_uri: z.string(),
  qr_svg: z.string(),
})
export type SecondFactorSetup = z.output<typeof secondFactorSetup>

export const setUpSecondFactor = endpoint({
  method: 'POST',
  path: '/api/profile/2fa/setup',
  idempotencyKey: 'refused',
  summary: 'A new secret for an authenticator; it counts once a code has confirmed it',
  answer: secondFactorSetup,
})

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/profile/2fa/confirm',
  idempotencyKey: 'refused',
  summary: 'Switch the second factor on; the recovery codes are shown this once',
  body: z.object({
    code: z
      .string()
      .trim()
      .regex(/^[0-9]{6}$/, 'must be the six digits that the authenticator shows'),
  }),
  answer: recoveryCodes,
  refuses: ['too_many_attempts'],
})

export const disableSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/profile/2fa',
  summary: 'Switch the second factor off, with the password and a code',
  body: z.object({ password, code: z.string().min(1, 'is required').max(64, 'is too long') }),
  refuses: ['too_many_attempts'],
})

export const reissueRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/profile/2fa/recovery-codes',
  idempotencyKey: 'refused',
  summary: 'Ten new recovery codes; all former ones stop working',
  body: z.object({ password }),
  answer: recoveryCodes,
  refuses: ['too_many_attempts'],
})

export const snoozeReminder = endpoint({
  method: 'POST',
  path: '/api/profile/2fa/snooze',
  idempotencyKey: 'ignored',
  summary: 'Hide the reminder for 24 hours; the deadline stays',
  answer: z.object({ mfa_nudge: mfaNudge }),
})
