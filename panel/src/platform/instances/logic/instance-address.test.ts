// Where an instance says that it is.

import { expect, test } from 'vitest'
import { defaultInstanceAddress } from './instance-address.ts'

test.each([
  ['127.0.0.1', '127.0.0.1:31718'],
  ['10.0.0.5', '10.0.0.5:31718'],
  ['2001:db8::5', '[2001:db8::5]:31718'],
  ['0.0.0.0', 'panel-1:31718'],
  ['::', 'panel-1:31718'],
])('who listens on %s is at %s', (bindIp, expected) => {
  expect(defaultInstanceAddress({ bindIp, port: 31_718, hostName: 'panel-1' })).toBe(expected)
})
