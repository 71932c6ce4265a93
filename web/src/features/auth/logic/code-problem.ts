// What follows from a refused code at sign-in: another try, or back to the password (5.5, five entries).

import type { ApiError } from '../../../platform/api-error.ts'
import { type SignInProblem, signInProblem } from './sign-in-problem.ts'

/** Of one challenge so many codes are judged; the next one is refused even if it is right. */
const entriesPerChallenge = 5

export type CodeProblem =
  | { kind: 'codeWrong'; triesLeft: number }
  | Exclude<SignInProblem, { kind: 'wrong' | 'fields' }>
  /** Nothing more can be done with this challenge. */
  | { kind: 'fiveWrong' | 'challengeEnded' }

export function codeProblem(
  refusal: Pick<ApiError, 'code' | 'status' | 'fields' | 'retryAfterSeconds' | 'message'>,
  wrongEntries: number,
  nowMs: number,
): CodeProblem {
  const triesLeft = entriesPerChallenge - wrongEntries
  if (refusal.status === 401) {
    if (triesLeft <= 0) return { kind: 'fiveWrong' }
    return refusal.code === 'wrong_second_factor'
      ? { kind: 'codeWrong', triesLeft }
      : { kind: 'challengeEnded' }
  }
  const problem = signInProblem(refusal, nowMs)
  return problem.kind === 'fields' || problem.kind === 'wrong' ? { kind: 'refused' } : problem
}

export const endsChallenge = (problem: CodeProblem): problem is { kind: 'fiveWrong' | 'challengeEnded' } =>
  problem.kind === 'fiveWrong' || problem.kind === 'challengeEnded'
