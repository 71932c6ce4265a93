// The WebSocket side of the HTTP server: a short-lived token is spent, the rule judged, then the socket opens.

import type { FastifyRequest } from 'fastify'
import type { Caller, LoginSessionCaller } from '../caller.ts'
import type { AccessRule } from '../http/access-rule.ts'
import { fastifyPath, type HttpServer } from '../http/http-server.ts'
import { factsOf } from '../http/request-facts.ts'
import type { RequestFacts } from '../http/route.ts'
import { PanelError } from '../panel-error.ts'
import type { Channel, ChannelCall } from './channel.ts'
import { Connection } from './connection.ts'

export interface WebSocketServerOptions {
  now(): number
  /** Header in which a proxy hands on the client's address; null when there is none. */
  clientIpHeader: string | null
  /** Refuses a request with a PanelError before its short-lived token is looked at. */
  refuse(request: FastifyRequest): Promise<void>
  /** Takes a short-lived token exactly once; refuses with a PanelError. */
  spendShortLivedToken(token: string): Promise<LoginSessionCaller>
  authorize(
    rule: AccessRule,
    caller: Caller,
    params: Record<string, string>,
    request: RequestFacts,
  ): Promise<void>
}

export interface OpenChannel {
  connection: Connection
  channel: Channel
  params: Record<string, string>
  /** What opened it: judged again when rights change, and told in the audit line then. */
  call: ChannelCall
}

export interface WebSocketServer {
  openChannels(): Iterable<OpenChannel>
  /** Judges the rules of open channels again and closes those that no longer hold. */
  closeWhere(matches: (open: OpenChannel) => boolean, code: number, reason: string): void
  recheck(matches: (open: OpenChannel) => boolean): Promise<void>
  closeAll(code: number, reason: string): void
}

const pingEveryMs = 15_000
const silenceLimitMs = 45_000

export function addChannels(
  http: HttpServer,
  options: WebSocketServerOptions,
  channels: Channel[],
): WebSocketServer {
  const open = new Set<OpenChannel>()
  const pinging = setInterval(() => {
    for (const { connection } of open) connection.ping(silenceLimitMs)
  }, pingEveryMs).unref()
  http.addHook('onClose', async () => clearInterval(pinging))

  const calls = new WeakMap<object, ChannelCall>()
  for (const channel of channels) {
    http.route({
      method: 'GET',
      url: fastifyPath(channel.path),
      exposeHeadRoute: false,
      onRequest: async request => {
        await options.refuse(request)
        const facts = factsOf(request, options.clientIpHeader)
        const call = await readCall(options, request.query, request.params, facts)
        await options.authorize(channel.access, call.caller, call.params, call.request)
        await channel.check?.(call)
        calls.set(request, call)
      },
      handler: async () => {
        throw new PanelError('upgrade_required')
      },
      wsHandler: (socket, request) => {
        const call = calls.get(request)
        if (!call) return socket.terminate()
        const connection = new Connection(socket, call.caller, options.now)
        const entry = { connection, channel, params: call.params, call }
        open.add(entry)
        connection.onClose(() => open.delete(entry))
        channel.open(connection, call)
      },
    })
  }

  return {
    openChannels: () => open,
    closeWhere(matches, code, reason) {
      for (const entry of open) if (matches(entry)) entry.connection.close(code, reason)
    },
    async recheck(matches) {
      for (const entry of open) {
        if (!matches(entry)) continue
        try {
          const { caller, params, request } = entry.call
          await options.authorize(entry.channel.access, caller, params, request)
          await entry.channel.check?.(entry.call)
        } catch (error) {
          if (!(error instanceof PanelError)) throw error
          entry.connection.close(error.status === 401 ? 4401 : 4403, error.message)
        }
      }
    },
    closeAll(code, reason) {
      for (const { connection } of open) connection.close(code, reason)
    },
  }
}

async function readCall(
  options: WebSocketServerOptions,
  query: unknown,
  params: unknown,
  request: RequestFacts,
): Promise<ChannelCall> {
  const { token, ...rest } = query as Record<string, unknown>
  if (typeof token !== 'string') throw new PanelError('not_signed_in')
  const caller = await options.spendShortLivedToken(token)
  const texts = Object.entries(rest).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : undefined,
  ])
  return { params: params as Record<string, string>, query: Object.fromEntries(texts), caller, request }
}
