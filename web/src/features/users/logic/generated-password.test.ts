// Tests of generated passwords.

import { expect, test } from 'vitest'
import { passwordLength } from '../../../parts/password/password-length-rules.ts'
import { passwordBytes, passwordFrom } from './generated-password.ts'

test('8.2 a generated password fits the policy and can be read out', () => {
  const created = passwordFrom(Uint8Array.from({ length: passwordBytes }, (_, at) => (at * 13) % 256))
  expect(created).toMatch(/^([a-z2-9+]{5}-){3}[a-z2-9+]{5}$/)
  expect(created).not.toMatch(/[lio01]/)
  expect(passwordLength(created).kind).toBe('fits')
})

test('every byte counts', () => {
  const none = passwordFrom(new Uint8Array(passwordBytes))
  const one = new Uint8Array(passwordBytes)
  one[passwordBytes - 1] = 1
  expect(passwordFrom(one)).not.toBe(none)
})
