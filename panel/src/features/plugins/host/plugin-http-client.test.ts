// Every rule of 8.4 against the list of targets and against servers on this machine that try to get around it.

import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { httpFetch } from '@rookery/contracts/plugin/host-calls.ts'
import { PluginRefusal } from '@rookery/plugin-host/plugin-host.ts'
import { afterEach, describe, expect, test } from 'vitest'
import {
  createPluginHttpClient,
  type PluginHttpClient,
  type PluginHttpOptions,
} from './plugin-http-client.ts'

const defaults: PluginHttpOptions = {
  blockPrivateIps: true,
  allowedSchemes: ['https'],
  allowedHosts: [],
  maxTimeoutSeconds: 30,
  maxRedirects: 5,
  version: 'test',
}
/** For servers on this machine, as an operator could set it. */
const local = { ...defaults, blockPrivateIps: false, allowedSchemes: ['http', 'https'] }

const clients: PluginHttpClient[] = []
const servers: Server[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

function clientOf(options: PluginHttpOptions) {
  const client = createPluginHttpClient(options)
  clients.push(client)
  return (url: string, more: object = {}) =>
    client.fetch(httpFetch.parse({ url, ...more }), new AbortController().signal)
}

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return (server.address() as AddressInfo).port
}

const vectorFile = resolve(import.meta.dirname, '../../../../../../shared/vectors/ssrf/ssrf-targets.json')
interface Target {
  url: string
  expect: string
  why: string
}
const targets = existsSync(vectorFile)
  ? (JSON.parse(readFileSync(vectorFile, 'utf8')) as { cases: Target[] }).cases
  : []
const known: Record<string, string> = { '127.0.0.1.nip.io': '127.0.0.1', 'localtest.me': '127.0.0.1' }
const addressOf = (host: string) => known[host] ?? '93.184.215.14'
const resolved = async (host: string): Promise<LookupAddress[]> => [{ address: addressOf(host), family: 4 }]

describe.skipIf(targets.length === 0)('C328 T-113 the list of targets', () => {
  test.for(targets)('$expect $url: $why', async target => {
    // What is allowed would be dialed: primitives/src/check-url.test.ts has it without a network.
    if (!target.expect.startsWith('block')) return
    await expect(clientOf({ ...defaults, resolve: resolved })(target.url)).rejects.toThrow(PluginRefusal)
    // C329
    const open = { ...defaults, blockPrivateIps: false, allowedSchemes: ['http', 'https'], resolve: resolved }
    if (target.expect === 'block-always') await expect(clientOf(open)(target.url)).rejects.toThrow(/metadata/)
  })
})

