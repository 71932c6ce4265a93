// Tests of what an address is about.

import { expect, test } from 'vitest'
import { folderOfFile, offersServers, placeOf } from './place-rules.ts'

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

test('a missing file leads to its folder, and nothing else does', () => {
  const files = '/servers/7/files/file'
  expect(folderOfFile(placeOf(files), files, 'world/level.dat')).toBe('world')
  expect(folderOfFile(placeOf(files), files, 'gone.txt')).toBe('')
  expect(folderOfFile(placeOf(files), files, undefined)).toBeNull()
  expect(folderOfFile(placeOf('/servers/7/files'), '/servers/7/files', 'world')).toBeNull()
  expect(folderOfFile(placeOf('/nodes/2'), '/nodes/2', 'world/level.dat')).toBeNull()
})

test('servers are offered to whoever looked for a server', () => {
  const offering = ['/servers/7', '/nowhere', '/people/users/3', '/nodes/2', '/servers/7/files'].filter(
    path => offersServers(placeOf(path)),
  )
  expect(offering).toEqual(['/servers/7', '/nowhere'])
})
