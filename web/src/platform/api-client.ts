// Calls the panel's HTTP API, typed by the endpoints that the panel itself is built from.

import type { AnswerOf, CallOf, EndpointShape } from '@rookery/contracts/http/endpoint.ts'
import { ApiError, refusedAnswer } from './api-error.ts'
import { fillPath, queryText } from './logic/request-address.ts'
import { loginSession } from './login-session.ts'

type Values = Record<string, string | number | boolean | undefined>

interface CallOptions {
  params?: unknown
  query?: unknown
  body?: unknown
}

interface SentBytes {
  bytes?: Uint8Array<ArrayBuffer> | Blob
  headers?: Record<string, string>
}

const repeatAfterMs = 1_000

let prepare: (refusal: ApiError) => Promise<void> = async () => undefined

/** What a page needs before it can show a refusal: every call waits for it. */
export function beforeRefusals(work: typeof prepare): void {
  prepare = work
}

/** Not `randomUUID`, which pages without HTTPS do not have. */
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** The one that the page is in; tests have no page. */
const readLanguage = () => globalThis.document?.documentElement.lang ?? ''

async function send(
  endpoint: EndpointShape,
  call: CallOptions,
  signal?: AbortSignal,
  sessionToken: string | null = loginSession.sessionToken(),
  sent: SentBytes = {},
): Promise<Response> {
  const address = fillPath(endpoint.path, call.params as Values) + queryText(call.query as Values)
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...(readLanguage() && { 'accept-language': readLanguage() }),
    ...sent.headers,
  }
  if (sessionToken) headers.authorization = `Bearer ${sessionToken}`
  if (call.body !== undefined) headers['content-type'] = 'application/json'
  const createsOnce = endpoint.idempotencyKey === 'taken'
  if (createsOnce) headers['idempotency-key'] = newKey()
  const body = call.body === undefined ? sent.bytes : JSON.stringify(call.body)
  const attempt = () => fetch(address, { method: endpoint.method, headers, body, signal })
  const answer = await attempt()
    .catch(async (cause: unknown) => {
      if (signal?.aborted || !createsOnce) throw cause
      // Perhaps only the answer was lost: with the same key it is not created again.
      await new Promise(resolve => setTimeout(resolve, repeatAfterMs))
      return attempt()
    })
    .catch((cause: unknown) => {
      if (signal?.aborted) throw cause
      throw new ApiError({ code: 'unreachable', status: 0, message: 'the panel does not answer' })
    })
  if (answer.ok) return answer
  const refusal = refusedAnswer(answer.status, await answer.json().catch(() => null), {
    retryAfter: answer.headers.get('retry-after'),
    requestId: answer.headers.get('x-request-id'),
  })
  // Only the token that was refused ends: a slow answer must not sign out somebody who has just signed in anew.
  if (answer.status === 401 && sessionToken) loginSession.endIfStill(sessionToken)
  await prepare(refusal)
  throw refusal
}

/** Calls an endpoint and gives its answer; throws an ApiError when it is refused. */
export async function api<E extends EndpointShape>(
  endpoint: E,
  call: CallOf<E>,
  signal?: AbortSignal,
): Promise<AnswerOf<E>> {
  return answerOf(endpoint, await send(endpoint, call, signal))
}

/** The same in the name of another login session than the kept one, or of nobody. */
export async function apiAs<E extends EndpointShape>(
  sessionToken: string | null,
  endpoint: E,
  call: CallOf<E>,
): Promise<AnswerOf<E>> {
  return answerOf(endpoint, await send(endpoint, call, undefined, sessionToken))
}

/** With the texts of templates as their authors wrote them, to compare them. */
export async function apiInEnglish<E extends EndpointShape>(
  endpoint: E,
  call: CallOf<E>,
): Promise<AnswerOf<E>> {
  const headers = { 'accept-language': 'en' }
  return answerOf(endpoint, await send(endpoint, call, undefined, loginSession.sessionToken(), { headers }))
}

/** The answer as it came, for what its headers say. */
export const apiSend = <E extends EndpointShape>(
  endpoint: E,
  call: CallOf<E>,
  signal?: AbortSignal,
): Promise<Response> => send(endpoint, call, signal)

/** For endpoints of bytes: the answer as it came, with its headers. */
export const apiBytes = <E extends EndpointShape & { bytes: object }>(
  endpoint: E,
  call: CallOf<E>,
  sent: SentBytes = {},
  signal?: AbortSignal,
): Promise<Response> => send(endpoint, call, signal, loginSession.sessionToken(), sent)

async function answerOf<E extends EndpointShape>(endpoint: E, answer: Response): Promise<AnswerOf<E>> {
  if (!endpoint.answer || answer.status === 204) return undefined as AnswerOf<E>
  return (await answer.json()) as AnswerOf<E>
}

export interface Page<Item> {
  items: Item[]
  total: number
}

type ItemOf<E extends EndpointShape> = AnswerOf<E> extends (infer Item)[] ? Item : never

/** One page of a list, with the count of the whole. */
export async function apiPage<E extends EndpointShape & { paged: true }>(
  endpoint: E,
  call: CallOf<E>,
  signal?: AbortSignal,
): Promise<Page<ItemOf<E>>> {
  const answer = await send(endpoint, call, signal)
  const items = (await answer.json()) as ItemOf<E>[]
  return { items, total: Number(answer.headers.get('x-total-count') ?? items.length) }
}

const largestPage = 1000

/** The whole list, however many pages it takes. */
export async function apiWhole<E extends EndpointShape & { paged: true }>(
  endpoint: E,
  signal?: AbortSignal,
): Promise<Page<ItemOf<E>>> {
  const items: ItemOf<E>[] = []
  for (let page = 1; ; page++) {
    const call = { query: { page, per_page: largestPage } } as unknown as CallOf<E>
    const next = await apiPage(endpoint, call, signal)
    items.push(...next.items)
    if (next.items.length < largestPage || items.length >= next.total) return { items, total: items.length }
  }
}
