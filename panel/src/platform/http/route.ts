// How a feature offers a route: the shared description, who may call it, and one function that answers.

import type { IncomingMessage } from 'node:http'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@rookery/contracts/http/endpoint.ts'
import type { FastifyReply } from 'fastify'
import type * as z from 'zod'
import type { Caller } from '../caller.ts'
import type { AccessRule } from './access-rule.ts'

/** What is known of a request beside its content; goes into audit lines. */
export interface RequestFacts {
  id: string
  method: string
  /** Without the query string. */
  path: string
  ip: string
  /** The address by which limits count; unlike `ip` a stranger cannot choose it. */
  countedIp: string
  /** The whole address where `countedIp` may be a network: for lists of those that are let in. */
  trustedIp: string
  userAgent: string
}

/** A request whose body is parsed but not checked yet. */
export interface UnreadCall {
  body: unknown
  request: RequestFacts
}

export interface Call<E extends Endpoint = Endpoint, Sees extends Caller = Caller> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  caller: Sees
  request: RequestFacts
}

/** One page of a list, with the size of the whole. */
export interface Page<Item> {
  items: Item[]
  total: number
}

/** An answer that is written down already. */
export class WrittenAnswer {
  readonly json: Buffer

  constructor(json: Buffer) {
    this.json = json
  }
}

/** A page whose items are written down already. */
export interface WrittenPage {
  json: Buffer
  total: number
}

type Answered<E extends Endpoint> = E extends { paged: true }
  ? Page<AnswerOf<E> extends (infer Item)[] ? Item : never> | WrittenPage
  : E extends { answer: z.ZodType }
    ? AnswerOf<E> | WrittenAnswer
    : unknown

export interface Route {
  endpoint: Endpoint
  access: AccessRule
  /** Refuses a request before its fields are checked. */
  admit?(call: UnreadCall): Promise<void>
  answer(call: Call, exchange: ByteExchange): unknown
}

/** For routes whose body or answer is bytes, or takes long: what the feature reads from and writes to by itself. */
export interface ByteExchange {
  incoming: IncomingMessage
  /** The bytes of `incoming`, no faster than they are read; throws when the client leaves or is too slow. */
  readonly body: AsyncIterable<Buffer>
  /** A feature that answers by itself gives this back. */
  reply: FastifyReply
  /** Aborts with a PanelError when the client leaves before the answer is whole, or is too slow. */
  readonly signal: AbortSignal
}

export function route<E extends Endpoint, Sees extends Caller>(
  endpoint: E,
  access: AccessRule<Sees>,
  answer: (call: Call<E, Sees>, exchange: ByteExchange) => Promise<Answered<E>> | Answered<E>,
  options: Pick<Route, 'admit'> = {},
): Route {
  return {
    ...options,
    endpoint,
    access,
    // The server has validated params, query and body with this very endpoint, and the rule has checked the caller.
    answer: (call, exchange) => answer(call as unknown as Call<E, Sees>, exchange),
  }
}

/** As `route`, where the body comes or the answer goes as bytes; nothing of the body has been read when it is called. */
export function byteRoute<E extends Endpoint & { bytes: object }, Sees extends Caller>(
  endpoint: E,
  access: AccessRule<Sees>,
  answer: (call: Call<E, Sees>, exchange: ByteExchange) => Promise<Answered<E> | FastifyReply>,
): Route {
  return { endpoint, access, answer: (call, exchange) => answer(call as unknown as Call<E, Sees>, exchange) }
}
