import { expect, test } from 'vitest'
import { pageHeaders } from './paging.ts'

const links = (url: string, page: number, total: number) =>
  Object.fromEntries(
    pageHeaders(url, { page, per_page: 10 }, total)
      .link?.split(', ')
      .map(link => /^<(.*)>; rel="(\w+)"$/.exec(link)?.slice(1).toReversed() ?? []) ?? [],
  )

test('4 a page in the middle leads to the first, the last and its neighbors', () => {
  expect(links('/api/users', 2, 35)).toEqual({
    first: '/api/users?page=1&per_page=10',
    prev: '/api/users?page=1&per_page=10',
    next: '/api/users?page=3&per_page=10',
    last: '/api/users?page=4&per_page=10',
  })
})

test('4 an empty list has one page; beyond the end the way back is the last page', () => {
  expect(links('/api/users', 1, 0)).toEqual({
    first: '/api/users?page=1&per_page=10',
    last: '/api/users?page=1&per_page=10',
  })
  expect(links('/api/users', 9, 35).prev).toBe('/api/users?page=4&per_page=10')
})

test('4 the rest of the question is kept as it was asked, a token is not', () => {
  const url = '/api/users?q=who%20is%3F&page=1&token=secret&sort=a?b&per_page=10'
  expect(links(url, 1, 35).next).toBe('/api/users?q=who+is%3F&sort=a%3Fb&page=2&per_page=10')
})
