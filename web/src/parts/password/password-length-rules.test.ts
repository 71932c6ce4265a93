// Tests of the length of a new password.

import { expect, test } from 'vitest'
import { passwordLength } from './password-length-rules.ts'

test('5.7.1 the length counts bytes, not characters', () => {
  expect(passwordLength('')).toEqual({ kind: 'empty', bytes: 0 })
  expect(passwordLength('a'.repeat(11))).toEqual({ kind: 'short', bytes: 11 })
  expect(passwordLength('a'.repeat(12))).toEqual({ kind: 'fits', bytes: 12 })
  expect(passwordLength('ä'.repeat(6))).toEqual({ kind: 'fits', bytes: 12 })
  expect(passwordLength('a'.repeat(128))).toEqual({ kind: 'fits', bytes: 128 })
  expect(passwordLength('字'.repeat(43))).toEqual({ kind: 'long', bytes: 129 })
})
