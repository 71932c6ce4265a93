// T-036: whatever a request calls its body, an answer function sees what its schema has accepted, or nothing.

import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofSize } from '../../../test-services/proof-size.ts'
import type { Caller } from '../../src/platform/caller.ts'
import { addRoutes, createHttpServer, type HttpServer } from '../../src/platform/http/http-server.ts'
import type { Call, Route } from '../../src/platform/http/route.ts'
import { createLog } from '../../src/platform/log.ts'
import { PanelError } from '../../src/platform/panel-error.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'

const jsonTypes = [
  'application/json',
  'Application/JSON',
  'APPLICATION/JSON; CHARSET=UTF-8',
  ' application/json',
  '\tapplication/json',
  'application/json ; charset=utf-8',
  'application/json; charset=utf-16',
  'application/json;boundary=x',
]
const otherTypes = [
  'application/json\ta',
  'application/json a',
  'application/json, text/plain',
  'application/jsonp',
  'application/json5',
  'application/x-json',
  'application/merge-patch+json',
  'text/json',
  'text/plain',
  'text/plain; application/json',
  'multipart/form-data; boundary=x',
  'multipart/form-data; application/json',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  '*/*',
  'json',
  '',
]
const bodies = [
  '{}',
  '[]',
  '"text"',
  'null',
  '{"__proto__":{"isAdmin":true}}',
  'login=admin&password=x',
  '--x\r\nContent-Disposition: form-data; name="login"\r\n\r\nadmin\r\n--x--\r\n',
]

let panel: TestPanel
let http: HttpServer
let port: number
let seen: Call | null = null
const caller: Caller = { kind: 'anonymous' }
const agent = new Agent({ keepAlive: true })

/** The panel's own route table behind its own server; only the answers are replaced, by one that notes what it is given. */
beforeAll(async () => {
  panel = await startTestPanel()
  const options = {
    log: createLog('silent'),
    authenticate: async () => caller,
    spendShortLivedToken: async () => {
      throw new PanelError('not_signed_in')
    },
    authorize: async () => {},
    denied: () => {},
    clientIpHeader: null,
    answerHeaders: () => ({}),
  }
  const noting = (route: Route): Route => ({
    ...route,
    answer: async call => {
      seen = call
      throw new PanelError('conflict')
    },
  })
  http = await createHttpServer(options)
  addRoutes(http, options, panel.app.routes.map(noting))
  await http.listen({ host: '127.0.0.1', port: 0 })
  port = (http.server.address() as AddressInfo).port
})
afterAll(async () => {
  agent.destroy()
  await http?.close()
  await panel?.stop()
})

async function send(route: Route, types: string[], body: string) {
  const { method, path } = route.endpoint
  const address = path
    .replace('{upload}', '0'.repeat(32))
    .replace('{uuid}', '7b0b5ce0-6cf4-4f1c-8a4c-8f3f0d7a1a11')
    .replaceAll(/\{\w+\}/g, '1')
  const length = String(Buffer.byteLength(body))
  const headers = [
    'host',
    'panel',
    'content-length',
    length,
    ...types.flatMap(type => ['content-type', type]),
  ]
  seen = null
  const status = await new Promise<number>((resolve, reject) => {
    const sending = request({ agent, port, method, path: address, headers }, response => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sending.on('error', reject)
    sending.end(body)
  })
  return {
    status,
    seen: seen as Call | null,
    words: `${method} ${path} as ${JSON.stringify(types)}: ${body}`,
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const isChanging = ({ endpoint }: Route) => endpoint.method !== 'GET'
const routesWithBody = () => panel.app.routes.filter(one => isChanging(one) && one.endpoint.body)

/** A route meets every third type, its neighbors the others; in a proof each meets all. */
const leftOut = proofSize({ short: 3, proof: 1 })
const typesOf = (types: readonly string[], turn: number) =>
  types.filter((_type, at) => (at + turn) % leftOut === 0)

/** With another body each: over all routes every type meets every body. */
function pairsOf(types: readonly string[], texts: readonly string[], turn: number): [string, string][] {
  return typesOf(types, turn).map((type, at) => [type, texts[(at + turn) % texts.length] ?? ''])
}

describe('T-036 content types', () => {
  test('T-036 every route that changes something is in the table, those with a body and those without', () => {
    const changing = panel.app.routes.filter(isChanging)
    expect(changing.filter(({ endpoint }) => endpoint.body).length).toBeGreaterThan(8)
    expect(changing.filter(({ endpoint }) => !endpoint.body).length).toBeGreaterThan(8)
  })

  test('T-036 what is not called JSON is 415 on every route with a body, whatever it holds', async () => {
    const texts = ['{}', '{"login":"admin","password":"x"}', 'login=admin&password=x']
    for (const [turn, route] of routesWithBody().entries()) {
      for (const [type, body] of pairsOf(otherTypes, texts, turn)) {
        const answer = await send(route, [type], body)
        expect([answer.status, answer.seen], answer.words).toEqual([415, null])
      }
    }
  })

  test('T-036 what is called JSON is checked by the schema of every route with a body', async () => {
    let checked = 0
    for (const [turn, route] of routesWithBody().entries()) {
      for (const [type, body] of pairsOf(jsonTypes, bodies, turn)) {
        const answer = await send(route, [type], body)
        const wanted = route.endpoint.body?.safeParse(parsed(body))
        const isSound = wanted?.success === true && !body.includes('__proto__')
        if (isSound) expect(answer.seen?.body, answer.words).toEqual(wanted?.data)
        else expect(answer.seen, answer.words).toBeNull()
        expect(isSound ? [409] : [400, 422], answer.words).toContain(answer.status)
        if (!isSound) checked += 1
      }
    }
    expect(checked).toBeGreaterThan(200 / leftOut)
  })

  test('T-036 a second Content-Type beside the first opens nothing', async () => {
    for (const route of routesWithBody()) {
      for (const types of [
        ['application/json', 'text/plain'],
        ['text/plain', 'application/json'],
      ]) {
        const answer = await send(route, types, '"text"')
        expect([415, 422, 400], answer.words).toContain(answer.status)
        expect(answer.seen, answer.words).toBeNull()
      }
    }
  })

  test('T-036 a route without a body sees none, whatever was sent', async () => {
    const withoutBody = panel.app.routes.filter(one => isChanging(one) && !one.endpoint.body)
    for (const [turn, route] of withoutBody.entries()) {
      for (const type of typesOf([...jsonTypes, ...otherTypes], turn)) {
        const answer = await send(route, [type], '{"login":"admin"')
        expect(answer.seen?.body, answer.words).toBeUndefined()
        // A type that is none at all is refused before anybody asks for a body.
        expect(jsonTypes.includes(type) ? [409] : [409, 415], answer.words).toContain(answer.status)
      }
    }
  })
})
