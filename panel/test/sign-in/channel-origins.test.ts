// A web page of another origin opens no channel, even with a token that is good (4.4): the token is not even spent.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'

let panel: TestPanel
let sessionToken = ''
beforeAll(async () => {
  panel = await startTestPanel({
    variables: { HTTP_HOST: 'games.example', HTTP_ALLOWED_ORIGINS: 'https://tools.example' },
  })
  sessionToken = await panel.signIn()
})
afterAll(() => panel.stop())

async function issue(): Promise<string> {
  const answer = await panel.request('POST', '/api/auth/short-lived-token', { sessionToken })
  return (answer.json as { token: string }).token
}

interface Page {
  origin?: string
  host?: string
}

/** 101 when the channel opens, else the refusal. */
function open(token: string, { origin, host }: Page): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${panel.url.replace('http', 'ws')}/api/ws/events?token=${token}`, {
      headers: { ...(origin === undefined ? {} : { origin }), ...(host === undefined ? {} : { host }) },
    })
    socket.on('open', () => {
      socket.terminate()
      resolve({ status: 101, body: '' })
    })
    socket.on('unexpected-response', (_request, response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
    socket.on('error', reject)
  })
}

const portOf = () => new URL(panel.url).port

describe('4.4 the origin of a channel', () => {
  test('a page of another origin is refused with 403, and its token is still good', async () => {
    const token = await issue()
    for (const origin of ['https://evil.example', 'null', `http://127.0.0.1:${Number(portOf()) + 1}`]) {
      const { status, body } = await open(token, { origin })
      expect(status).toBe(403)
      expect(JSON.parse(body)).toMatchObject({ code: 'forbidden', http_code: 403 })
      expect(body).toContain('HTTP_ALLOWED_ORIGINS')
    }
    expect((await open(token, {})).status).toBe(101)
  })

  test.each<[string, () => Page]>([
    ['a program, which sends none', () => ({})],
    [
      'a page opened by 127.0.0.1',
      () => ({
        origin: panel.url.replace('localhost', '127.0.0.1'),
        host: new URL(panel.url.replace('localhost', '127.0.0.1')).host,
      }),
    ],
    [
      'a page opened by an address of the house',
      () => ({ origin: 'http://192.168.1.20:8025', host: '192.168.1.20:8025' }),
    ],
    ['a page behind a proxy that ends TLS', () => ({ origin: 'https://my.example', host: 'my.example' })],
    [
      'a page of HTTP_HOST, whatever a proxy calls',
      () => ({ origin: `http://games.example:${portOf()}`, host: 'panel.internal' }),
    ],
    ['a page of HTTP_ALLOWED_ORIGINS', () => ({ origin: 'https://tools.example' })],
  ])('%s opens it', async (_who, page) => {
    expect((await open(await issue(), page())).status).toBe(101)
  })
})
