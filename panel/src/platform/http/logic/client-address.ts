// Which address a request comes from: for the audit log, and for counters that a stranger must not be able to fool (A26).

import { BlockList, isIP } from 'node:net'

export interface ClientAddresses {
  /** For audit lines: the header of the operator's choice is believed from any sender (6.4). */
  displayed: string
  /** For limits: the header is believed only when the sender stands where a proxy stands. A network in IPv6. */
  counted: string
  /** As `counted`, the whole address. */
  trusted: string
}

export function clientAddresses(socketAddress: string, headerValue: string | undefined): ClientAddresses {
  const socket = normalAddress(socketAddress) ?? socketAddress
  const named = headerValue === undefined ? null : normalAddress(headerValue.trim())
  const trusted = named !== null && isNear(socket) ? named : socket
  return { displayed: named ?? socket, counted: countedNetwork(trusted), trusted }
}

/** What a limit counts: one IPv4 address, or the /64 of IPv6 that every subscriber has for themselves. */
export function countedNetwork(address: string): string {
  const normal = normalAddress(address)
  if (normal === null || isIP(normal) === 4) return normal ?? address
  const [head = '', tail] = normal.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** One spelling per address; null when the text is not exactly one address. */
export function normalAddress(text: string): string | null {
  const withoutZone = text.replace(/%.*$/, '')
  if (isIP(withoutZone) === 4) return withoutZone
  if (isIP(withoutZone) !== 6) return null
  const shortest = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(shortest)
  return mapped ? dotted(`${mapped[1]?.padStart(4, '0')}${mapped[2]?.padStart(4, '0')}`) : shortest
}

function dotted(eightHexDigits: string): string {
  return [...Buffer.from(eightHexDigits, 'hex')].join('.')
}

const nearAddresses = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  nearAddresses.addSubnet(network, bits, 'ipv4')
}
nearAddresses.addAddress('::1', 'ipv6')
nearAddresses.addSubnet('fc00::', 7, 'ipv6')
nearAddresses.addSubnet('fe80::', 10, 'ipv6')

/** Loopback, private or link-local. */
function isNear(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && nearAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
