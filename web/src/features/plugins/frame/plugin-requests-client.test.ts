// Tests of the requests of a plugin's part against a real HTTP server.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loginSession } from '../../../platform/login-session.ts'
import { askPlugin } from './plugin-requests-client.ts'

let httpServer: Server
let seen: string[]
let answer: (request: IncomingMessage, response: ServerResponse) => void

beforeEach(async () => {
  seen = []
  httpServer = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    answer(request, response)
  })
  await new Promise<void>(done => httpServer.listen(0, '127.0.0.1', done))
  const { port } = httpServer.address() as AddressInfo
  const plainFetch = fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    plainFetch(`http://127.0.0.1:${port}${path}`, init),
  )
  vi.stubGlobal('window', {})
  loginSession.begin('kept', false)
})

afterEach(async () => {
  loginSession.end()
  vi.unstubAllGlobals()
  httpServer.closeAllConnections()
  await new Promise(done => httpServer.close(done))
})

const { signal } = new AbortController()
const ask = (path: string, body: string | null = null) =>
  askPlugin(7, { type: 'request', id: 1, method: body === null ? 'GET' : 'POST', path, body }, signal)

test('5.12 a request goes to the plugin with the session, and its JSON comes back', async () => {
  answer = (_request, response) => response.end('{"crashes":3}')
  expect(await ask('/crashes')).toEqual({ value: { crashes: 3 }, problem: null, status: 200 })
  expect(seen).toEqual(['GET /api/plugins/7/http/crashes Bearer kept'])
})

test('5.12 a path that leads elsewhere is not even sent', async () => {
  expect(await ask('/../../../profile')).toMatchObject({ value: null, status: 0 })
  expect(seen).toEqual([])
})

test('5.12 a redirect is not followed: the session would open what is behind it', async () => {
  answer = (request, response) => {
    if (request.url === '/api/profile') response.end('{"login":"admin"}')
    else response.writeHead(302, { location: '/api/profile' }).end()
  }
  expect(await ask('/away')).toMatchObject({ value: null })
  expect(seen).toHaveLength(1)
})

test("5.12 a plugin's own 401 ends no login session", async () => {
  answer = (_request, response) => response.writeHead(401).end('{"message":"sign in"}')
  expect(await ask('/x')).toEqual({ value: null, problem: 'sign in', status: 401 })
  expect(loginSession.sessionToken()).toBe('kept')
})

test('5.12 too much is refused, both ways', async () => {
  answer = (_request, response) => response.end(JSON.stringify('x'.repeat(1024 * 1024)))
  expect(await ask('/x')).toMatchObject({ value: null, problem: 'the answer is larger than 1 MiB' })
  expect(await ask('/x', JSON.stringify('x'.repeat(512 * 1024)))).toMatchObject({ value: null, status: 0 })
  expect(seen).toHaveLength(1)
})

test('an answer that is no JSON is told, an empty one is null', async () => {
  answer = (_request, response) => response.end('<p>')
  expect(await ask('/x')).toMatchObject({ problem: 'the answer of the plugin is not JSON' })
  answer = (_request, response) => response.writeHead(204).end()
  expect(await ask('/x')).toEqual({ value: null, problem: null, status: 204 })
})
