// Requests that do not come to their end: heads of anybody and bodies of strangers are cut off soon, signed-in people not.

import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usualBodyTimes } from '../../src/platform/http/logic/body-progress.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'

const limitMs = 500
let panel: TestPanel
let sessionToken = ''
beforeAll(async () => {
  panel = await startTestPanel({
    headerTimes: { limitMs, checkMs: 50 },
    bodyTimes: { ...usualBodyTimes, strangerMs: limitMs },
  })
  sessionToken = await panel.signIn()
})
afterAll(() => panel.stop())

/** What came back until the panel closed the connection. */
function untilClosed(begin: (socket: Socket) => void): Promise<string> {
  const { hostname, port } = new URL(panel.url)
  return new Promise(resolve => {
    const socket = connect(Number(port), hostname, () => begin(socket))
    let text = ''
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
    })
    socket.on('close', () => resolve(text))
    // Cut off while it still writes; `close` follows.
    socket.on('error', () => {})
  })
}

const headOf = (path: string, lengthBytes: number, more: string[] = []) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${lengthBytes}`,
    ...more,
    '',
    '',
  ].join('\r\n')

function drip(socket: Socket, text: string): void {
  let at = 0
  const timer = setInterval(() => {
    if (socket.writable && at < text.length) socket.write(text[at++] ?? '')
    else clearInterval(timer)
  }, limitMs / 10)
  socket.on('close', () => clearInterval(timer))
}

describe('T-072 heads that do not end', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['half of them', socket => socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n')],
    ['nothing at all', () => {}],
    ['a byte now and then', socket => drip(socket, `GET /api/health HTTP/1.1\r\nX: ${'x'.repeat(10_000)}`)],
    [
      'half of them after a request that was answered',
      socket =>
        socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /api/health HTTP/1.1\r\n'),
    ],
  ])('T-072 300 connections with %s are closed', async (_, begin) => {
    const texts = await Promise.all(Array.from({ length: 300 }, () => untilClosed(begin)))
    for (const text of texts) expect(text).toMatch(/^$|HTTP\/1\.1 408|^HTTP\/1\.1 200/)
    expect((await panel.request('GET', '/api/health')).status).toBe(200)
  })
})

describe('T-072 bodies of people who have not signed in', () => {
  test('T-072 100 halves of a sign-in are answered with 408 and closed', async () => {
    const half = (socket: Socket) => socket.write(`${headOf('/api/auth/login', 1_000)}{"login":`)
    const texts = await Promise.all(Array.from({ length: 100 }, () => untilClosed(half)))
    for (const text of texts) expect(text).toMatch(/^HTTP\/1\.1 408.*"code":"too_slow"/s)
  })

  test('T-072 a byte now and then is no sign-in either', async () => {
    const text = await untilClosed(socket => {
      socket.write(headOf('/api/auth/login', 5_000))
      drip(socket, `{"login": "${'x'.repeat(5_000)}`)
    })
    expect(text).toMatch(/^HTTP\/1\.1 408/)
  })

  test('T-072 100 halves that were refused with 401 are closed', async () => {
    const half = (socket: Socket) => socket.write(`${headOf('/api/servers', 1_000)}{"name":`)
    const texts = await Promise.all(Array.from({ length: 100 }, () => untilClosed(half)))
    for (const text of texts) expect(text).toMatch(/^HTTP\/1\.1 401/)
  })
})

test('T-072 a signed-in person on a slow line is not cut off', async () => {
  const body = JSON.stringify({ name: 'Ann of the slow line' })
  const head = headOf('/api/profile', body.length, [
    `Authorization: Bearer ${sessionToken}`,
    'Connection: close',
  ])
  const startedAt = performance.now()
  const text = await untilClosed(socket => {
    socket.write(head.replace('POST', 'PUT'))
    drip(socket, body)
  })
  expect(text).toMatch(/^HTTP\/1\.1 200.*Ann of the slow line/s)
  expect(performance.now() - startedAt).toBeGreaterThan(2 * limitMs)
})
