// How many channels one user may have open at once, and which stay open when rights change.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Caller } from '../caller.ts'
import { signedIn } from '../http/access-rule.ts'
import { createHttpServer, type HttpServer } from '../http/http-server.ts'
import { createLog } from '../log.ts'
import { PanelError } from '../panel-error.ts'
import { addChannels, type WebSocketServer } from './websocket-server.ts'

let http: HttpServer
let channels: WebSocketServer
let authorize: (userId: number) => Promise<void> = async () => {}
beforeAll(async () => {
  const callerOf = (userId: number) => ({
    kind: 'login-session' as const,
    userId,
    login: 'ann',
    jti: 'x',
    issuedAtMs: 0,
    expiresAtMs: Number.POSITIVE_INFINITY,
    restricted: false,
  })
  const options = {
    log: createLog('silent', { write: () => {} }),
    now: Date.now,
    clientIpHeader: null,
    refuse: async () => {},
    authenticate: async () => callerOf(1),
    spendShortLivedToken: async (token: string) => callerOf(Number(token)),
    authorize: (_rule: unknown, caller: Caller) => authorize('userId' in caller ? caller.userId : 0),
    denied: () => {},
    answerHeaders: () => ({}),
    channelsOfUser: 3,
  }
  http = await createHttpServer(options)
  channels = addChannels(http, options, [
    { path: '/api/ws/quiet', summary: 'Says nothing', access: signedIn('refused'), open: () => {} },
  ])
  await http.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => http.close())

async function open(userId: number): Promise<WebSocket | string> {
  const { port } = http.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/ws/quiet?token=${userId}`)
  return once(socket, 'open').then(
    () => socket,
    (error: Error) => error.message,
  )
}

test('4.4 one channel too many of a user is refused with 409 before it opens, also when all come at once', async () => {
  const opened = await Promise.all(Array.from({ length: 10 }, () => open(1)))
  const sockets = opened.filter(one => typeof one !== 'string')
  expect(sockets).toHaveLength(3)
  expect(new Set(opened.filter(one => typeof one === 'string'))).toEqual(
    new Set(['Unexpected server response: 409']),
  )
  const other = await open(2)
  expect(other).toBeInstanceOf(WebSocket)
  sockets[0]?.close()
  await expect.poll(async () => typeof (await open(1))).toBe('object')
  for (const socket of [...sockets, other]) if (typeof socket !== 'string') socket.terminate()
})

test('6.1 a right that was withdrawn closes its channel though the check of another one fails', async () => {
  const [failing, withdrawn, held] = await Promise.all([11, 12, 13].map(open))
  if (!(failing instanceof WebSocket && withdrawn instanceof WebSocket && held instanceof WebSocket))
    throw new Error('not all are open')
  const closed = [failing, withdrawn].map(socket => once(socket, 'close'))
  authorize = async userId => {
    if (userId === 11) throw new Error('the database is locked')
    if (userId === 12) throw new PanelError('forbidden')
  }
  await expect(channels.recheck(() => true)).rejects.toThrow('the database is locked')
  expect((await Promise.all(closed)).map(([code]) => code)).toEqual([1011, 4403])
  expect(held.readyState).toBe(WebSocket.OPEN)
  held.terminate()
})
