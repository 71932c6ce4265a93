// Tests of what an address is about.

import { expect, test } from 'vitest'
import { placeOf } from './place-rules.ts'

test.each([
  ['/servers/7', { thing: 'server', id: '7', tab: null, list: '/servers' }],
  ['/servers/7/console', { thing: 'server', id: '7', tab: 'console', list: '/servers' }],
  ['/servers/7/constructor', { thing: 'server', id: '7', tab: null, list: '/servers' }],
  ['/servers/abc', { thing: 'page', id: null, tab: null, list: '/servers' }],
  ['/nodes/2', { thing: 'node', id: '2', tab: null, list: '/nodes' }],
  ['/tasks/12', { thing: 'task', id: '12', tab: null, list: '/tasks' }],
  ['/people/users/3/servers', { thing: 'user', id: '3', tab: null, list: '/people' }],
  ['/people/roles/4', { thing: 'role', id: '4', tab: null, list: '/people/roles' }],
  ['/toString', { thing: 'page', id: null, tab: null, list: null }],
  ['/', { thing: 'page', id: null, tab: null, list: null }],
])('%s', (pathname, place) => {
  expect(placeOf(pathname)).toEqual(place)
})
