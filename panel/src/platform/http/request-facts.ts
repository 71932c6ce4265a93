// Request ids and the facts of a request that logs and audit lines carry.

import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
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

export function factsOf(request: FastifyRequest): RequestFacts {
  return {
    id: request.id,
    method: request.method,
    path: pathWithoutQuery(request.url).slice(0, 2048),
    ip: request.socket.remoteAddress ?? '',
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
  }
}
