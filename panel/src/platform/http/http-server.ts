// The HTTP server: request ids, tokens, access rules, validation and errors around the features' routes.

import websocketPlugin from '@fastify/websocket'
import type { Endpoint } from '@rookery/contracts/http/endpoint.ts'
import type { PageQuery } from '@rookery/contracts/http/shapes.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { type AccountCaller, anonymous, type Caller } from '../caller.ts'
import type { KeyedAnswer, KeyedRequest } from '../idempotency/idempotency.ts'
import { keyProblem } from '../idempotency/idempotency-rules.ts'
import type { Log } from '../log.ts'
import { invalidField, PanelError } from '../panel-error.ts'
import type { AccessRule } from './access-rule.ts'
import { hasBody, watchBody } from './body-watch.ts'
import type { CertificatePair } from './certificate-files.ts'
import { type BrowserRequest, isPreflight } from './cors.ts'
import type { Draining } from './draining.ts'
import { answerError, invalidInput } from './error-answers.ts'
import { exchangeOf } from './exchange.ts'
import { type BodyTimeLimits, usualBodyTimes } from './logic/body-progress.ts'
import { issueMessage } from './logic/issue-message.ts'
import { preferredWait } from './logic/preferred-wait.ts'
import { unknownFields } from './logic/unknown-fields.ts'
import { pageHeaders } from './paging.ts'
import { bearerTokenOf, displayPath, factsOf, pathWithoutQuery, requestIdOf } from './request-facts.ts'
import {
  type Call,
  type Page,
  type RequestFacts,
  type Route,
  WrittenAnswer,
  type WrittenPage,
} from './route.ts'
import { sendCompressed } from './send-compressed.ts'
import { answerUnreadable } from './unreadable-requests.ts'

/** How slowly a request may come; the usual times where they are left out. */
export interface RequestTimes {
  bodyTimes?: BodyTimeLimits | undefined
  headerTimes?: HeaderTimeLimits | undefined
}

export interface HttpServerOptions extends RequestTimes {
  log: Log
  /** Recognizes a bearer token; refuses with a PanelError. */
  authenticate(token: string, request: RequestFacts): Promise<Caller>
  /** Takes a short-lived token exactly once; refuses with a PanelError. */
  spendShortLivedToken(token: string, request: RequestFacts): Promise<AccountCaller>
  /** Checks a rule; refuses with a PanelError. */
  authorize(rule: AccessRule, caller: Caller, params: Record<string, string>): Promise<void>
  /** Answers a request that carries an Idempotency-Key, which means nothing where this is left out. */
  performOnce?: ((request: KeyedRequest) => Promise<KeyedAnswer>) | undefined
  /** The answer of a route that goes on, when it has ended, the time is over or the signal says so. */
  whenEnded?: ((answer: unknown, limitMs: number, signal: AbortSignal) => Promise<unknown>) | undefined
  /** Told of every request that is answered 403, whoever refused it. */
  denied(caller: Caller, request: RequestFacts): void
  /** Told of every request that was answered; what became a channel is none. */
  answered?(request: AnsweredRequest): void
  /** Header in which a proxy hands on the client's address; null when there is none. */
  clientIpHeader: string | null
  /** Headers that every answer carries. */
  answerHeaders(request: BrowserRequest): Readonly<Record<string, string>>
  tls?: CertificatePair
  /** The orderly end of an instance that others stand in for. */
  draining?: Draining
}

interface AnsweredRequest {
  method: string
  /** The path of its route with the placeholders; null where there is none. */
  route: string | null
  status: number
  seconds: number
}

/** From the connection, or from the end of the request before it, to the end of the headers; the TLS handshake too. */
export interface HeaderTimeLimits {
  limitMs: number
  /** How often connections are looked through. */
  checkMs: number
}

const usualHeaderTimes: HeaderTimeLimits = { limitMs: 15_000, checkMs: 1_000 }

