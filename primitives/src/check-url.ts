// Decides whether an address that somebody else has written may be contacted: the one guard of all programs. Redirects
// go through it again, and so does every address that a name turns out to have.

import { addressKind, isInNetworks, nameKind } from './internet-address.ts'

export interface OutgoingRules {
  /** Without the colon. */
  allowedSchemes: readonly string[]
  /** Empty: every host. */
  allowedHosts: readonly string[]
  /** True: all private addresses; a list: those in these networks. A cloud's metadata stays closed in any case. */
  allowedPrivate: boolean | readonly string[]
  /** Who can allow a private address, and where; ends the sentence that refuses one. */
  privateAdvice: string
}

export type CheckedUrl = { url: URL } | { problem: string }

const ipLiteral = /^(\[.*\]|[\d.]+)$/

/** `from`: the address that redirected here. */
export function checkUrl(text: string, rules: OutgoingRules, from: URL | null): CheckedUrl {
  const url = URL.parse(text, from?.href)
  if (url === null) return { problem: `${quoted(text)} is not a web address` }
  const problem = schemeProblem(url, rules, from) ?? hostProblem(url.hostname, rules)
  return problem === null ? { url } : { problem }
}

function schemeProblem(url: URL, { allowedSchemes }: OutgoingRules, from: URL | null): string | null {
  if (!allowedSchemes.includes(url.protocol.slice(0, -1))) {
    return `${quoted(url.href)} cannot be used: the address must begin with ${allowedSchemes.map(scheme => `${scheme}://`).join(' or ')}`
  }
  if (url.username !== '' || url.password !== '') {
    return `the address must not hold a user name or password (${url.host})`
  }
  // What was asked for over TLS would arrive without, readable and changeable on its way.
  if (from?.protocol === 'https:' && url.protocol !== 'https:') {
    return `${from.host} redirects from https to ${url.protocol.slice(0, -1)} (${url.host}), which is not followed`
  }
  return null
}

function hostProblem(hostname: string, rules: OutgoingRules): string | null {
  const host = bareHost(hostname)
  const { allowedHosts, allowedPrivate, privateAdvice } = rules
  if (allowedHosts.length > 0 && !allowedHosts.some(allowed => normalHost(allowed) === host)) {
    return `${host} is not among the hosts that are allowed`
  }
  if (ipLiteral.test(hostname)) return addressProblem(hostname, host, rules)
  const kind = nameKind(host)
  if (kind === 'metadata') return metadataProblem(hostname)
  // Where some are allowed, the addresses of the name decide when they are known.
  return kind === 'private' && allowedPrivate === false
    ? `${hostname} is a name in a private network: ${privateAdvice}`
    : null
}

/** Of all addresses that a name has: one bad address spoils the name. Only what was checked may be dialed. */
export function checkAddresses(
  host: string,
  addresses: readonly string[],
  rules: OutgoingRules,
): string | null {
  return (
    addresses.map(address => addressProblem(host, address, rules)).find(problem => problem !== null) ?? null
  )
}

function addressProblem(host: string, address: string, rules: OutgoingRules): string | null {
  const kind = addressKind(address)
  if (kind === 'public') return null
  if (kind === 'metadata') return metadataProblem(host)
  const { allowedPrivate, privateAdvice } = rules
  if (typeof allowedPrivate === 'boolean' ? allowedPrivate : isInNetworks(address, allowedPrivate))
    return null
  // Without the address: what a name is at inside is not for everybody who may ask.
  return host.includes(address)
    ? `${host} is an address in a private network: ${privateAdvice}`
    : `${host} is at an address in a private network: ${privateAdvice}`
}

function metadataProblem(host: string): string {
  return `${host} is a cloud's metadata, which is never contacted`
}

/** As the URL parser writes it: lower case, punycode; one dot at the end means the same host. */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

function normalHost(entry: string): string {
  const host = entry.includes(':') && !entry.startsWith('[') ? `[${entry}]` : entry
  return bareHost(URL.parse(`https://${host}/`)?.hostname ?? entry.toLowerCase())
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text)
}
