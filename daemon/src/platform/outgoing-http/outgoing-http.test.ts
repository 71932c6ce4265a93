// Fetching from servers on this machine that are slow, silent, endless or talk too much.

import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { FetchRefused, OutgoingHttp } from './outgoing-http.ts'

const opened: { http: OutgoingHttp; server: Server }[] = []
afterEach(async () => {
  for (const { http, server } of opened.splice(0)) {
    await http.close()
    server.closeAllConnections()
    server.close()
  }
})

async function open(listener: RequestListener, allowedPrivate: boolean | string[] = true, limitMs = 20_000) {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const http = new OutgoingHttp({ allowedPrivate, connectLimitMs: limitMs, idleLimitMs: limitMs })
  opened.push({ http, server })
  const { port } = server.address() as AddressInfo
  const signal = AbortSignal.timeout(40_000)
  return { port, get: (host = '127.0.0.1') => http.get(`http://${host}:${port}/`, { signal }) }
}

test('T-117 a server that never answers, or falls silent in the middle, is given up', async () => {
  const silent = await open(() => {}, true, 300)
  await expect(silent.get()).rejects.toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' })
  const stalls = await open((_, response) => void response.writeHead(200).write('half'), true, 3_000)
  const { body } = await stalls.get()
  await expect(buffer(body)).rejects.toMatchObject({ code: 'UND_ERR_BODY_TIMEOUT' })
})

test('T-117 more headers than anybody needs end the answer', async () => {
  const { get } = await open((_, response) => {
    for (let index = 0; index < 1_000; index += 1) response.setHeader(`x-${index}`, 'x'.repeat(100))
    response.end()
  })
  await expect(get()).rejects.toMatchObject({ code: 'UND_ERR_HEADERS_OVERFLOW' })
})

test('T-113 a name is looked up once, and every address it has is checked before it is dialled', async () => {
  const asked: string[] = []
  const listener: RequestListener = (request, response) => {
    asked.push(request.headers.host ?? '')
    response.end('hello')
  }
  const closed = await open(listener, ['10.0.0.0/8'])
  await expect(closed.get('localhost')).rejects.toThrow(FetchRefused)
  await expect(closed.get('localhost')).rejects.toThrow(/localhost is at an address in a private network/)
  await expect(closed.get()).rejects.toThrow(FetchRefused)
  expect(asked).toEqual([])
  const allowed = await open(listener, ['127.0.0.0/8', '::1/128'])
  const { body, url } = await allowed.get('localhost')
  expect((await buffer(body)).toString()).toBe('hello')
  expect(url.hostname).toBe('localhost')
  expect(asked).toEqual([`localhost:${allowed.port}`])
})

test('the bytes of an answer are the bytes that were sent', async () => {
  const { get } = await open((request, response) => {
    expect(request.headers['accept-encoding']).toBe('identity')
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('not unpacked')
  })
  expect((await buffer((await get()).body)).toString()).toBe('not unpacked')
})
