// Only what is in sight is drawn.

import { expect, test } from 'vitest'
import { rowsInSight } from './row-window.ts'

test('8.2 a hundred thousand names draw a few dozen rows', () => {
  expect(rowsInSight(0, 440, 44, 100_000)).toEqual({ first: 0, end: 18 })
  expect(rowsInSight(-44_000, 440, 44, 100_000)).toEqual({ first: 992, end: 1018 })
  expect(rowsInSight(100, 440, 44, 3)).toEqual({ first: 0, end: 3 })
  expect(rowsInSight(-4_400_000, 440, 44, 10)).toEqual({ first: 10, end: 10 })
})
