// Tests of made-up secrets.

import { expect, test } from 'vitest'
import { secretBytes, secretFrom } from './new-secret.ts'

test('every byte becomes one letter or digit, each with the same chance', () => {
  expect(secretFrom(new Uint8Array(secretBytes))).toBe('a'.repeat(secretBytes))
  const counts = new Map<string, number>()
  for (const letter of secretFrom(Uint8Array.from({ length: 256 }, (_, byte) => byte)))
    counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect(counts.size).toBe(32)
  expect(new Set(counts.values())).toEqual(new Set([8]))
  expect([...counts.keys()].join('')).toMatch(/^[a-z0-9]+$/)
})
