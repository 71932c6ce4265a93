// Tests of the consoles below the list.

import { expect, test } from 'vitest'
import { closed, emptyDock, heightWithin, mostConsoles, opened, stillThere } from './docked-console-rules.ts'

test('a console is opened once; opening it again brings it to the front', () => {
  const two = opened(opened(emptyDock, [4]), [7])
  expect(two).toEqual({ ids: [4, 7], frontId: 7 })
  expect(opened(two, [4])).toEqual({ ids: [4, 7], frontId: 4 })
  expect(opened(two, [])).toBe(two)
  expect(opened(two, [9, 4])).toEqual({ ids: [4, 7, 9], frontId: 9 })
})

test('there are never more than eight; the oldest make room', () => {
  const many = Array.from({ length: 30 }, (_, at) => at + 1)
  const full = opened(emptyDock, many)
  expect(full.ids).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(full.ids.length).toBe(mostConsoles)
  expect(opened(full, [20, 21])).toEqual({ ids: [3, 4, 5, 6, 7, 8, 20, 21], frontId: 20 })
  expect(opened(full, many.slice(10)).ids).toEqual([11, 12, 13, 14, 15, 16, 17, 18])
})

test('closing the one in front brings its neighbor', () => {
  const three = opened(opened(opened(emptyDock, [1]), [2]), [3])
  expect(closed(three, 3)).toEqual({ ids: [1, 2], frontId: 2 })
  expect(closed({ ...three, frontId: 1 }, 1)).toEqual({ ids: [2, 3], frontId: 2 })
  expect(closed(three, 1)).toEqual({ ids: [2, 3], frontId: 3 })
  expect(closed({ ids: [5], frontId: 5 }, 5)).toEqual(emptyDock)
})

test('a deleted game server takes its console along', () => {
  const three = opened(opened(opened(emptyDock, [1]), [2]), [3])
  expect(stillThere(three, id => id !== 3)).toEqual({ ids: [1, 2], frontId: 2 })
  expect(stillThere(three, () => true)).toBe(three)
})

test('the dock keeps within the window', () => {
  expect(heightWithin(300, 900)).toBe(300)
  expect(heightWithin(2000, 900)).toBe(700)
  expect(heightWithin(10, 900)).toBe(160)
  expect(heightWithin(300, 300)).toBe(160)
})
