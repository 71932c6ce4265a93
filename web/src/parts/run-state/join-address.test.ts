// Tests of the address that players join at.

import { expect, test } from 'vitest'
import { joinAddress, playerHost } from './join-address.ts'

test('an address of its own is kept, IPv6 in brackets', () => {
  expect(joinAddress('192.0.2.7', 25565, 'panel.example')).toBe('192.0.2.7:25565')
  expect(joinAddress('2001:db8::7', 25565, 'panel.example')).toBe('[2001:db8::7]:25565')
})

test('a server that listens everywhere is reached as the panel is', () => {
  expect(joinAddress('0.0.0.0', 7777, 'panel.example')).toBe('panel.example:7777')
  expect(joinAddress('::', 7777, '[2001:db8::1]')).toBe('[2001:db8::1]:7777')
})

test('a name that only this machine has gives way to an address of the node', () => {
  for (const here of ['localhost', '127.0.0.1', '[::1]'])
    expect(playerHost(['127.0.0.1', '192.0.2.7'], here)).toBe('192.0.2.7')
  expect(playerHost(['127.0.0.1'], 'localhost')).toBe('localhost')
  expect(playerHost(['192.0.2.7'], 'panel.example')).toBe('panel.example')
})
