import { expect, test } from 'vitest'
import { readTaskSearch, taskQueryOf } from './task-search-rules.ts'

test('reads an address, and leaves out what it cannot read', () => {
  const search = { status: 'error', kind: 'install', server: 3, node: 1, user: 7 }
  expect(readTaskSearch(search)).toEqual(search)
  expect(
    readTaskSearch({ status: 'gone', kind: 'party', server: 'x', node: -1, user: 1.5, page: 2 }),
  ).toEqual({})
})

test('asks the panel with ids as texts', () => {
  expect(taskQueryOf({ status: 'error', server: 3, user: 7 })).toEqual({
    status: 'error',
    server: '3',
    user: '7',
  })
  expect(taskQueryOf({})).toEqual({})
})
