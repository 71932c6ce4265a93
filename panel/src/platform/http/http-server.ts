// The HTTP server: request ids, tokens, access rules, validation and errors around the features' routes.

import websocketPlugin from '@fastify/websocket'
import type { Endpoint } from '@rookery/contracts/http/endpoint.ts'
import type { PageQuery } from '@rookery/contracts/http/shapes.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { anonymous, type Caller } from '../caller.ts'
import type { Log } from '../log.ts'
import { PanelError } from '../panel-error.ts'
import type { AccessRule } from './access-rule.ts'
import { bearerTokenOf } from './bearer.ts'
import { isPreflight } from './cors.ts'
import { answerError, invalidInput } from './error-answers.ts'
import { pageHeaders } from './paging.ts'
import { factsOf, pathWithoutQuery, requestIdOf, shownPath } from './request-facts.ts'
import type { Call, Page, RequestFacts, Route } from './route.ts'

export interface HttpServerOptions {
  log: Log
  /** Recognises a bearer token; refuses with a PanelError. */
  authenticate(token: string): Promise<Caller>
  /** Judges a rule; refuses with a PanelError. */
  authorize(rule: AccessRule, caller: Caller, params: Record<string, string>): Promise<void>
  /** Told of every request that is answered 403, whoever refused it. */
  denied(caller: Caller, request: RequestFacts): void
  /** Header in which a proxy hands on the client's address; null when there is none. */
  clientIpHeader: string | null
  /** Headers that every answer carries. */
  answerHeaders(request: FastifyRequest): Record<string, string>
  tls?: { cert: string; key: string }
}

const bodyLimitBytes = 1024 * 1024
/** Room for a request with one absurdly long header, so that it is answered and audited like any other. */
const headersLimitBytes = 128 * 1024
const noStorePaths = /^\/api\/(auth|profile|users|tokens)(\/|$)/
const jsonType = /^application\/json(\s*;.*)?$/i

export type HttpServer = FastifyInstance

function listen({ tls, log, answerHeaders }: HttpServerOptions): FastifyInstance {
  const settings = {
    logger: false,
    bodyLimit: bodyLimitBytes,
    genReqId: requestIdOf,
    requestTimeout: 60_000,
    return503OnClosing: true,
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: 256 },
    /** An address that cannot be decoded reaches no route and no hook. */
    frameworkErrors(error: Error, request: FastifyRequest, reply: FastifyReply) {
      reply.headers(answerHeaders(request)).header('x-request-id', request.id)
      answerError(log, error, request, reply)
    },
  }
  const http = { maxHeaderSize: headersLimitBytes }
  return tls
    ? (Fastify({ ...settings, https: { ...tls, ...http } }) as unknown as FastifyInstance)
    : Fastify({ ...settings, http })
}

/** No browser cuts messages of this size into pieces; many pieces cost much and say little (T-082). */
const channelLimits = { maxPayload: 64 * 1024, maxFragments: 64, perMessageDeflate: false }

export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const http = listen(options)
  await http.register(websocketPlugin, { options: channelLimits })
  readJsonOnly(http)
  http.setErrorHandler((error: Error, request, reply) => {
    const isDenied = error instanceof PanelError && error.status === 403
    if (isDenied) options.denied(recognisedCallerOf(request), factsOf(request, options.clientIpHeader))
    return answerError(options.log, error, request, reply)
  })
  http.addHook('onRequest', async (request, reply) => {
    reply.headers(options.answerHeaders(request)).header('x-request-id', request.id)
    if (noStorePaths.test(pathWithoutQuery(request.url))) reply.header('cache-control', 'no-store')
    if (isPreflight(request)) return reply.code(204).send()
  })
  http.addHook('onResponse', async (request, reply) => {
    options.log.info(
      {
        request_id: request.id,
        method: request.method,
        path: shownPath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })
  return http
}

/** Bodies are JSON; a route that takes none ignores whatever was sent. */
function readJsonOnly(http: FastifyInstance): void {
  const parseJson = http.getDefaultJsonParser('error', 'error')
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
    const wanted = (request.routeOptions.config as { endpoint?: Endpoint }).endpoint?.body !== undefined
    if (!wanted) return done(null, undefined)
    if (!jsonType.test(request.headers['content-type'] ?? '')) {
      return done(new PanelError('unsupported_media_type', { message: 'send the body as application/json' }))
    }
    void parseJson(request, text as string, (error, body) => {
      if (error) done(new PanelError('malformed_request', { message: 'the body is not valid JSON' }))
      else done(null, body)
    })
  })
}

const callers = new WeakMap<FastifyRequest, Caller>()

/** Whoever was recognised for this request so far. */
function recognisedCallerOf(request: FastifyRequest): Caller {
  return callers.get(request) ?? anonymous
}

export function rememberCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller)
}

/** Recognises the caller of a request by its Authorization header. */
async function callerOf(options: HttpServerOptions, request: FastifyRequest): Promise<Caller> {
  const bearer = bearerTokenOf(request.raw)
  if (bearer === null) return anonymous
  if (bearer === 'broken') throw new PanelError('not_signed_in')
  const caller = await options.authenticate(bearer.token)
  rememberCaller(request, caller)
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
  const facts = (request: FastifyRequest) => factsOf(request, options.clientIpHeader)
  for (const { endpoint, access, admit, answer } of routes) {
    http.route({
      method: endpoint.method,
      url: fastifyPath(endpoint.path),
      config: { endpoint },
      ...(endpoint.bodyLimitBytes === undefined ? {} : { bodyLimit: endpoint.bodyLimitBytes }),
      // Before the body is read: a stranger's bytes are not worth parsing.
      onRequest: async request => {
        const recognise = access.demand.who === 'anyone' ? callerOrNobody : callerOf
        const caller = await recognise(options, request)
        await options.authorize(access, caller, request.params as Record<string, string>)
      },
      handler: async (request, reply) => {
        await admit?.({ body: request.body, request: facts(request) })
        const call = readCall(endpoint, request, facts(request))
        return sendAnswer(endpoint, call, await answer(call), request, reply)
      },
    })
  }
}

function readCall(endpoint: Endpoint, request: FastifyRequest, facts: RequestFacts): Call {
  const read = (part: 'params' | 'query' | 'body') => {
    const schema = endpoint[part]
    if (!schema) return undefined
    const result = schema.safeParse(request[part])
    if (result.success) return result.data
    // An id that cannot exist names nothing.
    throw part === 'params' ? new PanelError('not_found') : invalidInput(part, result.error)
  }
  return {
    params: read('params'),
    query: read('query'),
    body: read('body'),
    caller: recognisedCallerOf(request),
    request: facts,
  } as Call
}

function sendAnswer(
  endpoint: Endpoint,
  call: Call,
  answer: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  reply.code(endpoint.status)
  if (!endpoint.answer) return reply.send()
  reply.type('application/json; charset=utf-8')
  if (!endpoint.paged) return reply.send(JSON.stringify(answer))
  const page = answer as Page<unknown>
  reply.headers(pageHeaders(request.url, call.query as unknown as PageQuery, page.total))
  return reply.send(JSON.stringify(page.items))
}