const bodyLimitBytes = 1024 * 1024
/** Room for a request with one absurdly long header, so that it is answered and audited like any other. */
const headersLimitBytes = 128 * 1024
const noStorePaths = /^\/api\/(auth|profile|users|tokens)(\/|$)/
const jsonType = /^application\/json(\s*;.*)?$/i

export type HttpServer = FastifyInstance

declare module 'fastify' {
  interface FastifyRequest {
    /** Whoever was recognized for this request so far. */
    recognized: Caller | null
  }
}

function listen({ tls, log, answerHeaders, ...options }: HttpServerOptions): FastifyInstance {
  const settings = {
    logger: false,
    bodyLimit: bodyLimitBytes,
    genReqId: requestIdOf,
    return503OnClosing: true,
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: 256 },
    /** An address that cannot be decoded reaches no route and no hook. */
    frameworkErrors(error: Error, request: FastifyRequest, reply: FastifyReply) {
      reply.headers(answerHeaders(request)).header('x-request-id', request.id)
      answerError(log, error, request, reply)
    },
    clientErrorHandler: answerUnreadable(() => answerHeaders({ method: 'GET', url: '', headers: {} })),
  }
  // The time of a body is watched per route: an honest upload may take longer than any fixed time.
  const { limitMs, checkMs } = options.headerTimes ?? usualHeaderTimes
  const http = {
    maxHeaderSize: headersLimitBytes,
    headersTimeout: limitMs,
    connectionsCheckingInterval: checkMs,
  }
  const handshakeTimeout = limitMs
  return tls
    ? (Fastify({ ...settings, https: { ...tls, ...http, handshakeTimeout } }) as unknown as FastifyInstance)
    : Fastify({ ...settings, http })
}

/** No browser cuts messages of this size into pieces; many pieces cost much and say little (T-082). */
const channelLimits = { maxPayload: 64 * 1024, maxFragments: 64, perMessageDeflate: false }

export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const http = listen(options)
  // Declared before the first request, so that all requests have one shape.
  http.decorateRequest('recognized', null)
  http.decorateRequest('exchange', null)
  await http.register(websocketPlugin, { options: channelLimits })
  readJsonOnly(http)
  http.setErrorHandler((error: Error, request, reply) => {
    const isDenied = error instanceof PanelError && error.status === 403
    if (isDenied) options.denied(request.recognized ?? anonymous, factsOf(request, options.clientIpHeader))
    return answerError(options.log, error, request, reply)
  })
  if (options.draining) http.addHook('onRequest', options.draining.onRequest)
  http.addHook('onRequest', (request, reply, done) => {
    reply.headers(options.answerHeaders(request)).header('x-request-id', request.id)
    // The plugin closes the connection of an upgrade after any answer: who is not told sends the next request into it.
    if (request.ws) reply.header('connection', 'close')
    if (noStorePaths.test(pathWithoutQuery(request.url))) reply.header('cache-control', 'no-store')
    if (hasBody(request)) {
      const isOfBytes = endpointOf(request)?.bytes !== undefined
      watchBody(request, reply, { limits: options.bodyTimes ?? usualBodyTimes, isOfBytes })
    }
    if (isPreflight(request)) reply.code(204).send()
    else done()
  })
  http.addHook('onResponse', (request, reply, done) => {
    options.log.info(
      {
        request_id: request.id,
        method: request.method,
        path: displayPath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
    if (!request.ws) options.answered?.(answerOf(request, reply))
    done()
  })
  return http
}

function answerOf(request: FastifyRequest, reply: FastifyReply): AnsweredRequest {
  return {
    method: request.method,
    route: endpointOf(request)?.path ?? request.routeOptions.url ?? null,
    status: reply.statusCode,
    seconds: reply.elapsedTime / 1_000,
  }
}

/** Bodies are JSON; a route that takes none ignores whatever was sent. */
function readJsonOnly(http: FastifyInstance): void {
  const parseJson = http.getDefaultJsonParser('error', 'error')
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
    const wanted = endpointOf(request)?.body !== undefined
    if (!wanted) return done(null, undefined)
    if (!jsonType.test(request.headers['content-type'] ?? '')) {
      return done(new PanelError('unsupported_media_type', { message: 'send the body as application/json' }))
    }
    if ((request.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
      const message = 'compressed bodies are not read here: send the body without Content-Encoding'
      return done(new PanelError('unsupported_media_type', { message }))
    }
    void parseJson(request, text as string, (error, body) => {
      if (error) done(new PanelError('malformed_request', { message: 'the body is not valid JSON' }))
      else done(null, body)
    })
  })
}

