import { expect, test } from 'vitest'
import { joinedSince } from './joined-since.ts'

test('who was there at the first look has not joined; each of two with one name has', () => {
  expect(joinedSince(null, ['ada'])).toEqual([])
  expect(joinedSince([], ['ada', ''])).toEqual(['ada'])
  expect(joinedSince(['ada'], ['ada', 'ada', 'bob'])).toEqual(['ada', 'bob'])
  expect(joinedSince(['ada', 'bob'], ['bob'])).toEqual([])
})
