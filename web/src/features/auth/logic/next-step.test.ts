// Tests of what follows an accepted password.

import { expect, test } from 'vitest'
import { nextStep } from './next-step.ts'

const user = { id: 1, login: 'mara', name: 'Mara', email: '' }

test('4.1 a full login session leads inside', () => {
  expect(nextStep({ token: 'v4', expires_in: 86_400, user }, 5)).toEqual({ at: 'inside', sessionToken: 'v4' })
})

test('5.5 a challenge has an end', () => {
  const answer = { two_factor_required: true, challenge_token: 'g2fa_x', expires_in: 300 } as const
  expect(nextStep(answer, 1000)).toEqual({
    at: 'second-factor',
    challengeToken: 'g2fa_x',
    endsAtMs: 301_000,
  })
})

test('5.5.4 a restricted login session leads to enrollment and nowhere else', () => {
  const answer = { token: 'v4', expires_in: 900, user, mfa_enrollment_required: true } as const
  expect(nextStep(answer, 0)).toEqual({
    at: 'enrollment',
    sessionToken: 'v4',
    login: 'mara',
    endsAtMs: 900_000,
  })
})