function endpointOf(request: FastifyRequest): Endpoint | undefined {
  return (request.routeOptions.config as { endpoint?: Endpoint } | undefined)?.endpoint
}

/** Recognizes the caller of a request by its Authorization header. */
async function callerOf(options: HttpServerOptions, request: FastifyRequest): Promise<Caller> {
  const bearer = bearerTokenOf(request.raw)
  if (bearer === null) return anonymous
  if (bearer === 'broken') throw new PanelError('not_signed_in')
  const caller = await options.authenticate(bearer.token, factsOf(request, options.clientIpHeader))
  request.recognized = caller
  return caller
}

/** The caller whose short-lived token stands in the address; null when there is none. */
async function callerInAddress(options: HttpServerOptions, request: FastifyRequest): Promise<Caller | null> {
  const { token } = request.query as Record<string, unknown>
  if (token === undefined) return null
  if (typeof token !== 'string') throw new PanelError('not_signed_in')
  await refuseWhileEnrolling(options, request)
  const caller = await options.spendShortLivedToken(token, factsOf(request, options.clientIpHeader))
  request.recognized = caller
  return caller
}

/** As above, where a request without a usable token is welcome too. */
async function callerOrNobody(options: HttpServerOptions, request: FastifyRequest): Promise<Caller> {
  return callerOf(options, request).catch(() => anonymous)
}

/** A restricted session is told so on every path but the few that are open to it (5.5.4). */
export async function refuseWhileEnrolling(
  options: HttpServerOptions,
  request: FastifyRequest,
): Promise<void> {
  const caller = await callerOrNobody(options, request)
  if (caller.kind === 'login-session' && caller.restricted) throw new PanelError('session_restricted')
}

export function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

export function addRoutes(http: HttpServer, options: HttpServerOptions, routes: Route[]): void {
  const [ofBytes, ofJson] = [routes.filter(isOfBytes), routes.filter(one => !isOfBytes(one))]
  for (const one of ofJson) addRoute(http, options, one)
  // A scope of its own, in which nobody reads the body but the route.
  void http.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    for (const one of ofBytes) addRoute(scope as HttpServer, options, one)
  })
}

function isOfBytes({ endpoint }: Route): boolean {
  return endpoint.bytes !== undefined
}

function addRoute(http: HttpServer, options: HttpServerOptions, route: Route) {
  const { endpoint, access, admit } = route
  const facts = (request: FastifyRequest) => factsOf(request, options.clientIpHeader)
  http.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    config: { endpoint },
    ...(endpoint.bodyLimitBytes === undefined ? {} : { bodyLimit: endpoint.bodyLimitBytes }),
    // Before the body is read: a stranger's bytes are not worth parsing.
    onRequest: async request => {
      const inAddress = access.takesShortLivedToken ? await callerInAddress(options, request) : null
      const recognize = access.demand.who === 'anyone' ? callerOrNobody : callerOf
      const caller = inAddress ?? (await recognize(options, request))
      await options.authorize(access, caller, request.params as Record<string, string>)
    },
    handler: async (request, reply) => {
      await admit?.({ body: request.body, request: facts(request) })
      const idempotencyKey = idempotencyKeyOf(endpoint, request)
      const call = readCall(endpoint, request, facts(request))
      const exchange = exchangeOf(request, reply)
      const { creation } = route
      const answered = await (idempotencyKey !== null && creation && options.performOnce
        ? answerOnce(options.performOnce, { idempotencyKey, endpoint, call, exchange, creation }, reply)
        : route.answer(call, exchange))
      if (reply.sent || answered === reply) return reply
      const answer = route.goesOn ? await preferredAnswer(options, answered, request, reply) : answered
      return sendAnswer(endpoint, call, answer, request, reply)
    },
  })
}

