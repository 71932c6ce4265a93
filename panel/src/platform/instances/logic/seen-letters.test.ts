// Which letters are taken: each once, in almost any order.

import { expect, test } from 'vitest'
import { createSeenLetters } from './seen-letters.ts'

test('a letter is taken once, by whoever it was sent, and late ones too', () => {
  const { isFresh } = createSeenLetters()
  expect([isFresh('a', 1), isFresh('a', 3), isFresh('a', 2), isFresh('b', 1)]).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect([isFresh('a', 1), isFresh('a', 2), isFresh('a', 3), isFresh('b', 1)]).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('an old letter stays refused when thousands have come since', () => {
  const { isFresh } = createSeenLetters()
  for (let id = 1; id <= 5_000; id++) expect(isFresh('a', id)).toBe(true)
  for (let id = 1; id <= 5_000; id++) expect(isFresh('a', id)).toBe(false)
})
