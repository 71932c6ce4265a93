// Fetches from addresses that other people have written: every address checked before it is dialed, redirects included.

import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import type { IncomingHttpHeaders } from 'node:http'
import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { checkAddresses, checkUrl, type OutgoingRules } from '@rookery/primitives/check-url.ts'
import { Agent, request } from 'undici'

const redirectLimit = 5
const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308]

/** An address that is not fetched, in words; trying again does not help. */
export class FetchRefused extends Error {}

export interface OutgoingHttpOptions {
  /** True: all private addresses; a list: those in these networks. */
  allowedPrivate: OutgoingRules['allowedPrivate']
  connectLimitMs?: number
  /** How long a server may be silent. */
  idleLimitMs?: number
  /** Sent with every request. */
  userAgent?: string
}

export interface FetchedAnswer {
  /** After all redirects. */
  url: URL
  status: number
  headers: IncomingHttpHeaders
  /** Exactly the bytes that were sent; the caller reads or destroys it. */
  body: Readable
}

export class OutgoingHttp {
  readonly #options: OutgoingHttpOptions
  readonly #rules: OutgoingRules
  readonly #agent: Agent

  constructor(options: OutgoingHttpOptions) {
    this.#options = options
    this.#rules = rulesOf(options)
    const idleLimitMs = options.idleLimitMs ?? 60_000
    this.#agent = new Agent({
      connect: {
        lookup: checkedLookup(this.#rules),
        timeout: options.connectLimitMs ?? 20_000,
        autoSelectFamily: true,
      },
      headersTimeout: idleLimitMs,
      bodyTimeout: idleLimitMs,
      maxHeaderSize: 32 * 1024,
      keepAliveTimeout: 1_000,
    })
  }

  /** Rejects with FetchRefused for an address that may not be fetched, and with what the network said otherwise. */
  async get(
    address: string,
    { headers = {}, signal }: { headers?: Record<string, string>; signal: AbortSignal },
  ): Promise<FetchedAnswer> {
    let from: URL | null = null
    let next = address
    for (let left = redirectLimit; ; left -= 1) {
      const checked = checkUrl(next, this.#rules, from)
      if ('problem' in checked) throw new FetchRefused(checked.problem)
      const { url } = checked
      const answer = await this.#ask(url, headers, signal)
      const location = redirectStatuses.includes(answer.status) ? answer.headers.location : undefined
      if (location === undefined) return answer
      answer.body.on('error', () => {}).destroy()
      if (left === 0) throw new FetchRefused(`${url.host} redirects more than ${redirectLimit} times`)
      from = url
      next = location
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  async #ask(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<FetchedAnswer> {
    const answer = await request(url, {
      dispatcher: this.#agent,
      signal,
      headers: {
        'user-agent': this.#options.userAgent ?? 'rookery',
        'accept-encoding': 'identity',
        ...headers,
      },
    })
    return { url, status: answer.statusCode, headers: answer.headers, body: answer.body }
  }
}

/** Without TLS too: such game downloads exist. */
function rulesOf({ allowedPrivate }: OutgoingHttpOptions): OutgoingRules {
  return {
    allowedSchemes: ['http', 'https'],
    allowedHosts: [],
    allowedPrivate,
    privateAdvice: 'the operator of the node can allow it in daemon.yaml (downloads.allow_private_addresses)',
  }
}

/** Called once for a name; what it answers, and nothing else, is dialed. */
function checkedLookup(rules: OutgoingRules): LookupFunction {
  return (hostname, options, callback) => {
    systemLookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, '', 0)
      const addresses = found.map(({ address }) => address)
      const problem = checkAddresses(hostname, addresses, rules)
      if (problem !== null) return callback(new FetchRefused(problem), '', 0)
      if (options.all) return callback(null, found)
      const [first = { address: '', family: 0 }] = found
      callback(null, first.address, first.family)
    })
  }
}
