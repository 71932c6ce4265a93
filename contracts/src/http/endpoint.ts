// How a route is described once: the panel validates with it, the browser is typed by it, OpenAPI is made from it.

import type * as z from 'zod'
import type { AnswerHeader, RequestHeader } from '../api/headers.ts'
import type { ErrorCode } from '../errors.ts'

/** Where the panel describes all of this to people. */
export const apiDocsPath = '/api/docs'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS'

/**
 * What a POST makes of the header `Idempotency-Key`. `taken`: it creates once for each key. `refused`: its answer is a
 * secret, which is stored nowhere. `ignored`: done again it creates nothing of the panel's own.
 */
export type IdempotencyKeyUse = 'taken' | 'refused' | 'ignored'

export interface EndpointShape {
  method: HttpMethod
  /** With OpenAPI placeholders: `/api/servers/{server}`. */
  path: string
  /** A few words, the heading of its description: "Start a server". */
  summary: string
  /** What the summary leaves open, in whole sentences. */
  description?: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** Of a POST, which does not compile without it. */
  idempotencyKey?: IdempotencyKeyUse
  /** Unknown fields of the body are refused (A46) unless the route creates and changes nothing, as signing in. */
  ignoresUnknownFields?: boolean
  /** For a body that is larger than the usual 1 MiB. */
  bodyLimitBytes?: number
  /** Left out where the answer has no body. */
  answer?: z.ZodType
  /** 200, or 204 without an answer. */
  status?: number
  /** A list that is cut into pages: the answer is a bare array with `X-Total-Count` and `Link`. */
  paged?: boolean
  /** Bytes instead of JSON in the body or the answer: their media type, for the description of the API. */
  bytes?: { body?: string; answer?: string }
  /** Headers of the request and of the answer that mean something here, for the description of the API. */
  takes?: readonly RequestHeader[]
  gives?: readonly AnswerHeader[]
  /** Codes of refusal beside those that `api/refusals.ts` tells of all routes of its kind. */
  refuses?: readonly ErrorCode[]
  /** Speaks the language of one foreign program, and is no part of the API that its description tells of. */
  isOutsideApi?: boolean
}

export type Endpoint<Shape extends EndpointShape = EndpointShape> = Shape & { status: number }

type Decided<Shape> = Shape extends { method: 'POST' } ? { idempotencyKey: IdempotencyKeyUse } : unknown

/** Declares a route of the HTTP API. */
export function endpoint<const Shape extends EndpointShape>(shape: Shape & Decided<Shape>): Endpoint<Shape> {
  return { ...shape, status: shape.status ?? (shape.answer ? 200 : 204) }
}

type OutputOf<Type> = Type extends z.ZodType ? z.output<Type> : undefined
type InputOf<Type> = Type extends z.ZodType ? z.input<Type> : undefined

export type ParamsOf<E extends EndpointShape> = OutputOf<E['params']>
export type QueryOf<E extends EndpointShape> = OutputOf<E['query']>
export type BodyOf<E extends EndpointShape> = OutputOf<E['body']>
export type AnswerOf<E extends EndpointShape> = OutputOf<E['answer']>

/** What a client hands over for a call: only the parts that the endpoint has. */
export type CallOf<E extends EndpointShape> = (E['params'] extends z.ZodType
  ? { params: InputOf<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends z.ZodType ? { query?: InputOf<E['query']> } : { query?: undefined }) &
  (E['body'] extends z.ZodType ? { body: InputOf<E['body']> } : { body?: undefined })
