import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asked, createUser, done, type Made, setPermissions } from '../access/people.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer, idOf, secretOf, statusWith } from './people.ts'

let panel: TestPanel
let admin: Asked
let person: Made
let castle: number
let keep: number
let foreign: number
beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
  person = await createUser(admin)
  castle = await addGameServer(panel, 'castle')
  keep = await addGameServer(panel, 'keep')
  foreign = await addGameServer(panel, 'foreign')
  for (const server of [castle, keep]) {
    await setPermissions(admin, person.id, server, { 'game-server-common': true, 'game-server-start': true })
  }
})
afterAll(() => panel.stop())

const create = (parts: object, bearer = person.sessionToken) =>
  panel.request('POST', '/api/tokens', {
    sessionToken: bearer,
    body: { name: 'limited', abilities: ['server:list', 'server:start'], ...parts },
  })
const made = async (parts: object): Promise<string> => (await create(parts)).json.token
const ask = (method: string, path: string, bearer: string) =>
  panel.request(method, path, { sessionToken: bearer })

describe('access tokens with limits', () => {
  test('one that ends works until then, and is listed with its end', async () => {
    const expires_at = new Date(panel.clock.nowMs + 60_000).toISOString()
    const token = await made({ expires_at })
    panel.clock.nowMs += 59_999
    expect(await statusWith(panel, token)).toBe(200)
    panel.clock.nowMs += 1
    expect(await statusWith(panel, token)).toBe(401)
    const listed = (await ask('GET', '/api/tokens', person.sessionToken)).json as { id: number }[]
    expect(listed.find(({ id }) => id === idOf(token))).toMatchObject({ expires_at, servers: null })
  })

  test('5.2.5 one for some servers sees and opens these alone, and less where its owner may less', async () => {
    const token = await made({ servers: [castle] })
    const listed = (await ask('GET', '/api/servers', token)).json as { id: number }[]
    expect(listed.map(({ id }) => id)).toEqual([castle])
    expect((await ask('GET', `/api/servers/${castle}`, token)).status).toBe(200)
    expect((await ask('POST', `/api/servers/${castle}/start`, token)).status).toBe(202)
    for (const server of [keep, foreign, 999_999]) {
      expect((await ask('GET', `/api/servers/${server}`, token)).status).toBe(403)
      expect((await ask('POST', `/api/servers/${server}/start`, token)).status).toBe(403)
      expect((await ask('GET', `/api/servers/${server}/abilities`, token)).status).toBe(403)
    }
    await setPermissions(admin, person.id, castle, { 'game-server-start': false })
    expect((await ask('POST', `/api/servers/${castle}/start`, token)).status).toBe(403)
    await setPermissions(admin, person.id, castle, { 'game-server-start': true })
  })

  test('what cannot be a limit is refused, and nothing is told of servers that one cannot see', async () => {
    const errors = async (parts: object, bearer?: string) => {
      const { status, json } = await create(parts, bearer)
      return [status, Object.keys(json.errors ?? {})]
    }
    expect(await errors({ expires_at: new Date(panel.clock.nowMs).toISOString() })).toEqual([
      422,
      ['expires_at'],
    ])
    expect(await errors({ expires_at: 'soon' })).toEqual([422, ['expires_at']])
    expect(await errors({ servers: [] })).toEqual([422, ['servers']])
    const [hidden, missing] = [await create({ servers: [foreign] }), await create({ servers: [999_999] })]
    expect(hidden.json.errors.servers[0].replace(String(foreign), '')).toBe(
      missing.json.errors.servers[0].replace('999999', ''),
    )
    const wide = { abilities: ['admin:server:create'], servers: [castle] }
    expect(await errors(wide, admin.sessionToken)).toEqual([422, ['servers']])
  })

  test('a panel that knows no limits does not take it: its hash is another one', async () => {
    const hashOf = async (token: string) =>
      (
        await panel.db
          .selectFrom('personal_access_tokens')
          .select('secret_hash')
          .where('id', '=', idOf(token))
          .executeTakeFirstOrThrow()
      ).secret_hash
    const plain = (token: string) => createHash('sha256').update(secretOf(token)).digest('hex')
    const [unlimited, limited] = [await made({}), await made({ servers: [castle] })]
    expect(await hashOf(unlimited)).toBe(plain(unlimited))
    expect(await hashOf(limited)).not.toBe(plain(limited))
    expect(await statusWith(panel, limited)).toBe(200)
  })
})

describe('what a 403 says is missing', () => {
  test('the ability, the permission, or another credential', async () => {
    const token = await made({})
    const missing = async (method: string, path: string, bearer: string) => {
      const { status, json } = await ask(method, path, bearer)
      return [status, json.missing]
    }
    expect(await missing('POST', `/api/servers/${castle}/stop`, token)).toEqual([
      403,
      { ability: 'server:stop' },
    ])
    expect(await missing('GET', '/api/nodes', token)).toEqual([
      403,
      { credential: 'session_or_service_account' },
    ])
    expect(await missing('POST', `/api/servers/${castle}/stop`, person.sessionToken)).toEqual([
      403,
      { permission: 'game-server-stop', object_type: 'server' },
    ])
    expect(await missing('GET', '/api/users', person.sessionToken)).toEqual([
      403,
      { permission: 'admin roles & permissions' },
    ])
    expect(await missing('GET', '/api/nodes', person.sessionToken)).toEqual([
      403,
      { permission: 'view', object_type: 'node' },
    ])
  })

  test('A08 the same of a server that one cannot see and of one that does not exist', async () => {
    const stranger = await createUser(admin)
    for (const path of ['', '/settings', '/files', '/console', '/backups', '/metrics', '/tasks']) {
      const answers = [foreign, 999_999].map(server =>
        ask('GET', `/api/servers/${server}${path}`, stranger.sessionToken),
      )
      const [hidden, missing] = (await Promise.all(answers)).map(({ status, json }) => ({
        status,
        ...json,
        request_id: '',
      }))
      expect(hidden).toEqual(missing)
      expect(hidden).toMatchObject({ status: expect.anything(), missing: { object_type: 'server' } })
    }
    await done(admin, 'DELETE', `/api/users/${stranger.id}`)
  })
})
