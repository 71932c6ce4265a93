// Tests of what a browser keeps about the game servers that were opened last.

import { expect, test } from 'vitest'
import { readRecentIds, withOpened } from './recent-servers.ts'

test('the one that was opened last comes first, and none twice', () => {
  expect(withOpened([1, 2, 3], 3)).toEqual([3, 1, 2])
  expect(withOpened([], 7)).toEqual([7])
})

test('the list stays short', () => {
  expect(withOpened([1, 2, 3, 4, 5, 6, 7, 8], 9)).toEqual([9, 1, 2, 3, 4, 5, 6, 7])
  expect(readRecentIds(JSON.stringify(Array.from({ length: 50 }, (_, at) => at)))).toHaveLength(8)
})

test('what is no list of ids is left out', () => {
  expect(readRecentIds(null)).toEqual([])
  expect(readRecentIds('not JSON')).toEqual([])
  expect(readRecentIds('{"1":2}')).toEqual([])
  expect(readRecentIds('[1,"2",null,3.5,4]')).toEqual([1, 4])
})
