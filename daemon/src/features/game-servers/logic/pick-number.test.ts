import { expect, test } from 'vitest'
import { pickNumber } from './pick-number.ts'

test('a game server has the number that the panel gave it', () => {
  expect(pickNumber(7, new Set())).toBe(7)
  expect(pickNumber(3, new Set([1, 2, 9]))).toBe(3)
})

test('a number that another game server ever had is not given again', () => {
  expect(pickNumber(2, new Set([1, 2, 9]))).toBe(10)
  expect(pickNumber(9, new Set([9]))).toBe(10)
})
