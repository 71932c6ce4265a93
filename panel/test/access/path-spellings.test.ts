// C095, C096: no other method and no other spelling of a path leads past the checks of the exact one.

import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofSize } from '../../../test-services/proof-size.ts'
import { namesOfAll, withIds } from '../harmless-calls.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer, restrictedSession } from '../tokens/people.ts'
import { changesBetween, dump } from './database-dump.ts'
import { type Asked, createUser, done, type Made } from './people.ts'

let panel: TestPanel
let admin: Asked
let person: Made
let ids: Record<string, number>
beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
  const servers = await addGameServer(panel, 'the one')
  const { node_id } = await done(admin, 'GET', `/api/servers/${servers}`)
  const { task_id } = await done(admin, 'POST', `/api/servers/${servers}/start`)
  person = await createUser(admin)
  ids = { servers, nodes: node_id, tasks: task_id, users: person.id, roles: 2 }
})
afterAll(() => panel.stop())

/** Sends the path byte by byte as it is, unlike fetch, which normalizes it. */
function statusOf(
  method: string,
  path: string,
  bearer: string | null,
  headers: Record<string, string> = {},
): Promise<number> {
  const { port } = new URL(panel.url)
  const authorization = bearer === null ? {} : { authorization: `Bearer ${bearer}` }
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port, method, path, headers: { ...authorization, ...headers } },
      answer => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}

/** Whether an address is also one of this route, with a word of it in place of an id. */
const isShapedLike = (name: string, path: string) =>
  new RegExp(`^${(name.split(' ')[1] ?? '').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)

describe('4 (C095) wrong methods', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']

  test('4 (C095) a method that a path does not have is 405 with those it has, and changes nothing', async () => {
    const names = namesOfAll(panel).map(name => name.replace('WS ', 'GET '))
    const paths = Map.groupBy(names, name => name.split(' ')[1] ?? '')
    const before = await dump(panel)
    for (const [place, [path, offered]] of [...paths].entries()) {
      const own = offered.map(name => name.split(' ')[0])
      const isRead = own.includes('GET') && !path.startsWith('/api/ws')
      // A third of the methods each; the neighbors of a path have the others.
      const isAsked = (at: number) => proofSize({ short: (at + place) % 3 === 0, proof: true })
      for (const method of methods.filter((_, at) => isAsked(at))) {
        if (own.includes(method) || (method === 'HEAD' && isRead)) continue
        // Questions about an address are not told apart from questions about nothing; fetch sends no TRACE.
        const isQuestion = method === 'HEAD' || method === 'TRACE'
        const isOfPlugin = path.endsWith('*')
        const status = await statusOf(method, withIds(path, ids), admin.sessionToken)
        // The id of another route: `abilities` is no id of a token.
        const isAnId = names.some(name => name.startsWith(`${method} `) && isShapedLike(name, path))
        const wrong = isOfPlugin || isAnId ? [404] : [405]
        const known = method === 'OPTIONS' && !isOfPlugin ? [204] : wrong
        const expected = isQuestion ? [404, 405] : known
        expect(expected, `${method} ${path}: ${status}`).toContain(status)
      }
    }
    expect(changesBetween(before, await dump(panel))).toEqual([])
  })

  test('4 (C095) the answer to a wrong method depends on the address alone', async () => {
    const wrong = async (method: string, path: string, sessionToken = '') => {
      const { status, headers, json } = await panel.request(method, path, { sessionToken })
      return { status, allow: headers.get('allow'), code: (json as { code: string }).code }
    }
    const refused = { status: 405, allow: 'DELETE, GET, HEAD, PUT', code: 'method_not_allowed' }
    for (const bearer of ['', person.sessionToken, admin.sessionToken]) {
      expect(await wrong('POST', `/api/users/${person.id}`, bearer)).toEqual(refused)
      expect(await wrong('POST', '/api/users/999999', bearer)).toEqual(refused)
      expect(await wrong('GET', '/api/auth/login', bearer)).toMatchObject({ status: 405, allow: 'POST' })
      expect(await wrong('DELETE', '/api/docs', bearer)).toMatchObject({ status: 405, allow: 'GET, HEAD' })
      expect(await wrong('POST', '/api/nothing-here', bearer)).toEqual({
        status: 404,
        allow: null,
        code: 'not_found',
      })
    }
  })

  test('4 OPTIONS of a known address says which methods it takes, whoever asks, and of another one 404', async () => {
    const asked = async (path: string, sessionToken = '') => {
      const { status, headers, text } = await panel.request('OPTIONS', path, { sessionToken })
      return [status, headers.get('allow'), text]
    }
    for (const bearer of ['', person.sessionToken, admin.sessionToken]) {
      expect(await asked('/api/users/999999', bearer)).toEqual([204, 'DELETE, GET, HEAD, OPTIONS, PUT', ''])
      expect(await asked('/api/auth/login?x=1', bearer)).toEqual([204, 'OPTIONS, POST', ''])
      expect(await asked('/api/nothing-here', bearer)).toEqual([
        404,
        null,
        expect.stringContaining('not_found'),
      ])
    }
  })

  test.each(['x-http-method-override', 'x-http-method', 'x-method-override'])(
    '4 (C095) %s is not listened to',
    async header => {
      const before = await dump(panel)
      for (const path of [`/api/users/${person.id}`, '/api/roles', '/api/nodes']) {
        for (const method of ['DELETE', 'PUT', 'POST']) {
          const status = await statusOf('GET', `${path}?_method=${method}`, admin.sessionToken, {
            [header]: method,
          })
          expect(status, `${method} ${path}`).toBe(200)
        }
      }
      expect(changesBetween(before, await dump(panel))).toEqual([])
    },
  )

  test('4 (C095) HEAD is checked like GET', async () => {
    for (const path of ['/api/users', `/api/servers/${ids.servers}`, '/api/nodes', '/api/roles']) {
      expect(await statusOf('HEAD', path, null), path).toBe(401)
      expect(await statusOf('HEAD', path, person.sessionToken), path).toBe(403)
      expect(await statusOf('HEAD', path, admin.sessionToken), path).toBe(200)
    }
  })
})

/** Other ways to write a path, from harmless to hostile. */
function spellingsOf(path: string): string[] {
  const parts = path.split('/').slice(1)
  const [api = '', ...rest] = parts
  const tail = rest.join('/')
  const last = parts.at(-1) ?? ''
  const upTo = parts.slice(0, -1).join('/')
  return [
    `${path}/`,
    `${path}//`,
    `/${path}`,
    `//${api}//${tail}`,
    `/${parts.join('//')}`,
    `/./${api}/./${tail}`,
    `/${api}/nothing/../${tail}`,
    `/${api}/nothing/%2e%2e/${tail}`,
    `/${api}/health/%2e%2e/${tail}`,
    `/${api}/health/..%2f${tail}`,
    `/${api}/config/public/..;/../${tail}`,
    `/${api}/%2e/${tail}`,
    `/${api.toUpperCase()}/${tail}`,
    `/${api}/${tail.toUpperCase()}`,
    `/Api/${tail}`,
    `${path};x=1`,
    `/${api};x=1/${tail}`,
    `/${api}%2f${tail}`,
    `/${api}/${rest.join('%2f')}`,
    `/${api}%5c${tail}`,
    `/${api}\\${tail.replaceAll('/', '\\')}`,
    `/${upTo}/%${last.charCodeAt(0).toString(16)}${last.slice(1)}`,
    `${path}%20`,
    `${path}%00`,
    `${path}%0a`,
    `${path}.json`,
    `${path}?token=`,
    `${path}?/api/health`,
    `${path}#/api/health`,
    `http://localhost${path}`,
    `/api/health?x=${path}`,
  ]
}

