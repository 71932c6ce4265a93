// Tests of which rows of the terminal belong to which second.

import { expect, test } from 'vitest'
import { rowsOfSecond, type TimeMark, timeOfRow } from './line-times.ts'

const marks: TimeMark[] = [
  { row: 0, at: null },
  { row: 40, at: 100 },
  { row: 43, at: 103 },
  { row: 44, at: 110 },
]

test('a row has the time of the last mark above it', () => {
  expect([0, 39, 40, 42, 43, 500].map(row => timeOfRow(marks, row))).toEqual([null, null, 100, 100, 103, 110])
  expect(timeOfRow([], 3)).toBeNull()
})

test('a second has the rows from its mark to the next', () => {
  expect(rowsOfSecond(marks, 100, 60)).toEqual({ firstRow: 40, rowCount: 3 })
  expect(rowsOfSecond(marks, 110, 60)).toEqual({ firstRow: 44, rowCount: 16 })
})

test('a silent second stands where its lines would be', () => {
  expect(rowsOfSecond(marks, 102, 60)).toEqual({ firstRow: 43, rowCount: 0 })
  expect(rowsOfSecond(marks, 500, 60)).toEqual({ firstRow: 60, rowCount: 0 })
})

test('before the first known time nothing is claimed', () => {
  expect(rowsOfSecond(marks, 99, 60)).toBeNull()
  expect(rowsOfSecond([{ row: 0, at: null }], 99, 60)).toBeNull()
})
