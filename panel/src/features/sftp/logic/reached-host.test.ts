import { expect, test } from 'vitest'
import { reachedHost } from './reached-host.ts'

test.each([
  ['192.0.2.9', ['198.51.100.1'], '192.0.2.9'],
  ['0.0.0.0', ['127.0.0.1', '2001:db8::1', '198.51.100.1'], '198.51.100.1'],
  ['0.0.0.0', ['2001:db8::1'], '2001:db8::1'],
  ['127.0.0.1', ['127.0.0.1'], '127.0.0.1'],
  ['0.0.0.0', [], null],
])('L12 a game server at %s of a node with %j is reached by %s', (ip, ips, host) => {
  expect(reachedHost(ip, ips)).toBe(host)
})
