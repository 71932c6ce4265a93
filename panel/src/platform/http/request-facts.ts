// Request ids and the facts of a request that logs and audit lines carry.

import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { clientAddresses } from './logic/client-address.ts'
import { printable } from './logic/printable.ts'
import type { RequestFacts } from './route.ts'

const acceptableId = /^[A-Za-z0-9._-]{1,64}$/

export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && acceptableId.test(given) ? given : randomUUID()
}

/** A query string may hold a token: it never reaches a log. */
export function pathWithoutQuery(url: string): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}

/** The path as log lines show it. */
export function shownPath(url: string): string {
  return printable(pathWithoutQuery(url), 2048)
}

/** `clientIpHeader` names the header in which a proxy hands on the client's address; null when there is none. */
export function factsOf(request: FastifyRequest, clientIpHeader: string | null): RequestFacts {
  const named = clientIpHeader === null ? undefined : request.headers[clientIpHeader.toLowerCase()]
  const addresses = clientAddresses(request.socket.remoteAddress ?? '', named?.toString())
  return {
    id: request.id,
    method: request.method,
    path: shownPath(request.url),
    ip: addresses.shown,
    countedIp: addresses.counted,
    userAgent: printable(request.headers['user-agent'] ?? '', 512),
  }
}