describe('4 (C096) other spellings of a path', () => {
  const sample = [
    'GET /api/users',
    'GET /api/users/{id}',
    'DELETE /api/users/{id}',
    'GET /api/roles',
    'GET /api/permissions',
    'GET /api/nodes',
    'DELETE /api/nodes/{id}',
    'GET /api/servers/{server}',
    'DELETE /api/servers/{server}',
    'POST /api/servers/{server}/start',
    'GET /api/tasks/{id}',
    'GET /api/ws/servers/{server}/console',
  ]

  test.each(sample)('4 (C096) %s: no spelling lets in who is kept out', async name => {
    const [method = '', path = ''] = name.split(' ')
    const keptOut: [string, string | null][] = [
      ['nobody', null],
      ['a user without permissions', person.sessionToken],
      ['a restricted session', await restrictedSession(panel, 1)],
    ]
    const before = await dump(panel)
    for (const [who, bearer] of keptOut) {
      for (const spelling of spellingsOf(withIds(path, ids))) {
        const status = await statusOf(method, spelling, bearer)
        const isOpenToAll = spelling.startsWith('/api/health?') && method === 'GET'
        const allowed = isOpenToAll ? [200, 403] : [400, 401, 403, 404, 405]
        // Outside of the API the page of the web application is the answer; it is not built here.
        const expected = spelling.startsWith('/api/') ? allowed : [...allowed, 503]
        expect(expected, `${who}: ${method} ${spelling}`).toContain(status)
      }
    }
    expect(changesBetween(before, await dump(panel))).toEqual([])
  })

  test('4 (C096) no spelling of an id passes by a deny on that game server', async () => {
    const { servers = 0 } = ids
    const excepted = await createUser(admin)
    const permissions = ['common', 'start', 'console-view', 'console-send'].map(it => `game-server-${it}`)
    const wide = permissions.map(permission => ({ permission, effect: 'allow', object_type: 'server' }))
    await done(admin, 'PUT', `/api/users/${excepted.id}/permissions`, wide)
    const denied = permissions.map(permission => ({ permission, value: false }))
    await done(admin, 'PUT', `/api/users/${excepted.id}/servers/${servers}/permissions`, denied)

    const fullWidth = encodeURIComponent(String.fromCodePoint(0xff10 + servers))
    const spelled = [`0${servers}`, `+${servers}`, `%2b${servers}`, `${servers}.0`, `0x${servers}`]
    spelled.push(`${servers}e0`, `${servers}%20`, `%20${servers}`, `%0a${servers}`, fullWidth)
    spelled.push(`%${servers.toString().charCodeAt(0).toString(16)}`, `0b${servers}`, `${servers}n`)
    const before = await dump(panel)
    for (const id of [String(servers), ...spelled]) {
      for (const [method, path] of [
        ['GET', `/api/servers/${id}`],
        ['POST', `/api/servers/${id}/start`],
        ['GET', `/api/servers/${id}/console`],
      ] as const) {
        const status = await statusOf(method, path, excepted.sessionToken)
        expect([403, 404], `${method} ${path}`).toContain(status)
      }
      const { token } = await done(
        { panel, sessionToken: excepted.sessionToken },
        'POST',
        '/api/auth/short-lived-token',
      )
      const status = await statusOf('GET', `/api/ws/servers/${id}/console?token=${token}`, null)
      expect([403, 404], `the console channel of ${id}`).toContain(status)
    }
    expect(changesBetween(before, await dump(panel))).toEqual([])
  })
})
