// Where game servers can run under systemd, and in which words it is said where they cannot.

import { expect, test } from 'vitest'
import { whyNoSystemd } from '../systemd.ts'

test('3 without systemd at work, or without root, it is not offered, and the reason is told', () => {
  expect(whyNoSystemd(0, '/no/such/folder')).toBe('this machine was not started by systemd')
  expect(whyNoSystemd(1000, '/')).toMatch(/does not run as root/)
})
