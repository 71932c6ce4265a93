// How a feature offers a route: the shared description, who may call it, and one function that answers.

import type { IncomingMessage } from 'node:http'
import type {
  AnswerOf,
  BodyOf,
  Endpoint,
  IdempotencyKeyUse,
  ParamsOf,
  QueryOf,
} from '@rookery/contracts/http/endpoint.ts'
import type { FastifyReply } from 'fastify'
import type { Transaction } from 'kysely'
import * as z from 'zod'
import type { Caller, SignedInCaller } from '../caller.ts'
import type { AlsoWrite } from '../database/portable.ts'
import type { Schema } from '../database/schema.ts'
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
  /** Of a route that takes an Idempotency-Key. */
  creation?: Creation
  /** What it has begun goes on after its answer, and may be waited for. */
  goesOn?: boolean
}

/** How a request that creates something makes sure that an equal one does not create it again. */
export interface Once<Created> {
  /** False where no key was sent: noting does nothing, and a transaction for it alone is not worth its while. */
  readonly isKeyed: boolean
  /** In the transaction that creates it, with what names it. Ends the transaction where an equal request was quicker. */
  note(transaction: Transaction<Schema>, created: Created): Promise<void>
  /** In the transaction that takes it back. */
  forget: AlsoWrite
}

export interface Creation {
  /** What is noted. */
  made: z.ZodType
  create(call: Call, once: Once<unknown>, exchange: ByteExchange): Promise<unknown>
  /** The answer once more, when it was lost: from what was created, which is not created again. */
  again(created: unknown, call: Call): unknown
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

/** An endpoint that creates something is offered by `creatingRoute`. */
type Repeatable = Endpoint & { idempotencyKey?: Exclude<IdempotencyKeyUse, 'taken'> }

export function route<E extends Repeatable, Sees extends Caller>(
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

interface TypedCreation<E extends Endpoint, Sees extends Caller, Made extends z.ZodType> {
  made: Made
  create(
    call: Call<E, Sees>,
    once: Once<z.output<Made>>,
    exchange: ByteExchange,
  ): Promise<Answered<E>> | Answered<E>
  again(created: z.output<Made>, call: Call<E, Sees>): Promise<Answered<E>> | Answered<E>
}

/** Of what has an id of its own. */
export const madeObject = z.object({ id: z.int() })

const unkeyed: Once<unknown> = { isKeyed: false, note: async () => {}, forget: async () => {} }

/** As `route`, for one that creates something: at most once for each Idempotency-Key. */
export function creatingRoute<
  E extends Endpoint & { idempotencyKey: 'taken' },
  Sees extends SignedInCaller,
  Made extends z.ZodType,
>(endpoint: E, access: AccessRule<Sees>, typed: TypedCreation<E, Sees, Made>): Route {
  // As in `route`; and what was noted has been read with `made`.
  const creation = typed as unknown as Creation
  return {
    endpoint,
    access,
    creation,
    answer: (call, exchange) => creation.create(call, unkeyed, exchange),
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
