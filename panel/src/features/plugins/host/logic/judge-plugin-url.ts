// Decides whether a plugin may call an address (8.4): scheme, host list, private addresses, and a cloud's metadata never.

import { addressKind, nameKind } from '@rookery/contracts/internet-address.ts'

export interface OutgoingRules {
  blockPrivateIps: boolean
  /** Without the colon. */
  allowedSchemes: readonly string[]
  /** Empty: every host. */
  allowedHosts: readonly string[]
}

export type UrlVerdict = { url: URL } | { problem: string }

const ipLiteral = /^(\[.*\]|[\d.]+)$/

/** `from`: the address that redirected here. */
export function judgePluginUrl(text: string, rules: OutgoingRules, from: URL | null): UrlVerdict {
  const url = URL.parse(text, from?.href)
  if (url === null) return { problem: 'this is not a web address' }
  if (!rules.allowedSchemes.includes(url.protocol.slice(0, -1))) {
    return { problem: `only these schemes are allowed: ${rules.allowedSchemes.join(', ')}` }
  }
  if (url.username !== '' || url.password !== '') {
    return { problem: 'an address with a user name or password in it is not called' }
  }
  const problem = hostProblem(bareHost(url.hostname), rules)
  return problem === null ? { url } : { problem }
}

/** Every address that a name has is judged, and exactly those are dialled. */
export function addressProblem(host: string, address: string, rules: OutgoingRules): string | null {
  const kind = addressKind(address)
  if (kind === 'metadata') return `${host} is a cloud's metadata, which is never called`
  if (kind === 'private' && rules.blockPrivateIps) return `${host} is an address in a private network`
  return null
}

function hostProblem(host: string, rules: OutgoingRules): string | null {
  if (rules.allowedHosts.length > 0 && !rules.allowedHosts.some(allowed => normalHost(allowed) === host)) {
    return `${host} is not among the hosts that plugins may call`
  }
  if (ipLiteral.test(host) || host.includes(':')) return addressProblem(host, host, rules)
  const kind = nameKind(host)
  if (kind === 'metadata') return `${host} is a cloud's metadata, which is never called`
  return kind === 'private' && rules.blockPrivateIps ? `${host} is a name in a private network` : null
}

/** As the URL parser writes it: lower case, punycode; one dot at the end means the same host. */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

function normalHost(entry: string): string {
  const host = entry.includes(':') && !entry.startsWith('[') ? `[${entry}]` : entry
  return bareHost(URL.parse(`https://${host}/`)?.hostname ?? entry.toLowerCase())
}
