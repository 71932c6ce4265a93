// Tests of generated passwords.

import { expect, test } from 'vitest'
import { passwordBytes, passwordFrom } from './generated-password.ts'

test('8.2 a generated password is longer than the policy asks for and can be read out', () => {
  const created = passwordFrom(Uint8Array.from({ length: passwordBytes }, (_, at) => (at * 13) % 256))
  expect(created).toMatch(/^([a-z2-9+]{5}-){3}[a-z2-9+]{5}$/)
  expect(created).not.toMatch(/[lio01]/)
  expect(created).toHaveLength(23)
})

test('every byte counts', () => {
  const none = passwordFrom(new Uint8Array(passwordBytes))
  const one = new Uint8Array(passwordBytes)
  one[passwordBytes - 1] = 1
  expect(passwordFrom(one)).not.toBe(none)
})
