// How many channels one user may have open at once.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { signedIn } from '../http/access-rule.ts'
import { createHttpServer, type HttpServer } from '../http/http-server.ts'
import { createLog } from '../log.ts'
import { addChannels } from './websocket-server.ts'

let http: HttpServer
beforeAll(async () => {
  const callerOf = (userId: number) => ({
    kind: 'login-session' as const,
    userId,
    login: 'ann',
    jti: 'x',
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
    authorize: async () => {},
    denied: () => {},
    answerHeaders: () => ({}),
    channelsOfUser: 3,
  }
  http = await createHttpServer(options)
  addChannels(http, options, [
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
