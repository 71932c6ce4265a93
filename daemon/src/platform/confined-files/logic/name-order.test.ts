import { expect, test } from 'vitest'
import { compareNames, type FoundName, mergeSorted } from './name-order.ts'

const names = (text: string): FoundName[] =>
  text.split(' ').map(name => ({ name, isFolder: name.endsWith('/') }))

test('8.2 merged runs are in the order of one sorted list', () => {
  const a = names('b a c/ z y/').sort(compareNames)
  const b = names('aa x/ bb').sort(compareNames)
  const all = [...a, ...b].sort(compareNames)
  expect(mergeSorted(a, b)).toEqual(all)
  expect(all.map(({ name }) => name)).toEqual(['c/', 'x/', 'y/', 'a', 'aa', 'b', 'bb', 'z'])
  expect(mergeSorted(a, [])).toEqual(a)
  expect(mergeSorted([], b)).toEqual(b)
})
