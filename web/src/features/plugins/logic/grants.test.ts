// Tests of what is missing, new and granted.

import type { Plugin } from '@rookery/contracts/http/plugins.ts'
import type { PluginPermission } from '@rookery/contracts/plugin/permissions.ts'
import { expect, test } from 'vitest'
import { missingGrants, newlyAsked, withGrant } from './grants.ts'

const plugin = (asks: PluginPermission[], granted: PluginPermission[]) =>
  ({ manifest: { permissions: asks.map(permission => ({ permission, reason: 'x' })) }, granted }) as Plugin

test('5.12 what is asked for and not granted is missing', () => {
  expect(missingGrants(plugin(['http', 'storage'], ['storage']))).toEqual(['http'])
  expect(missingGrants(plugin([], []))).toEqual([])
})

test('5.12 an update tells only what is newly asked', () => {
  expect(newlyAsked(plugin(['http'], ['http']), plugin(['http', 'users:read'], ['http']))).toEqual([
    'users:read',
  ])
  expect(newlyAsked(plugin(['http', 'storage'], []), plugin(['http'], []))).toEqual([])
})

test('one grant changes nothing about the others, and nothing is granted that is not asked for', () => {
  const before = plugin(['http', 'storage'], ['storage', 'users:read'])
  expect(withGrant(before, 'http', true)).toEqual(['http', 'storage'])
  expect(withGrant(before, 'storage', false)).toEqual([])
})
