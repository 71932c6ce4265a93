// What follows an accepted password: signed in, a code, or setting up the second factor first.

import type { SecondFactorWanted, SignedIn } from '@rookery/contracts/http/auth.ts'

export type NextStep =
  | { at: 'inside'; sessionToken: string }
  | { at: 'second-factor'; challengeToken: string; endsAtMs: number }
  | { at: 'enrollment'; sessionToken: string; login: string; endsAtMs: number }

export function nextStep(answer: SignedIn | SecondFactorWanted, nowMs: number): NextStep {
  const endsAtMs = nowMs + answer.expires_in * 1000
  if ('two_factor_required' in answer) {
    return { at: 'second-factor', challengeToken: answer.challenge_token, endsAtMs }
  }
  const { token: sessionToken, user } = answer
  if (answer.mfa_enrollment_required) return { at: 'enrollment', sessionToken, login: user.login, endsAtMs }
  return { at: 'inside', sessionToken }
}
