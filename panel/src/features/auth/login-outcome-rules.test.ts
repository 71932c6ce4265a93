import { expect, test } from 'vitest'
import { loginOutcome } from './login-outcome-rules.ts'

test.each([
  [false, false, false, 'wrong credentials'],
  [false, true, true, 'wrong credentials'],
  [true, false, false, 'full session'],
  [true, false, true, 'restricted session'],
  [true, true, false, 'second factor wanted'],
  [true, true, true, 'second factor wanted'],
] as const)(
  '3, 5.5.8 password right %s, second factor %s, past the deadline %s: %s',
  (isPasswordRight, hasSecondFactor, isPastDeadline, outcome) => {
    expect(loginOutcome({ isPasswordRight, hasSecondFactor, isPastDeadline })).toBe(outcome)
  },
)
