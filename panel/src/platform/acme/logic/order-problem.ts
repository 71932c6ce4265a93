// Reads why a directory refused an order, and says what to do about it.

import type { OrderFailure } from '@rookery/contracts/acme-status.ts'
import * as z from 'zod'

/** A problem document of RFC 8555. */
export interface DirectoryProblem {
  /** Without its prefix, such as rateLimited. */
  type: string
  detail: string
}

const prefix = 'urn:ietf:params:acme:error:'
const longestDetail = 500

const problemDocument = z.object({ type: z.string().startsWith(prefix), detail: z.string().optional() })
/** Orders and challenges that have become invalid carry theirs inside, authorizations in their challenges. */
const invalidObject = z.object({
  error: z.unknown().optional(),
  challenges: z.array(z.object({ error: z.unknown().optional() })).optional(),
})

/** Null for an answer without a problem. */
export function problemIn(answer: unknown): DirectoryProblem | null {
  const object = invalidObject.safeParse(answer).data
  const inside = object ? [object.error, ...(object.challenges ?? []).map(({ error }) => error)] : []
  for (const candidate of [answer, ...inside]) {
    const { data } = problemDocument.safeParse(candidate)
    if (data) return { type: data.type.slice(prefix.length), detail: oneLine(data.detail ?? data.type) }
  }
  return null
}

/** Comes from elsewhere and goes into logs and terminals. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, longestDetail)
}

/** Of a Retry-After header: seconds, or a date. */
export function retryAfterMs(header: unknown, nowMs: number): number | null {
  if (typeof header !== 'string') return null
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? null : Math.max(atMs - nowMs, 0)
}

interface Order {
  domain: string
  directory: string
}

/** For failures with a directory; what fails on this machine says itself what to do. */
export function adviceFor(
  { kind, problem }: Pick<OrderFailure, 'kind' | 'problem'>,
  { domain, directory }: Order,
): string {
  if (kind !== 'refused') {
    return `check that this machine reaches ${directory}, and TLS_ACME_DIRECTORY; for a directory with a certificate of its own set NODE_EXTRA_CA_CERTS`
  }
  switch (problem ?? '') {
    case 'dns':
      return `create an A or AAAA record for ${domain} that leads to this machine`
    case 'connection':
    case 'unauthorized':
    case 'incorrectResponse':
    case 'tls':
      return `let ${domain} lead to this machine, by IPv6 too where it has an AAAA record, and let port 80 reach the panel (firewall, port forwarding, another web server)`
    case 'caa':
      return `add the authority of ${directory} to the CAA record of ${domain}, or remove that record`
    case 'rateLimited':
      return 'wait: the directory allows no more orders before the next try'
    case 'rejectedIdentifier':
    case 'unsupportedIdentifier':
      return `this directory makes out no certificates for ${domain}: set HTTP_HOST to another name, or use certificate files or a proxy`
    case 'invalidContact':
    case 'unsupportedContact':
      return 'correct TLS_ACME_EMAIL, or leave it empty'
    case 'externalAccountRequired':
      return 'this directory only serves accounts that it knows, which Rookery cannot prove: choose another TLS_ACME_DIRECTORY, or let a proxy get the certificate'
    case 'userActionRequired':
      return `agree to the new terms of ${directory} as it says`
    default:
      return 'it is retried automatically; if it keeps failing, use certificate files or a proxy'
  }
}
