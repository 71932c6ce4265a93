import { describe, expect, test } from 'vitest'
import { findPasswordProblem } from './password-policy.ts'

const nothingListed = () => false

describe('password policy', () => {
  test.each([
    [0, 'at least 12 bytes'],
    [11, 'at least 12 bytes'],
    [12, null],
    [128, null],
    [129, 'at most 128 bytes'],
    [4096, 'at most 128 bytes'],
  ])('5.7.1 (C190) %i bytes', (bytes, message) => {
    const problem = findPasswordProblem('x'.repeat(bytes), nothingListed)
    if (message === null) expect(problem).toBeNull()
    else expect(problem).toContain(message)
  })

  test('5.7.1 (C191) bytes count, not characters', () => {
    expect(findPasswordProblem('пароль', nothingListed)).toBeNull()
    expect(findPasswordProblem('парол', nothingListed)).toContain('this is 10')
    expect(findPasswordProblem('☃'.repeat(42), nothingListed)).toBeNull()
    expect(findPasswordProblem('☃'.repeat(43), nothingListed)).toContain('this is 129')
  })

  test('5.7.1 (C194) no composition rules, and spaces at the ends belong to the password', () => {
    expect(findPasswordProblem('qwmzkvbyxjpt', nothingListed)).toBeNull()
    expect(findPasswordProblem(' '.repeat(12), nothingListed)).toBeNull()
  })

  test('5.7.2 a listed password is refused after its length was checked', () => {
    expect(findPasswordProblem('x'.repeat(12), () => true)).toContain('publicly known')
    expect(findPasswordProblem('x'.repeat(11), () => true)).toContain('at least')
  })
})