/** Null where it is not sent or means nothing. */
function idempotencyKeyOf({ idempotencyKey }: Endpoint, request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']?.toString()
  if (key === undefined || idempotencyKey === undefined || idempotencyKey === 'ignored') return null
  const problem =
    idempotencyKey === 'refused'
      ? 'is not taken here: the answer is a secret, which is stored nowhere'
      : keyProblem(key)
  if (problem !== null) throw invalidField('Idempotency-Key', problem)
  return key
}

async function answerOnce(
  performOnce: NonNullable<HttpServerOptions['performOnce']>,
  request: KeyedRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { answer, isReplayed } = await performOnce(request)
  if (isReplayed) reply.header('idempotency-replayed', 'true')
  return answer
}

/** As late as the client prefers; at once where the panel stops or the client is gone. */
async function preferredAnswer(
  { whenEnded, draining }: HttpServerOptions,
  answer: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const seconds = preferredWait(request.headers.prefer)
  if (seconds === null || !whenEnded) return answer
  reply.header('preference-applied', `wait=${seconds}`)
  const { signal } = exchangeOf(request, reply)
  const signals = draining ? [signal, draining.leaving] : [signal]
  return whenEnded(answer, seconds * 1_000, AbortSignal.any(signals))
}

function readCall(endpoint: Endpoint, request: FastifyRequest, facts: RequestFacts): Call {
  return {
    params: readPart(endpoint, 'params', request),
    query: readPart(endpoint, 'query', request),
    body: readPart(endpoint, 'body', request),
    caller: request.recognized ?? anonymous,
    request: facts,
  } as Call
}

const ownWording = { error: issueMessage }

function readPart(endpoint: Endpoint, part: 'params' | 'query' | 'body', request: FastifyRequest): unknown {
  const schema = endpoint[part]
  if (!schema) return undefined
  if (part === 'query' && !request.url.includes('?')) return unaskedQuery(schema)
  const result = schema.safeParse(request[part], ownWording)
  const unknown = part === 'body' && !endpoint.ignoresUnknownFields ? unknownFields(schema, request.body) : []
  if (result.success && unknown.length === 0) return result.data
  // An id that cannot exist names nothing.
  if (part === 'params') throw new PanelError('not_found')
  throw invalidInput(part, result.error?.issues ?? [], unknown)
}

const unaskedQueries = new WeakMap<z.ZodType, unknown>()

/** What a query is whose address has none: always the same, and frozen. */
function unaskedQuery(schema: z.ZodType): unknown {
  if (unaskedQueries.has(schema)) return unaskedQueries.get(schema)
  const result = schema.safeParse({}, ownWording)
  if (!result.success) throw invalidInput('query', result.error.issues)
  unaskedQueries.set(schema, Object.freeze(result.data))
  return result.data
}

async function sendAnswer(
  endpoint: Endpoint,
  call: Call,
  answer: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  reply.code(endpoint.status)
  if (!endpoint.answer) return reply.send()
  reply.type('application/json; charset=utf-8')
  if (!endpoint.paged)
    return sendCompressed(
      answer instanceof WrittenAnswer ? answer.json : JSON.stringify(answer),
      request,
      reply,
    )
  const page = answer as Page<unknown> | WrittenPage
  reply.headers(pageHeaders(request.url, call.query as unknown as PageQuery, page.total))
  return sendCompressed('json' in page ? page.json : JSON.stringify(page.items), request, reply)
}
