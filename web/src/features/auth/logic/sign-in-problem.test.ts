// Tests of the words for refused sign-ins and of the way back.

import { expect, test } from 'vitest'
import { ApiError } from '../../../platform/api-error.ts'
import { listensAgainMs, safeReturnPath, signInProblem } from './sign-in-problem.ts'

const refusal = (parts: Partial<ConstructorParameters<typeof ApiError>[0]>) =>
  new ApiError({ code: 'internal', status: 500, message: 'm', ...parts })

test('7 each refusal has its own words', () => {
  expect(signInProblem(refusal({ code: 'wrong_credentials', status: 401 }), 1000)).toEqual({ kind: 'wrong' })
  expect(signInProblem(refusal({ code: 'unavailable', status: 503 }), 1000)).toEqual({ kind: 'unavailable' })
  expect(signInProblem(refusal({ code: 'captcha_unavailable', status: 503 }), 1000)).toEqual({
    kind: 'captchaUnavailable',
  })
  expect(
    signInProblem(
      refusal({ code: 'invalid_input', status: 422, fields: { captcha: ['was not passed'] } }),
      1000,
    ),
  ).toEqual({ kind: 'captchaRefused' })
  expect(signInProblem(refusal({ code: 'unreachable', status: 0 }), 1000)).toEqual({ kind: 'unreachable' })
})

test('8.1 too many attempts tells how long to wait', () => {
  const tooMany = { code: 'too_many_attempts', status: 429 } as const
  expect(signInProblem(refusal({ ...tooMany, retryAfterSeconds: 900 }), 1000)).toEqual({
    kind: 'tooMany',
    untilMs: 901_000,
  })
  expect(signInProblem(refusal({ ...tooMany, retryAfterSeconds: 61 }), 1000)).toEqual({
    kind: 'tooMany',
    untilMs: 62_000,
  })
  expect(signInProblem(refusal(tooMany), 1000)).toEqual({ kind: 'tooMany', untilMs: 901_000 })
})

test('5.4 a stranger is told neither a route nor a reason of the panel', () => {
  const message = 'nothing at POST /api/auth/login'
  const unknown = signInProblem(refusal({ code: 'not_found', status: 404, message }), 1000)
  expect(unknown).toEqual({ kind: 'refused' })
})

test('8.1 only too many attempts keep the button from being pressed', () => {
  expect(listensAgainMs({ kind: 'tooMany', untilMs: 901_000 })).toBe(901_000)
  expect(listensAgainMs({ kind: 'wrong' })).toBe(0)
  expect(listensAgainMs(null)).toBe(0)
})

test('a way back never leaves the panel', () => {
  expect(safeReturnPath('/servers/3?tab=x')).toBe('/servers/3?tab=x')
  for (const input of ['https://evil.example', '//evil.example', '/\\evil.example', 'servers', undefined]) {
    expect(safeReturnPath(input)).toBe('/')
  }
  expect(safeReturnPath('/sign-in?to=/x')).toBe('/')
})