describe('8.4 what a plugin may call', () => {
  test('C329 C330 private addresses and http work when they are allowed', async () => {
    const port = await serve((_, response) => response.end('fine'))
    await expect(clientOf(local)(`http://127.0.0.1:${port}/`)).resolves.toMatchObject({
      status: 200,
      body: 'fine',
    })
    await expect(clientOf(defaults)(`http://127.0.0.1:${port}/`)).rejects.toThrow(/must begin with https:/)
    const onlyScheme = { ...defaults, allowedSchemes: ['http'] }
    await expect(clientOf(onlyScheme)(`http://127.0.0.1:${port}/`)).rejects.toThrow(/private network/)
  })

  const tricks = [
    'https://sub.api.example/',
    'https://api.example.evil/',
    'https://api.example:443@evil.example/',
    'https://api.example@evil.example/',
    'https://аpi.example/',
    'https://xn--pi-7iq.example/',
    'https://api-example/',
  ]
  test.each(tricks)('C331 T-116 with a host list, %s is refused', async url => {
    const client = clientOf({ ...defaults, allowedHosts: ['api.example'], resolve: resolved })
    await expect(client(url)).rejects.toThrow(/not among the hosts|user name or password/)
  })

  test('T-116 the listed host is compared in its normal form', async () => {
    const port = await serve((_, response) => response.end('fine'))
    const here = async (): Promise<LookupAddress[]> => [{ address: '127.0.0.1', family: 4 }]
    const client = clientOf({ ...local, allowedHosts: ['api.example'], resolve: here })
    for (const host of ['API.EXAMPLE.', 'api.example', 'ａpi.example']) {
      await expect(client(`http://${host}:${port}/`)).resolves.toMatchObject({ body: 'fine' })
    }
  })

  test('C332 T-117 a slow or silent server ends at the limit of the panel, whatever the plugin asks', async () => {
    const port = await serve((_, response) => void response.writeHead(200).write('half'))
    const client = clientOf({ ...local, maxTimeoutSeconds: 1 })
    const begunAt = performance.now()
    await expect(client(`http://127.0.0.1:${port}/`, { timeout_ms: 60_000 })).rejects.toThrow(
      /within 1000 ms/,
    )
    expect(performance.now() - begunAt).toBeGreaterThan(900)
  })

  test('T-117 an endless body, a bomb and too many headers end', async () => {
    const endless = await serve((_, response) => {
      const chunk = Buffer.alloc(64 * 1024)
      const more = () => {
        while (response.write(chunk)) {}
        response.once('drain', more)
      }
      more()
    })
    await expect(clientOf(local)(`http://127.0.0.1:${endless}/`)).rejects.toThrow(/larger than/)
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    const bombing = await serve((_, response) => response.setHeader('content-encoding', 'gzip').end(bomb))
    const packed = await clientOf(local)(`http://127.0.0.1:${bombing}/`)
    expect(Buffer.from(packed.body_base64 ?? '', 'base64').equals(bomb)).toBe(true)
    const wordy = await serve((_, response) => {
      for (let index = 0; index < 10_000; index += 1) response.setHeader(`x-${index}`, 'x'.repeat(20))
      response.end()
    })
    await expect(clientOf(local)(`http://127.0.0.1:${wordy}/`)).rejects.toThrow(/UND_ERR_HEADERS_OVERFLOW/)
  })

  test('C249 T-121 the four headers never reach a plugin, whatever their case and number', async () => {
    const port = await serve((_, response) => {
      response.setHeader('SET-cookie', ['a=b', 'c=d'])
      response.setHeader('Set-Cookie2', 'e=f')
      response.setHeader('AUTHORIZATION', 'x')
      response.setHeader('Www-Authenticate', 'Basic')
      response.setHeader('clear-SITE-data', '"*"')
      response.setHeader('X-Fine', ['1', '2'])
      response.setHeader('Trailer', 'Set-Cookie')
      response.write('text')
      response.addTrailers({ 'Set-Cookie': 'late=1' })
      response.end()
    })
    const { headers } = await clientOf(local)(`http://127.0.0.1:${port}/`)
    expect(headers['x-fine']).toBe('1, 2')
    expect(JSON.stringify(headers)).not.toMatch(/cookie2?":|authori|www-auth|clear-site|late=1/i)
  })
})

describe('T-115 redirects are checked again', () => {
  test('C333 five are followed, six are not', async () => {
    const port = await serve((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) response.end('there')
      else response.writeHead(302, { location: `/${left - 1}` }).end()
    })
    await expect(clientOf(local)(`http://127.0.0.1:${port}/5`)).resolves.toMatchObject({ body: 'there' })
    await expect(clientOf(local)(`http://127.0.0.1:${port}/6`)).rejects.toThrow(/more than 5 redirects/)
  })

  const targetsOfRedirects: [number, string, RegExp][] = [
    [301, 'http://169.254.169.254/latest', /metadata/],
    [302, '//169.254.169.254/', /metadata/],
    [303, 'http://user:pass@127.0.0.1/', /user name or password/],
    [307, 'ftp://127.0.0.1/', /must begin with/],
    [308, 'gopher://127.0.0.1/', /must begin with/],
    [302, 'http://metadata.google.internal/', /metadata/],
    [302, 'http://[::ffff:169.254.169.254]/', /metadata/],
    [302, 'file:///etc/passwd', /must begin with/],
  ]
  test.each(targetsOfRedirects)('%i to %s', async (status, location, message) => {
    const port = await serve((_, response) => response.writeHead(status, { location }).end())
    await expect(clientOf(local)(`http://127.0.0.1:${port}/`)).rejects.toThrow(message)
  })

  test('a hop to a name is checked by the addresses of the name', async () => {
    const port = await serve((_, response) =>
      response.writeHead(302, { location: 'http://inside.example/' }).end(),
    )
    const inside = async (): Promise<LookupAddress[]> => [{ address: '169.254.169.254', family: 4 }]
    await expect(clientOf({ ...local, resolve: inside })(`http://127.0.0.1:${port}/`)).rejects.toThrow(
      /metadata/,
    )
    const home = async (): Promise<LookupAddress[]> => [{ address: '10.0.0.1', family: 4 }]
    const outside = { ...defaults, allowedSchemes: ['http'], resolve: home }
    await expect(clientOf(outside)('http://inside.example/')).rejects.toThrow(/private network/)
  })

  test("a plugin's own Authorization goes to no other host, and a body turns into GET after 303", async () => {
    const seen: { path: string; method: string; authorization: string; body: string }[] = []
    const note: RequestListener = (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { authorization = '' } = request.headers
        seen.push({
          path: request.url ?? '',
          method: request.method ?? '',
          authorization,
          body: Buffer.concat(chunks).toString(),
        })
        if (request.url === '/a') response.writeHead(303, { location: '/b' }).end()
        else if (request.url === '/b')
          response.writeHead(302, { location: `http://127.0.0.1:${other}/c` }).end()
        else response.end('end')
      })
    }
    const other = await serve(note)
    const port = await serve(note)
    const input = { method: 'POST', body: 'payload', headers: { Authorization: 'Bearer own', 'X-A': '1' } }
    await clientOf(local)(`http://127.0.0.1:${port}/a`, input)
    expect(seen).toEqual([
      { path: '/a', method: 'POST', authorization: 'Bearer own', body: 'payload' },
      { path: '/b', method: 'GET', authorization: 'Bearer own', body: '' },
      { path: '/c', method: 'GET', authorization: '', body: '' },
    ])
  })

  test('T-114 a name that changes its address is looked up once, and what was checked is dialled', async () => {
    const port = await serve((_, response) => response.end('checked'))
    let samples = 0
    const rebinding = async (): Promise<LookupAddress[]> => {
      samples += 1
      return [{ address: samples === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }]
    }
    const client = clientOf({ ...local, resolve: rebinding })
    await expect(client(`http://rebind.example:${port}/`)).resolves.toMatchObject({ body: 'checked' })
    expect(samples).toBe(1)
    await expect(client(`http://rebind.example:${port}/`)).rejects.toThrow(/metadata/)
  })

  test('one private address among public ones spoils a name', async () => {
    const mixed = async (): Promise<LookupAddress[]> => [
      { address: '93.184.215.14', family: 4 },
      { address: '::1', family: 6 },
    ]
    await expect(clientOf({ ...defaults, resolve: mixed })('https://mixed.example/')).rejects.toThrow(
      /private network/,
    )
  })
})
