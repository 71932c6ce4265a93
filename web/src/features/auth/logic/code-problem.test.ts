// Tests of what a refused code leads to.

import { expect, test } from 'vitest'
import { ApiError } from '../../../platform/api-error.ts'
import { codeProblem, endsChallenge } from './code-problem.ts'

const wrong = new ApiError({ code: 'wrong_second_factor', status: 401, message: 'wrong' })
const ended = new ApiError({ code: 'challenge_ended', status: 401, message: 'ended' })

test('5.5 (A33) five wrong entries lead back to the password', () => {
  expect(codeProblem(wrong, 1, 0)).toEqual({ kind: 'codeWrong', triesLeft: 4 })
  expect(codeProblem(wrong, 4, 0)).toEqual({ kind: 'codeWrong', triesLeft: 1 })
  expect(codeProblem(wrong, 5, 0)).toEqual({ kind: 'fiveWrong' })
  expect(codeProblem(ended, 5, 0)).toEqual({ kind: 'fiveWrong' })
})

test('5.5 a challenge that the panel has ended leads back too', () => {
  const problem = codeProblem(ended, 1, 0)
  expect(problem).toEqual({ kind: 'challengeEnded' })
  expect(endsChallenge(problem)).toBe(true)
})

test('5.5 (A19) too many wrong codes and outages leave the challenge open', () => {
  const tooMany = new ApiError({
    code: 'too_many_attempts',
    status: 429,
    message: 'wait',
    retryAfterSeconds: 61,
  })
  expect(codeProblem(tooMany, 2, 0)).toEqual({ kind: 'tooMany', untilMs: 61_000 })
  const away = codeProblem(new ApiError({ code: 'unreachable', status: 0, message: 'm' }), 1, 0)
  expect(away).toEqual({ kind: 'unreachable' })
  expect(endsChallenge(away)).toBe(false)
})
