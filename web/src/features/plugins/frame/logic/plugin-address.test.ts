// Tests of where a plugin's part may send requests.

import { describe, expect, test } from 'vitest'
import { pluginAddress } from './plugin-address.ts'

describe('5.12 requests of a part reach the routes of its own plugin only', () => {
  test('paths below the plugin are kept, with their query', () => {
    expect(pluginAddress(7, '/')).toBe('/api/plugins/7/http/')
    expect(pluginAddress(7, '/crashes')).toBe('/api/plugins/7/http/crashes')
    expect(pluginAddress(7, '/a/b.json?x=../..&y=%2e')).toBe('/api/plugins/7/http/a/b.json?x=../..&y=%2e')
    expect(pluginAddress(7, '/überall')).toBe('/api/plugins/7/http/%C3%BCberall')
  })

  test.each([
    'crashes',
    '',
    '/../../../profile',
    '/a/../../8/http/x',
    '/..',
    '/./x',
    '/%2e%2e/%2e%2e/profile',
    '/%2E./x',
    '/a%2f..%2fb',
    '/%252e%252e/x',
    '/..\\..\\profile',
    '//evil.example/x',
    '/x//y',
    'https://evil.example/',
    '/x#y',
    '/.\t./x',
    '/x\n',
    '/x?a\r\nb',
    `/${'x'.repeat(2_001)}`,
  ])('%j is refused', path => {
    expect(pluginAddress(7, path)).toBeNull()
  })
})
