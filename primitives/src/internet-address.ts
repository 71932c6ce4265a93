// Says of an internet address whether it belongs to the public internet, to a private network, or to a cloud's metadata.

import ipaddr from 'ipaddr.js'

export type AddressKind = 'public' | 'private' | 'metadata'

/** Asked from inside a machine in a cloud, these give away its credentials. */
const metadataAddresses = new Set(
  [
    '169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    '169.254.0.23',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
  ].map(address => ipaddr.parse(address).toNormalizedString()),
)

const metadataNames = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'metadata.platformequinix.com',
])

/** Everything that is no address of the public internet (IANA's special-purpose registries, and the deprecated ones). */
const privateNetworks = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/128', '::1/128', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '3fff::/20'],
  ...['5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
].map(network => ipaddr.parseCIDR(network))

/** Networks whose addresses carry one of version 4, and at which byte. */
const carriers: [network: [ipaddr.IPv4 | ipaddr.IPv6, number], at: number][] = [
  [ipaddr.parseCIDR('::ffff:0:0/96'), 12],
  [ipaddr.parseCIDR('64:ff9b::/96'), 12],
  [ipaddr.parseCIDR('2002::/16'), 2],
  [ipaddr.parseCIDR('::/96'), 12],
]

/** What is no address at all counts as private. */
export function addressKind(text: string): AddressKind {
  const address = readAddress(text)
  if (address === null) return 'private'
  if (metadataAddresses.has(address.toNormalizedString())) return 'metadata'
  if (privateNetworks.some(network => isWithin(address, network))) return 'private'
  const carried = carriedAddress(address)
  return carried === null ? 'public' : addressKind(carried)
}

/** Names that lead to no public address, whatever a resolver says of them. */
export function nameKind(host: string): AddressKind {
  const name = host.toLowerCase().replace(/\.$/, '')
  if (metadataNames.has(name)) return 'metadata'
  return name === 'localhost' || name.endsWith('.localhost') || !name.includes('.') ? 'private' : 'public'
}

/** Whether the address, or the one it carries, lies in one of these networks. */
export function isInNetworks(text: string, networks: readonly string[]): boolean {
  const address = readAddress(text)
  if (address === null) return false
  const carried = carriedAddress(address)
  if (carried !== null) return isInNetworks(carried, networks)
  return networks.some(network => isWithin(address, ipaddr.parseCIDR(network)))
}

function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = text.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(bare) ? ipaddr.parse(bare) : null
}

function carriedAddress(address: ipaddr.IPv4 | ipaddr.IPv6): string | null {
  const carrier = carriers.find(([network]) => isWithin(address, network))
  if (!carrier) return null
  return address
    .toByteArray()
    .slice(carrier[1], carrier[1] + 4)
    .join('.')
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, network: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean {
  return address.kind() === network[0].kind() && address.match(network)
}
