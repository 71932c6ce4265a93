// Tests of how the address of a call is built.

import { expect, test } from 'vitest'
import { fillPath, queryText } from './request-address.ts'

test('fills every place of a path and encodes it', () => {
  expect(fillPath('/api/servers/{server}/console', { server: '12' })).toBe('/api/servers/12/console')
  expect(fillPath('/api/a/{x}/b/{y}', { x: 'a/b?c', y: 'ü' })).toBe('/api/a/a%2Fb%3Fc/b/%C3%BC')
})

test('refuses a missing value and values that would change the route', () => {
  expect(() => fillPath('/api/servers/{server}', {})).toThrow('needs a value for {server}')
  expect(() => fillPath('/api/servers/{server}', { server: '..' })).toThrow('must not be ".."')
})

test('leaves out what is not given in a query and encodes the rest', () => {
  expect(queryText({ q: 'a&b', page: 2, node: undefined, state: '' })).toBe('?q=a%26b&page=2')
  expect(queryText({})).toBe('')
  expect(queryText({ zero: 0, no: false })).toBe('?zero=0&no=false')
})
