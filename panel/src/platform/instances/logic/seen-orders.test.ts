// Which messages are taken: each once, in almost any order.

import { expect, test } from 'vitest'
import { createSeenOrders } from './seen-orders.ts'

test('a message is taken once, by whoever it was sent, and late ones too', () => {
  const { isFresh } = createSeenOrders()
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

test('an old message stays refused when thousands have come since', () => {
  const { isFresh } = createSeenOrders()
  for (let id = 1; id <= 5_000; id++) expect(isFresh('a', id)).toBe(true)
  for (let id = 1; id <= 5_000; id++) expect(isFresh('a', id)).toBe(false)
})
