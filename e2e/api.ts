// A small client of the public API for stories: typed by the contracts, as a script of a user would be.

import { issueShortLivedToken, logIn, type SignedIn } from '@rookery/contracts/http/auth.ts'
import type { AnswerOf, CallOf, EndpointShape } from '@rookery/contracts/http/endpoint.ts'
import { createGameServer, readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { listTemplates } from '@rookery/contracts/http/templates.ts'
import type { RunState } from '@rookery/contracts/run-states.ts'
import { freeGamePorts, type GamePorts } from './ports.ts'
import { waitFor } from './wait-for.ts'

export type Api = Awaited<ReturnType<typeof signIn>>

export async function signIn(url: string, credentials: { login: string; password: string }) {
  const signedIn = (await send(url, null, logIn, { body: credentials })) as SignedIn
  return clientWith(url, signedIn.token)
}

/** As whoever has this session token, access token or key. */
export function clientWith(url: string, bearer: string) {
  const call = <E extends EndpointShape>(endpoint: E, parts: CallOf<E>) =>
    send(url, bearer, endpoint, parts) as Promise<AnswerOf<E>>

  return {
    call,
    /** For clients of their own. */
    sessionToken: bearer,
    /** Opens a channel with a fresh short-lived token and collects its messages. */
    async openChannel(path: string) {
      const { token } = await call(issueShortLivedToken, {})
      const address = new URL(path, url)
      address.protocol = 'ws:'
      address.searchParams.set('token', token)
      const socket = new WebSocket(address)
      const messages: { type: string; payload: Record<string, unknown> }[] = []
      socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data))))
      let closeCode: number | null = null
      socket.addEventListener('close', event => {
        closeCode = event.code
      })
      await new Promise<void>((resolve, reject) => {
        socket.addEventListener('open', () => resolve())
        socket.addEventListener('error', () => reject(new Error(`the channel ${path} was refused`)))
      })
      return {
        messages,
        closeCode: () => closeCode,
        send: (type: string, payload: object) => socket.send(JSON.stringify({ type, payload })),
        close: () => socket.close(),
      }
    },
    /** Creates a server of the demo game on this node, or on the product's own, which is its first; gives its id. */
    async createArena(name: string, start = true, ports?: GamePorts, nodeId?: number): Promise<number> {
      const [node] = (await call(listNodes, {})).toSorted((one, other) => one.id - other.id)
      const template = (await call(listTemplates, {})).find(({ slug }) => slug === 'arena')
      const ids = { node_id: nodeId ?? node?.id ?? 0, template_id: template?.id ?? 0 }
      const body = { name, ...ids, ...(ports ?? (await freeGamePorts())), start }
      return (await call(createGameServer, { body })).id
    },
    async waitForState(gameServerId: number, state: RunState): Promise<void> {
      let last = ''
      await waitFor(
        () => `game server ${gameServerId} is ${state}, last seen ${last}`,
        async () => {
          const server = await call(readGameServer, { params: { server: String(gameServerId) } })
          last = `${server.state} (${server.state_reason})`
          return server.state === state
        },
      )
    },
  }
}

async function send(url: string, sessionToken: string | null, endpoint: EndpointShape, parts: object) {
  const {
    params = {},
    query = {},
    body,
  } = parts as Record<'params' | 'query' | 'body', Record<string, string> | undefined>
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const response = await fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, {
    method: endpoint.method,
    headers: {
      ...(sessionToken ? { authorization: `Bearer ${sessionToken}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${endpoint.method} ${path} answered ${response.status}: ${text}`)
  // The panel does not check its own answers on their way out: stories do.
  return endpoint.answer ? endpoint.answer.parse(JSON.parse(text)) : undefined
}
