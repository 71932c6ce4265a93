// The kinds of value that name something on the network: hosts, addresses, origins, headers and content types.

import { readAddressList } from '../platform/http/logic/address-list.ts'
import type { Reading, ValueKind } from './value-kinds.ts'

/** The only value of HTTP_ALLOWED_ORIGINS that is read but never obeyed (A25). */
export const anyOrigin = '*'

const hostName =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*\.?$/

export interface HostAndPort {
  host: string
  port: number | null
}

/** Splits name:port and [address]:port; null when it is neither. */
export function parseHostAndPort(text: string): HostAndPort | null {
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text.trim())
  const host = match?.[1] ?? match?.[2]
  if (!host || (match?.[2] && !hostName.test(match[2]))) return null
  const port = match?.[3] === undefined ? null : Number(match[3])
  return port !== null && (port < 1 || port > 65_535) ? null : { host, port }
}

export const publicHost: ValueKind<HostAndPort> = {
  allowed: 'a host name or address without scheme, such as panel.example or panel.example:8443',
  read: text => readHost(text),
}

export const serviceAddress: ValueKind<HostAndPort> = {
  allowed: 'host:port, such as 127.0.0.1:6379',
  quiet: true,
  read: text => readHost(text),
}

export const optionalAddress: ValueKind<HostAndPort | null> = {
  allowed: 'empty, or host or host:port, such as 10.0.0.5:31718',
  quiet: true,
  read: text => (text.trim() === '' ? { value: null } : readHost(text)),
}

export const networkAddress: ValueKind<string> = {
  allowed: 'an address or a network, such as 10.0.0.5, 10.0.0.0/8 or 2001:db8::/32',
  read(text) {
    const [value] = readAddressList([text.trim()]).addresses
    return value === undefined ? { wrong: 'is neither an address nor a network' } : { value }
  },
}

function readHost(text: string): Reading<HostAndPort> {
  const value = parseHostAndPort(text)
  return value ? { value } : { wrong: 'is not a host' }
}

export const origin: ValueKind<string> = {
  allowed: 'an origin with scheme, such as https://panel.example:8443 (the value * is not supported)',
  read(text) {
    if (text.trim() === anyOrigin) return { value: anyOrigin }
    const url = parseWebAddress(text)
    if (!url) return { wrong: 'is not an origin with http:// or https://' }
    const isBare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
    return isBare ? { value: url.origin } : { wrong: 'holds more than scheme, host and port' }
  },
}

export const webAddress: ValueKind<string> = {
  allowed: 'empty, or an address that begins with http:// or https://',
  quiet: true,
  read(text) {
    if (text.trim() === '') return { value: '' }
    return parseWebAddress(text) ? { value: text.trim() } : { wrong: 'is not a web address' }
  },
}

function parseWebAddress(text: string): URL | null {
  const url = URL.parse(text.trim())
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null
}

export const acmeDirectory: ValueKind<string> = {
  allowed: 'an address that begins with https://',
  quiet: true,
  read(text) {
    const url = parseWebAddress(text)
    return url?.protocol === 'https:' ? { value: url.href } : { wrong: 'is not an address with https://' }
  },
}

export const emailAddress: ValueKind<string> = {
  allowed: 'empty, or one e-mail address',
  read(text) {
    const value = text.trim()
    return /^(?:[^\s@,;<>?&%"]+@[^\s@,;<>?&%"]+)?$/.test(value)
      ? { value }
      : { wrong: 'is not an e-mail address' }
  },
}

export const exactHost: ValueKind<string> = {
  allowed: 'a host name or address without scheme and port',
  read(text) {
    const value = parseHostAndPort(text)
    return value && value.port === null
      ? { value: value.host.toLowerCase() }
      : { wrong: 'is not a host name without scheme and port' }
  },
}

export const headerName: ValueKind<string> = {
  allowed: 'empty, or the name of one header, such as X-Real-IP',
  read(text) {
    const value = text.trim().toLowerCase()
    return /^[!#$%&'*+\-.^_`|~0-9a-z]*$/.test(value) ? { value } : { wrong: 'is not the name of a header' }
  },
}

export const contentType: ValueKind<string> = {
  allowed: 'a content type, such as video/mp4',
  read(text) {
    const value = text.trim().toLowerCase()
    return /^[a-z0-9][\w!#$&^.+-]*\/[a-z0-9*][\w!#$&^.+-]*$/.test(value)
      ? { value }
      : { wrong: 'is not a content type' }
  },
}

/** One source of a content security policy; a ; or a space would let it become another directive. */
export const policySource: ValueKind<string> = {
  allowed: "a source such as https://cdn.example or 'self', without spaces and ;",
  read(text) {
    const value = text.trim()
    return /^[\x21-\x2b\x2d-\x3a\x3c-\x7e]+$/.test(value) ? { value } : { wrong: 'holds a space or ;' }
  },
}
