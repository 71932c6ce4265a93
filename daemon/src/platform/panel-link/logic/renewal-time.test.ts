import { expect, test } from 'vitest'
import { isRenewalDue } from './renewal-time.ts'

test('a certificate is renewed from two thirds of its life on', () => {
  const validity = { fromMs: 300, toMs: 600 }
  expect(isRenewalDue(validity, 499)).toBe(false)
  expect(isRenewalDue(validity, 500)).toBe(true)
})
