import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '@rookery/contracts/limits.ts'
import { tokenAbilities } from '@rookery/contracts/token-abilities.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addPerson, createToken, idOf, restrictedSession, secretOf } from './people.ts'

const allAbilities = Object.keys(tokenAbilities)
const serverAbilities = allAbilities.filter(name => name.startsWith('server:'))

let panel: TestPanel
let adminSession: string
let userSession: string
let userId: number
beforeAll(async () => {
  panel = await startTestPanel()
  adminSession = await panel.signIn()
  const person = await addPerson(panel, 'ursula')
  userSession = person.sessionToken
  userId = person.id
})
afterAll(() => panel.stop())

const create = (sessionToken: string, body: unknown) =>
  panel.request('POST', '/api/tokens', { sessionToken, body })

async function countTokens(): Promise<number> {
  return (await panel.db.selectFrom('personal_access_tokens').select('id').execute()).length
}

describe('making personal access tokens', () => {
  test('2.1 (C008) a session makes a token of the form <id>|<secret>', async () => {
    const answer = await create(userSession, { name: 'n', abilities: ['server:list'] })
    expect(answer.status).toBe(201)
    expect(answer.json.token).toMatch(/^[0-9]+\|\S{32,}$/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('5.2 more than 500 that work are refused with 409, and revoking one makes room', async () => {
    const person = await addPerson(panel, 'tina')
    const made = await create(person.sessionToken, { name: 'first', abilities: ['server:list'] })
    const row = await panel.db
      .selectFrom('personal_access_tokens')
      .selectAll()
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    const { id: _, ...copy } = row
    const copies = Array.from({ length: limits.accessTokensOfUser - 1 }, () => copy)
    for (let at = 0; at < copies.length; at += 100) {
      await panel.db
        .insertInto('personal_access_tokens')
        .values(copies.slice(at, at + 100))
        .execute()
    }
    const refused = await create(person.sessionToken, { name: 'one more', abilities: ['server:list'] })
    expect([refused.status, refused.json.code]).toEqual([409, 'conflict'])
    expect(refused.json.message).toContain('500 personal access tokens')
    const path = `/api/tokens/${idOf(made.json.token)}`
    expect((await panel.request('DELETE', path, { sessionToken: person.sessionToken })).status).toBe(204)
    expect((await create(person.sessionToken, { name: 'one more', abilities: ['server:list'] })).status).toBe(
      201,
    )
    expect((await create(userSession, { name: 'of another', abilities: ['server:list'] })).status).toBe(201)
  })

  test.each([
    ['missing', {}],
    ['empty', { name: '' }],
    ['only spaces', { name: '   ' }],
    ['a number', { name: 5 }],
    ['null', { name: null }],
    ['256 characters', { name: 'x'.repeat(256) }],
    ['with a line feed', { name: 'a\nb' }],
  ])('2.1 (C009) a name that is %s is refused, nothing is created', async (_, part) => {
    const before = await countTokens()
    const answer = await create(userSession, { abilities: ['server:list'], ...part })
    expect(answer.status).toBe(422)
    expect(answer.json.errors.name).toHaveLength(1)
    expect(await countTokens()).toBe(before)
  })

  test('2.1 (C009) a name of 255 characters is accepted', async () => {
    const name = 'ü'.repeat(255)
    expect((await create(userSession, { name, abilities: ['server:list'] })).status).toBe(201)
    const [newest] = (await panel.request('GET', '/api/tokens', { sessionToken: userSession })).json
    expect(newest.name).toBe(name)
  })

  test.each([
    ['missing', {}],
    ['empty', { abilities: [] }],
    ['a string', { abilities: 'server:list' }],
    ['an unknown name', { abilities: ['server:list', 'server:unknown'] }],
    ['the same name twice', { abilities: ['server:list', 'server:list'] }],
    ['101 items', { abilities: Array.from({ length: 101 }, () => 'server:list') }],
    ['nested', { abilities: [['server:list']] }],
    ['an inherited name', { abilities: ['toString'] }],
  ])('2.1 (C010) abilities that are %s are refused, nothing is created', async (_, part) => {
    const before = await countTokens()
    const answer = await create(adminSession, { name: 'n', ...part })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.json.errors)[0]).toMatch(/^abilities/)
    expect(await countTokens()).toBe(before)
  })

  test.each(['server:*', '*', ' server:list', 'server:list ', 'SERVER:LIST', 'admin:', 'server:list\u0000'])(
    'T-054 the ability %j is refused',
    async ability => {
      expect((await create(adminSession, { name: 'n', abilities: [ability] })).status).toBe(422)
    },
  )

  test('5.2 (C011) a user may take all ten abilities of game servers', async () => {
    expect(serverAbilities).toHaveLength(10)
    expect((await create(userSession, { name: 'n', abilities: serverAbilities })).status).toBe(201)
  })

  test.each(['admin:server:create', 'admin:gdaemon-task:read'])(
    '5.2.6 (C104) a user who asks for %s gets nothing',
    async ability => {
      const before = await countTokens()
      const answer = await create(userSession, { name: 'n', abilities: ['server:list', ability] })
      expect(answer.status).toBe(422)
      expect(answer.json.errors.abilities[0]).toContain(ability)
      expect(await countTokens()).toBe(before)
    },
  )

  test('5.2.6 (C105) an administrator may grant both', async () => {
    const abilities = ['admin:server:create', 'admin:gdaemon-task:read']
    expect((await create(adminSession, { name: 'n', abilities })).status).toBe(201)
  })

  test('4.1 (C066) a token cannot make a token, a restricted session neither, a stranger neither', async () => {
    const body = { name: 'n', abilities: ['server:list'] }
    expect((await create(await createToken(panel, adminSession), body)).status).toBe(401)
    expect((await create(await restrictedSession(panel, 1), body)).status).toBe(403)
    expect((await panel.request('POST', '/api/tokens', { body })).status).toBe(401)
  })

  test('4.1 (C067) the abilities that one may grant, with a session and with a token', async () => {
    const abilitiesFor = async (bearer: string) =>
      (await panel.request('GET', '/api/tokens/abilities', { sessionToken: bearer })).json
    expect(await abilitiesFor(adminSession)).toEqual(allAbilities)
    expect(await abilitiesFor(await createToken(panel, adminSession))).toEqual(allAbilities)
    expect(await abilitiesFor(userSession)).toEqual(serverAbilities)
    expect(await abilitiesFor(await createToken(panel, userSession))).toEqual(serverAbilities)
  })

  test('6.4 creation and revocation are in the audit log', async () => {
    const token = await createToken(panel, userSession)
    await panel.request('DELETE', `/api/tokens/${idOf(token)}`, { sessionToken: userSession })
    const lines = panel.logLines.map(line => JSON.parse(line)).filter(line => line.token_id === idOf(token))
    expect(lines.map(line => [line.event, line.outcome, line.actor_id, line.auth_method])).toEqual([
      ['token.created', 'success', userId, 'login-session'],
      ['token.revoked', 'success', userId, 'login-session'],
    ])
  })
})

describe('listing and storing personal access tokens', () => {
  test('2.1 (C012) the list has name, abilities and last use, and nothing secret', async () => {
    const token = await createToken(panel, userSession, ['server:start', 'server:list'])
    const answer = await panel.request('GET', '/api/tokens', { sessionToken: userSession })
    expect(answer.json[0]).toEqual({
      id: idOf(token),
      name: 'a script',
      abilities: ['server:start', 'server:list'],
      expires_at: null,
      servers: null,
      last_used_at: null,
      created_at: new Date(panel.clock.nowMs).toISOString(),
    })
    const hash = createHash('sha256').update(secretOf(token)).digest('hex')
    for (const secret of [secretOf(token), hash]) expect(answer.text).not.toContain(secret)
  })

  test('4.1 (C068) everybody sees only their own tokens, page by page', async () => {
    const [anna, bert] = [await addPerson(panel, 'anna'), await addPerson(panel, 'bert')]
    const ofAnna = [
      idOf(await createToken(panel, anna.sessionToken)),
      idOf(await createToken(panel, anna.sessionToken)),
    ]
    await createToken(panel, bert.sessionToken)
    const list = await panel.request('GET', '/api/tokens?per_page=1', { sessionToken: anna.sessionToken })
    expect(list.headers.get('x-total-count')).toBe('2')
    expect(list.json.map((item: { id: number }) => item.id)).toEqual([ofAnna[1]])
    const second = await panel.request('GET', '/api/tokens?per_page=1&page=2', {
      sessionToken: anna.sessionToken,
    })
    expect(second.json.map((item: { id: number }) => item.id)).toEqual([ofAnna[0]])
  })

  test('2.1 (C014, C218) the database holds the SHA-256 of the secret once, database and log never the secret', async () => {
    const token = await createToken(panel, userSession)
    await panel.request('GET', '/api/servers', { sessionToken: token })
    const hash = createHash('sha256').update(secretOf(token)).digest('hex')
    const rows = await panel.db.selectFrom('personal_access_tokens').selectAll().execute()
    expect(rows.every(row => /^[0-9a-f]{64}$/.test(row.secret_hash))).toBe(true)
    const users = await panel.db.selectFrom('users').select('password_hash').execute()
    expect(users.every(user => /^\$2[aby]\$/.test(user.password_hash))).toBe(true)
    expect(JSON.stringify(rows).split(hash)).toHaveLength(2)
    const files = ['panel.sqlite', 'panel.sqlite-wal'].map(name =>
      readFileSync(join(panel.dataDir, name), 'latin1'),
    )
    expect(files.join('')).toContain(hash)
    for (const text of [...files, panel.logLines.join('')]) expect(text).not.toContain(secretOf(token))
    expect(panel.logLines.join('')).not.toContain(hash)
  })
})
