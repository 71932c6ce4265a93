// Tests of selecting rows.

import { expect, test } from 'vitest'
import {
  allToggled,
  extended,
  inSight,
  type ListSelection,
  nothingSelected,
  toggled,
} from './list-selection.ts'

const order = [5, 3, 9, 1, 7]
const of = ({ ids }: ListSelection) => [...ids].toSorted((one, other) => one - other)

test('a row is selected and unselected', () => {
  const one = toggled(nothingSelected, 3)
  expect(of(one)).toEqual([3])
  expect(of(toggled(one, 3))).toEqual([])
})

test('a range goes from the last chosen row to the new one, in either direction', () => {
  const one = toggled(nothingSelected, 9)
  expect(of(extended(one, order, 7))).toEqual([1, 7, 9])
  expect(of(extended(one, order, 5))).toEqual([3, 5, 9])
  expect(of(extended(extended(one, order, 7), order, 3))).toEqual([1, 3, 7, 9])
})

test('a range without a beginning, or from a row that is gone, is one row', () => {
  expect(of(extended(nothingSelected, order, 3))).toEqual([3])
  expect(of(extended({ ids: new Set([8]), anchorId: 8 }, order, 3))).toEqual([3, 8])
  expect(extended(nothingSelected, order, 404)).toBe(nothingSelected)
})

test('all are selected, then none', () => {
  const all = allToggled(nothingSelected, order)
  expect(of(all)).toEqual([1, 3, 5, 7, 9])
  expect(of(allToggled(all, order))).toEqual([])
  expect(of(allToggled(all, []))).toEqual([])
})

test('what is filtered out is not acted on', () => {
  const all = allToggled(nothingSelected, order)
  expect([...inSight(all, [3, 7, 404])]).toEqual([3, 7])
})
