// Tests of moving through a list by keys.

import { expect, test } from 'vitest'
import { isMoveKey, rowAfterMove } from './list-move.ts'

const order = Array.from({ length: 30 }, (_, at) => 100 + at)

test('keys move by one, by ten and to the ends, and never out of the list', () => {
  expect(rowAfterMove(order, 105, 'ArrowDown')).toBe(106)
  expect(rowAfterMove(order, 105, 'PageDown')).toBe(115)
  expect(rowAfterMove(order, 105, 'PageUp')).toBe(100)
  expect(rowAfterMove(order, 129, 'ArrowDown')).toBe(129)
  expect(rowAfterMove(order, 110, 'Home')).toBe(100)
  expect(rowAfterMove(order, 110, 'End')).toBe(129)
})

test('without an active row, or when it has left the list, a move begins at an end', () => {
  expect(rowAfterMove(order, null, 'ArrowDown')).toBe(100)
  expect(rowAfterMove(order, null, 'ArrowUp')).toBe(129)
  expect(rowAfterMove(order, 7, 'ArrowDown')).toBe(100)
  expect(rowAfterMove([], null, 'ArrowDown')).toBeNull()
})

test('other keys are left alone', () => {
  expect(isMoveKey('ArrowLeft')).toBe(false)
})
