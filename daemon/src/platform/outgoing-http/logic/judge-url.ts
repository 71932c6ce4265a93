// Decides whether the daemon may fetch an address: which schemes, which hosts, and which addresses a name may have.

import { isIP } from 'node:net'
import { addressKind, isInNetworks, nameKind } from '@rookery/contracts/internet-address.ts'

/** True: all private addresses; a list: those in these networks. A cloud's metadata stays closed in any case. */
export type AllowedPrivate = boolean | readonly string[]

export type UrlVerdict = { url: URL } | { problem: string }

const advice = 'the operator of the node can allow it in daemon.yaml (downloads.allow_private_addresses)'

/** `from`: the address that redirected here. */
export function judgeUrl(text: string, allowed: AllowedPrivate, from: URL | null): UrlVerdict {
  const url = URL.parse(text, from?.href)
  if (url === null) return { problem: `${quoted(text)} is not a web address` }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { problem: `${quoted(text)} is not fetched: only http and https addresses are` }
  }
  if (url.username !== '' || url.password !== '') {
    return { problem: `an address with a user name or password in it is not fetched (${url.host})` }
  }
  if (from?.protocol === 'https:' && url.protocol === 'http:') {
    return { problem: `${from.host} redirects from https to http (${url.host}), which is not followed` }
  }
  const problem = hostProblem(url.hostname, allowed)
  return problem === null ? { url } : { problem }
}

function hostProblem(hostname: string, allowed: AllowedPrivate): string | null {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) !== 0) return addressProblem(hostname, host, allowed)
  const kind = nameKind(host)
  if (kind === 'metadata') return `${hostname} is a cloud's metadata, which is never fetched`
  // A name in a private network: its addresses are judged when they are known.
  if (kind === 'private' && allowed === false) return `${hostname} is a name in a private network: ${advice}`
  return null
}

/** `host` is what the address was looked up for. */
export function addressProblem(host: string, address: string, allowed: AllowedPrivate): string | null {
  const kind = addressKind(address)
  if (kind === 'public') return null
  if (kind === 'metadata') return `${host} is a cloud's metadata, which is never fetched`
  if (allowed === true || (allowed !== false && isInNetworks(address, allowed))) return null
  const where = host.includes(address) ? host : `${host} is at ${address}, which`
  return `${where} is an address in a private network: ${advice}`
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text)
}
