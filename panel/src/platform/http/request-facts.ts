// What is read from a request before its route: its id, its token, and the facts that logs and audit lines carry.

import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { type ClientAddresses, clientAddresses } from './logic/client-address.ts'
import { printable } from './logic/printable.ts'
import type { RequestFacts } from './route.ts'

const bearerHeader = /^bearer ([\x21-\x7e]{1,8192})$/i

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
export function displayPath(url: string): string {
  return printable(pathWithoutQuery(url), 2048)
}

/** `clientIpHeader` names the header in which a proxy hands on the client's address; null when there is none. */
export function factsOf(request: FastifyRequest, clientIpHeader: string | null): RequestFacts {
  return new FactsOnDemand(request, clientIpHeader)
}

/** Worked out when somebody asks: of most requests nobody wants to know. */
class FactsOnDemand implements RequestFacts {
  readonly #request: FastifyRequest
  readonly #clientIpHeader: string | null
  /** Asked at once: a connection that has ended no longer tells. */
  readonly #remoteAddress: string
  #addresses: ClientAddresses | undefined

  constructor(request: FastifyRequest, clientIpHeader: string | null) {
    this.#request = request
    this.#clientIpHeader = clientIpHeader
    this.#remoteAddress = request.socket.remoteAddress ?? ''
  }

  get id(): string {
    return this.#request.id
  }

  get method(): string {
    return this.#request.method
  }

  get path(): string {
    return displayPath(this.#request.url)
  }

  get ip(): string {
    return this.#clientAddresses.displayed
  }

  get countedIp(): string {
    return this.#clientAddresses.counted
  }

  get trustedIp(): string {
    return this.#clientAddresses.trusted
  }

  get userAgent(): string {
    return printable(this.#request.headers['user-agent'] ?? '', 512)
  }

  get #clientAddresses(): ClientAddresses {
    this.#addresses ??= this.#readAddresses()
    return this.#addresses
  }

  #readAddresses(): ClientAddresses {
    const { headers } = this.#request
    const named = this.#clientIpHeader === null ? undefined : headers[this.#clientIpHeader.toLowerCase()]
    return clientAddresses(this.#remoteAddress, named?.toString())
  }
}

/**
 * The one token of the raw headers, `null` when there is no Authorization header, `'broken'` when it is not exactly one
 * bearer token: anything ambiguous.
 */
export function bearerTokenOf(request: IncomingMessage): { token: string } | 'broken' | null {
  let value: string | null = null
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    if (request.rawHeaders[i]?.toLowerCase() !== 'authorization') continue
    if (value !== null) return 'broken'
    value = request.rawHeaders[i + 1] ?? ''
  }
  if (value === null) return null
  const token = bearerHeader.exec(value)?.[1]
  return token === undefined ? 'broken' : { token }
}
