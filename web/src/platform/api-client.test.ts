// Tests of the API client against a real HTTP server: what it sends, what it makes of answers and refusals.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { logIn } from '@rookery/contracts/http/auth.ts'
import {
  listGameServers,
  readGameServer,
  sendConsoleCommand,
  startGameServer,
} from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, apiAs, apiPage, apiWhole } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { loginSession } from './login-session.ts'

interface Seen {
  method?: string
  url?: string
  authorization?: string
  key?: string
  body: string
}

let httpServer: Server
let seen: Seen[]
let reply: (request: IncomingMessage) => { status: number; headers?: Record<string, string>; body?: unknown }

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = ''
  for await (const chunk of request) body += chunk
  const { method, url } = request
  const key = request.headers['idempotency-key']?.toString()
  seen.push({ method, url, authorization: request.headers.authorization, ...(key && { key }), body })
  const { status, headers, body: answer } = reply(request)
  response.writeHead(status, headers).end(answer === undefined ? undefined : JSON.stringify(answer))
}

beforeEach(async () => {
  seen = []
  httpServer = createServer((request, response) => void respond(request, response))
  await new Promise<void>(done => httpServer.listen(0, '127.0.0.1', done))
  const { port } = httpServer.address() as AddressInfo
  const plainFetch = fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    plainFetch(`http://127.0.0.1:${port}${path}`, init),
  )
  vi.stubGlobal('window', {})
})

afterEach(async () => {
  loginSession.end()
  vi.unstubAllGlobals()
  await new Promise(done => httpServer.close(done))
})

test('fills the path, sends the session token and reads the answer', async () => {
  loginSession.begin('v4.local.secret', false)
  reply = () => ({ status: 200, body: { id: 7 } })
  const answer = await api(readGameServer, { params: { server: '7' } })
  expect(answer.id).toBe(7)
  expect(seen).toEqual([
    { method: 'GET', url: '/api/servers/7', authorization: 'Bearer v4.local.secret', body: '' },
  ])
})

test('sends a JSON body and takes an answer without one', async () => {
  reply = () => ({ status: 204 })
  await expect(
    api(sendConsoleCommand, { params: { server: '7' }, body: { command: 'say hi' } }),
  ).resolves.toBeUndefined()
  expect(seen[0]?.body).toBe('{"command":"say hi"}')
})

test('what creates something is sent again with the same key when its answer is lost, and nothing else is', async () => {
  reply = request => {
    if (seen.length === 1) request.socket.destroy()
    return { status: 202, body: { task_id: 5 } }
  }
  expect(await api(startGameServer, { params: { server: '7' } })).toEqual({ task_id: 5 })
  expect(seen).toHaveLength(2)
  expect(seen[0]?.key).toMatch(/^[0-9a-z-]{8,}$/)
  expect(seen[1]?.key).toBe(seen[0]?.key)
  await api(startGameServer, { params: { server: '7' } })
  expect(seen[2]?.key).not.toBe(seen[0]?.key)
  seen.length = 0
  const command = api(sendConsoleCommand, { params: { server: '7' }, body: { command: 'say hi' } })
  await expect(command).rejects.toMatchObject({ code: 'unreachable' })
  expect(seen).toHaveLength(1)
  expect(seen[0]?.key).toBeUndefined()
})

test('a refusal carries code, words, fields and the time to wait', async () => {
  reply = () => ({
    status: 429,
    headers: { 'retry-after': '900' },
    body: { status: 'error', code: 'too_many_attempts', message: 'wait', http_code: 429, request_id: 'r1' },
  })
  const refusal = await api(logIn, { body: { login: 'a', password: 'b' } }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ApiError)
  expect(refusal).toMatchObject({
    code: 'too_many_attempts',
    message: 'wait',
    retryAfterSeconds: 900,
    requestId: 'r1',
  })
})

test('a 401 ends the login session that was refused, and no other', async () => {
  loginSession.begin('old', false)
  reply = () => {
    loginSession.begin('new', false)
    return { status: 401, body: { code: 'not_signed_in', message: 'sign in first' } }
  }
  await expect(api(readGameServer, { params: { server: '7' } })).rejects.toMatchObject({ status: 401 })
  expect(loginSession.sessionToken()).toBe('new')
  reply = () => ({ status: 401, body: { code: 'not_signed_in', message: 'sign in first' } })
  await expect(api(readGameServer, { params: { server: '7' } })).rejects.toMatchObject({ status: 401 })
  expect(loginSession.sessionToken()).toBeNull()
})

test('a call in another name leaves the kept login session alone', async () => {
  loginSession.begin('kept', false)
  reply = () => ({ status: 401, body: { code: 'wrong_credentials', message: 'wrong' } })
  const input = { body: { login: 'a', password: 'b' } }
  await expect(apiAs(null, logIn, input)).rejects.toMatchObject({ status: 401 })
  await expect(apiAs('restricted', logIn, input)).rejects.toMatchObject({ status: 401 })
  expect(seen.map(each => each.authorization)).toEqual([undefined, 'Bearer restricted'])
  expect(loginSession.sessionToken()).toBe('kept')
})

test('an answer that is not ours and a panel that is away are told apart', async () => {
  reply = () => ({ status: 502, body: 'bad gateway' })
  await expect(api(readGameServer, { params: { server: '7' } })).rejects.toMatchObject({
    code: 'unavailable',
  })
  await new Promise(done => httpServer.close(done))
  await expect(api(readGameServer, { params: { server: '7' } })).rejects.toMatchObject({
    code: 'unreachable',
  })
})

test('a page tells the count of the whole list', async () => {
  reply = () => ({ status: 200, headers: { 'x-total-count': '250' }, body: [{ id: 1 }] })
  const page = await apiPage(listGameServers, { query: { page: 2, per_page: 1, q: 'arena' } })
  expect(page).toEqual({ items: [{ id: 1 }], total: 250 })
  expect(seen[0]?.url).toBe('/api/servers?page=2&per_page=1&q=arena')
})

test('a whole list is read page by page', async () => {
  reply = request => {
    const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page'))
    const rows = Array.from({ length: page === 1 ? 1000 : 5 }, (_, at) => ({ id: page * 10_000 + at }))
    return { status: 200, headers: { 'x-total-count': '1005' }, body: rows }
  }
  const whole = await apiWhole(listNodes)
  expect(whole.total).toBe(1005)
  expect(new Set(whole.items.map(item => item.id)).size).toBe(1005)
})
