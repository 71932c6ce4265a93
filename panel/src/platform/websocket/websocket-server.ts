// The WebSocket side of the HTTP server: a short-lived token is spent, the rule checked, then the socket opens.

import { idText } from '@rookery/contracts/http/shapes.ts'
import { limits } from '@rookery/contracts/limits.ts'
import { closeCodes } from '@rookery/contracts/websocket/envelope.ts'
import type { FastifyRequest } from 'fastify'
import type { AccountCaller, Caller } from '../caller.ts'
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
  spendShortLivedToken(token: string, request: RequestFacts): Promise<AccountCaller>
  authorize(rule: AccessRule, caller: Caller, params: Record<string, string>): Promise<void>
  /** Told of everything that is refused on an open channel because a right is missing. */
  denied(caller: Caller, request: RequestFacts): void
  /** How many channels one user may have open here; the usual number when left out. */
  channelsOfUser?: number
}

export interface OpenChannel {
  connection: Connection
  channel: Channel
  /** How it was opened: checked again when rights change. */
  call: ChannelCall
  /** When the key that it was opened with ends; null: not by itself. */
  endsAtMs: number | null
}

export interface WebSocketServer {
  openChannels(): Iterable<OpenChannel>
  /** Checks the rules of open channels again and closes those that no longer hold. */
  closeWhere(matches: (open: OpenChannel) => boolean, code: number, reason: string): void
  /** Closes channels when the key ends that they were opened with: at this time, or at once when it has passed. */
  endWhere(matches: (open: OpenChannel) => boolean, atMs: number): void
  recheck(matches: (open: OpenChannel) => boolean): Promise<void>
  closeAll(code: number, reason: string): void
}

const pingEveryMs = 15_000
const silenceLimitMs = 45_000
/** No timer runs for longer than 24 days, and the clock may be set. */
const lookAgainMs = 60_000

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

  async function checkAccess(channel: Channel, call: ChannelCall): Promise<void> {
    await options.authorize(channel.access, call.caller, call.params)
    // The rule was checked for an id: another spelling of a number must not open what was not checked.
    if (!Object.values(call.params).every(isId)) throw new PanelError('not_found')
    await channel.check?.(call)
  }

  const mostOfUser = options.channelsOfUser ?? limits.channelsOfUser
  const opening = new Map<number, number>()
  const tooMany = () =>
    new PanelError('conflict', {
      message: `you have ${mostOfUser} channels open already: close some of them`,
    })

  /** One more of this user, from before it opens until it is closed or refused. */
  function takePlace(userId: number): boolean {
    const count = opening.get(userId) ?? 0
    if (count >= mostOfUser) return false
    opening.set(userId, count + 1)
    return true
  }

  function leavePlace(userId: number): void {
    const left = (opening.get(userId) ?? 1) - 1
    if (left > 0) opening.set(userId, left)
    else opening.delete(userId)
  }

  const looking = new WeakMap<OpenChannel, NodeJS.Timeout>()
  /** Closes the channel when its key has ended; looks again when that may be. */
  function watchEnd(entry: OpenChannel): void {
    if (entry.endsAtMs === null || !open.has(entry)) return
    const leftMs = entry.endsAtMs - options.now()
    if (leftMs <= 0) {
      entry.connection.close(closeCodes.loginSessionEnded, 'the key has ended')
      return
    }
    clearTimeout(looking.get(entry))
    looking.set(entry, setTimeout(() => watchEnd(entry), Math.min(leftMs, lookAgainMs)).unref())
  }

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
        request.recognized = call.caller
        await checkAccess(channel, call)
        if (request.ws) {
          if (!takePlace(call.caller.userId)) throw tooMany()
          // The socket of an upgraded request closes with its channel.
          request.raw.socket.once('close', () => leavePlace(call.caller.userId))
        }
        calls.set(request, call)
      },
      handler: async () => {
        throw new PanelError('upgrade_required')
      },
      wsHandler: (socket, request) => {
        const call = calls.get(request)
        if (!call) return socket.terminate()
        const connection = new Connection(socket, call.caller, {
          now: options.now,
          denied: () => options.denied(call.caller, call.request),
        })
        const endsAtMs = call.caller.kind === 'service-account' ? call.caller.expiresAtMs : null
        const entry: OpenChannel = { connection, channel, call, endsAtMs }
        open.add(entry)
        watchEnd(entry)
        connection.onClose(() => {
          open.delete(entry)
          clearTimeout(looking.get(entry))
        })
        channel.open(connection, call)
      },
    })
  }

  return {
    openChannels: () => open,
    closeWhere(matches, code, reason) {
      for (const entry of open) if (matches(entry)) entry.connection.close(code, reason)
    },
    endWhere(matches, atMs) {
      for (const entry of open) {
        if (!matches(entry)) continue
        entry.endsAtMs = Math.min(entry.endsAtMs ?? Number.POSITIVE_INFINITY, atMs)
        watchEnd(entry)
      }
    },
    async recheck(matches) {
      let failure: unknown
      for (const entry of open) {
        if (!matches(entry)) continue
        const { connection, channel, call } = entry
        try {
          await checkAccess(channel, call)
        } catch (error) {
          // Whoever may still watch comes back; a right that was withdrawn must not live on because the check failed.
          const refusal = error instanceof PanelError ? error : new PanelError('unavailable')
          if (refusal !== error) failure = error
          if (refusal.status === 403) options.denied(call.caller, call.request)
          connection.close(closeCodeOf(refusal), refusal.message)
        }
      }
      if (failure !== undefined) throw failure
    },
    closeAll(code, reason) {
      for (const { connection } of open) connection.close(code, reason)
    },
  }
}

function isId(text: string): boolean {
  return idText.safeParse(text).success
}

function closeCodeOf(error: PanelError): number {
  if (error.status === 401) return closeCodes.loginSessionEnded
  if (error.status >= 500) return closeCodes.internal
  return error.status === 404 ? closeCodes.objectGone : closeCodes.rightWithdrawn
}

async function readCall(
  options: WebSocketServerOptions,
  query: unknown,
  params: unknown,
  request: RequestFacts,
): Promise<ChannelCall> {
  const { token, ...rest } = query as Record<string, unknown>
  if (typeof token !== 'string') throw new PanelError('not_signed_in')
  const caller = await options.spendShortLivedToken(token, request)
  const texts = Object.entries(rest).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : undefined,
  ])
  return { params: params as Record<string, string>, query: Object.fromEntries(texts), caller, request }
}
