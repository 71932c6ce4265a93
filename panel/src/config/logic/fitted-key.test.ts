// AUTH_SECRET becomes exactly 32 bytes, whatever its length.

import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { fitToKey, fittingWarning } from './fitted-key.ts'

const text = (key: Uint8Array) => Buffer.from(key).toString('latin1')

test('5.9.1 a short secret is padded at the end with ASCII 0', () => {
  expect(text(fitToKey('abcde'))).toBe(`abcde${'0'.repeat(27)}`)
  expect(fittingWarning('abcde')).toContain('padded')
})

test('5.9.1 a long secret is cut', () => {
  expect(text(fitToKey('ab'.repeat(32)))).toBe('ab'.repeat(16))
  expect(fittingWarning('ab'.repeat(32))).toContain('cut')
})

test('5.9.1 a secret of 32 bytes is used as it is, without a warning', () => {
  expect(text(fitToKey('x'.repeat(32)))).toBe('x'.repeat(32))
  expect(fittingWarning('x'.repeat(32))).toBeNull()
})

test('5.9.1 bytes count, not characters', () => {
  expect(fittingWarning('ä'.repeat(16))).toBeNull()
  expect(fitToKey('ä'.repeat(17))).toEqual(fitToKey('ä'.repeat(16)))
})

test('5.9.1 every secret gives 32 bytes that begin with it, and the warning never holds it', () => {
  assert(
    property(string({ unit: 'binary', minLength: 5 }), secret => {
      const key = fitToKey(secret)
      const bytes = new TextEncoder().encode(secret).subarray(0, 32)
      expect(key).toHaveLength(32)
      expect(key.subarray(0, bytes.length)).toEqual(bytes)
      expect(fittingWarning(`qX${secret}`) ?? '').not.toContain(`qX${secret}`)
    }),
  )
})
