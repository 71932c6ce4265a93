import { expect, test } from 'vitest'
import { CarriedTotal, MonotonicTotal } from './monotonic-total.ts'

test('6.3 (C272) a total does not fall when a source ends, and counts the others on', () => {
  const total = new MonotonicTotal()
  expect(total.update(new Map([['a', 100]]))).toBe(100)
  expect(total.update(new Map(Object.entries({ a: 150, b: 10 })))).toBe(160)
  expect(total.update(new Map([['b', 15]]))).toBe(165)
  expect(total.update(new Map())).toBe(165)
  expect(total.update(new Map([['b', 3]]))).toBe(168)
  expect(total.update(new Map([['b', 1]]))).toBe(169)
})

test('6.3 (C272) a sum that loses a part goes on from where it was', () => {
  const total = new CarriedTotal()
  expect([5, 9, 4, 6, 6, 0, 1].map(sum => total.update(sum))).toEqual([5, 9, 9, 11, 11, 11, 12])
})
