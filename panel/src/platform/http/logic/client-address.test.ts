import { describe, expect, test } from 'vitest'
import { clientAddresses, countedNetwork, normalAddress } from './client-address.ts'

describe('6.4, 8.1 the address of a client (A26)', () => {
  test.each([
    ['no header', '203.0.113.5', undefined, '203.0.113.5', '203.0.113.5'],
    ['a header from loopback', '127.0.0.1', '203.0.113.9', '203.0.113.9', '203.0.113.9'],
    ['a header from a private network', '10.1.2.3', '203.0.113.9', '203.0.113.9', '203.0.113.9'],
    ['a header from 172.31', '172.31.0.1', '203.0.113.9', '203.0.113.9', '203.0.113.9'],
    ['a header from 172.32, which is public', '172.32.0.1', '203.0.113.9', '203.0.113.9', '172.32.0.1'],
    ['a header from a stranger', '198.51.100.7', '203.0.113.9', '203.0.113.9', '198.51.100.7'],
    ['a header from a stranger over IPv6', '2001:db8::7', '203.0.113.9', '203.0.113.9', '2001:db8:0:0::/64'],
    ['a header from a unique local address', 'fd00::7', '2001:DB8:0::9', '2001:db8::9', '2001:db8:0:0::/64'],
    ['a mapped loopback socket', '::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9', '203.0.113.9'],
    ['a list of addresses', '127.0.0.1', '203.0.113.9, 203.0.113.10', '127.0.0.1', '127.0.0.1'],
    ['an address with a port', '127.0.0.1', '203.0.113.9:80', '127.0.0.1', '127.0.0.1'],
    ['nonsense', '127.0.0.1', 'unknown', '127.0.0.1', '127.0.0.1'],
    ['an empty header', '127.0.0.1', '', '127.0.0.1', '127.0.0.1'],
  ])('%s', (_, socket, header, displayed, counted) => {
    const { trusted, ...addresses } = clientAddresses(socket, header)
    expect(addresses).toEqual({ displayed, counted })
    // The same address, whole.
    expect(countedNetwork(trusted)).toBe(counted)
  })

  test.each([
    ['2001:DB8::1', '2001:db8::1'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['1.2.3', null],
    ['01.2.3.4', null],
    ['[::1]', null],
  ])('%s has one spelling: %s', (text, normal) => {
    expect(normalAddress(text)).toBe(normal)
  })

  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.2', '192.0.2.2'],
    ['unknown', 'unknown'],
  ])('8.1 %s counts as %s', (address, network) => {
    expect(countedNetwork(address)).toBe(network)
  })
})
