// What the sign-in page says when it is refused.

import { waitSeconds } from '../../../parts/problems/wait-minutes-rules.ts'
import type { ApiError } from '../../../platform/api-error.ts'

export type SignInProblem =
  | { kind: 'wrong' | 'unavailable' | 'unreachable' }
  | { kind: 'captchaNeeded' | 'captchaRefused' | 'captchaUnavailable' }
  /** When the panel will listen again. */
  | { kind: 'tooMany'; untilMs: number }
  /** Told after the right password alone; the panel's sentence ends with the reason. */
  | { kind: 'suspended'; reason: string }
  | { kind: 'fields'; fields: Record<string, string[]> }
  /** What the panel says about it means nothing to a stranger. */
  | { kind: 'refused' }

export function signInProblem(
  refusal: Pick<ApiError, 'code' | 'status' | 'fields' | 'retryAfterSeconds' | 'message'>,
  nowMs: number,
): SignInProblem {
  if (refusal.status === 401) return { kind: 'wrong' }
  if (refusal.status === 429) {
    return { kind: 'tooMany', untilMs: nowMs + waitSeconds(refusal.retryAfterSeconds) * 1000 }
  }
  if (refusal.code === 'user_suspended') {
    return { kind: 'suspended', reason: refusal.message.slice(refusal.message.indexOf(': ') + 2) }
  }
  if (refusal.code === 'captcha_unavailable') return { kind: 'captchaUnavailable' }
  if (refusal.code === 'unreachable') return { kind: 'unreachable' }
  if (refusal.status >= 500) return { kind: 'unavailable' }
  if (refusal.fields.captcha) return { kind: 'captchaRefused' }
  if (refusal.status === 422 && Object.keys(refusal.fields).length > 0) {
    return { kind: 'fields', fields: refusal.fields }
  }
  return { kind: 'refused' }
}

/** Until then every try is refused unheard; long past where that is not the problem. */
export const listensAgainMs = (problem: { kind: string; untilMs?: number } | null): number =>
  problem?.kind === 'tooMany' ? (problem.untilMs ?? 0) : 0

/** Where to go after sign-in: only a path of this panel, never another site. */
export function safeReturnPath(input: string | undefined): string {
  if (!input?.startsWith('/') || input.startsWith('//') || input.includes('\\')) return '/'
  return input.startsWith('/sign-in') ? '/' : input
}
