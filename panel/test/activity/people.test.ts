// Who did what in the panel: what is recorded, who reads it, how it is narrowed, and what is never in it.

import { Readable } from 'node:stream'
import type { ActivityEntry, PeopleActivityEntry } from '@rookery/contracts/http/activity.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runUserCommand } from '../../src/run-user-command.ts'
import { configFor } from '../local-commands/local-commands-suite.ts'
import { codeAt } from '../sign-in/people.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer, addPerson, createToken, idOf, usualPassword } from '../tokens/people.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

function callsTo(panel: () => TestPanel) {
  const call = async (method: Method, path: string, sessionToken: string, body?: object) => {
    const answer = await panel().request(method, path, { sessionToken, ...(body && { body }) })
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
    return answer.json
  }
  const read = async (sessionToken: string, query = ''): Promise<ActivityEntry[]> =>
    call('GET', `/api/activity?per_page=200${query}`, sessionToken)
  const people = async (sessionToken: string, query = ''): Promise<PeopleActivityEntry[]> =>
    (await read(sessionToken, `&scope=people${query}`)).filter(entry => entry.what === 'people')
  return { call, read, people }
}

describe('with ACTIVITY_PEOPLE=true', () => {
  let panel: TestPanel
  let admin: string
  let arena: number
  const { call, read, people } = callsTo(() => panel)
  beforeAll(async () => {
    panel = await startTestPanel({ variables: { ACTIVITY_PEOPLE: 'true' } })
    admin = await panel.signIn()
    arena = await addGameServer(panel, 'Arena')
  })
  afterAll(() => panel.stop())

  test('who granted a permission is found by the person, the server and the kind', async () => {
    const nina = await addPerson(panel, 'nina')
    const body = [
      { permission: 'game-server-common', value: true },
      { permission: 'game-server-files', value: true },
    ]
    await call('PUT', `/api/users/${nina.id}/servers/${arena}/permissions`, admin, body)
    const [granted] = await people(admin, `&user=${nina.id}&kind=permissions&server=${arena}`)
    expect(granted).toMatchObject({
      ...{ event: 'permissions_changed', by: { login: 'admin' }, via: 'session' },
      subject: { type: 'user', id: nina.id, name: 'nina' },
      server: { id: arena, name: 'Arena' },
      details: {
        permissions: [
          { permission: 'game-server-common', before: null, after: 'allow' },
          { permission: 'game-server-files', before: null, after: 'allow' },
        ],
      },
    })
    // What is so already is no change, and no line.
    await call('PUT', `/api/users/${nina.id}/servers/${arena}/permissions`, admin, body)
    const taken = [{ permission: 'game-server-files', value: false }]
    await call('PUT', `/api/users/${nina.id}/servers/${arena}/permissions`, admin, taken)
    const lines = await people(admin, `&user=${nina.id}&kind=permissions`)
    expect(lines.map(({ details }) => details.permissions?.length)).toEqual([1, 2])
    expect(lines[0]?.details.permissions).toMatchObject([
      { permission: 'game-server-files', before: 'allow', after: null },
    ])
    expect(await call('GET', `/api/servers/${arena}/activity?kind=permissions`, admin)).toHaveLength(2)
  })

  test('nobody sees the sign-ins of another person, nor what was done to them', async () => {
    const [eve, mallory] = [await addPerson(panel, 'eve'), await addPerson(panel, 'mallory')]
    await call('PUT', `/api/users/${eve.id}`, admin, { name: 'Eve of the attic' })
    const own = await people(eve.sessionToken)
    expect(own.map(({ event }) => event)).toEqual(['user_changed', 'signed_in'])
    expect(own[0]).toMatchObject({ by: { login: 'admin' }, subject: { id: eve.id } })
    const others = await people(mallory.sessionToken)
    expect(others.map(({ event, by }) => [event, by?.login])).toEqual([['signed_in', 'mallory']])
    for (const query of [`user=${eve.id}`, 'user=1']) {
      const refused = await panel.request('GET', `/api/activity?${query}`, {
        sessionToken: mallory.sessionToken,
      })
      expect(refused.status).toBe(403)
    }
    const narrowed = `&subject_type=user&subject_id=${eve.id}`
    expect(await read(mallory.sessionToken, narrowed)).toEqual([])
    const csv = await panel.request('GET', '/api/activity/export', { sessionToken: mallory.sessionToken })
    expect(csv.text).toContain('mallory')
    expect(csv.text).not.toMatch(/\beve\b|admin/)
    expect((await people(admin, narrowed)).length).toBeGreaterThan(1)
  })

  test('sign-in, sign-out and sessions that somebody else ended', async () => {
    const person = await addPerson(panel, 'olga')
    const second = await panel.signIn({ login: 'olga', password: usualPassword })
    await call('POST', '/api/auth/logout', second)
    await call('POST', `/api/users/${person.id}/sign-out`, admin)
    const lines = await people(admin, `&user=${person.id}&kind=sign_ins`)
    expect(lines.map(({ event, by }) => [event, by?.login])).toEqual([
      ['sessions_ended', 'admin'],
      ['signed_out', 'olga'],
      ['signed_in', 'olga'],
      ['signed_in', 'olga'],
    ])
    expect(lines[0]?.details).toEqual({ sessions: 'all' })
    expect(lines[3]?.details).toMatchObject({ ip: '127.0.0.1', method: 'password' })
  })

  test('a storm of failed sign-ins is one line an hour, and what was typed is never stored', async () => {
    const person = await addPerson(panel, 'pawel')
    const attempt = (login: string, password: string) =>
      panel.request('POST', '/api/auth/login', { body: { login, password } })
    for (let n = 0; n < 4; n++) await attempt('pawel', `wrong ${n}`)
    await attempt('my-password-in-the-wrong-field', 'nothing')
    const failed = async () =>
      (await people(admin, '&kind=sign_ins')).filter(({ event }) => event === 'sign_in_failed')
    await expect.poll(async () => (await failed()).length, { timeout: 60_000 }).toBe(2)
    const [unknown, known] = (await failed()).toSorted((a, b) => (a.subject?.id ?? 0) - (b.subject?.id ?? 0))
    expect(unknown).toMatchObject({ subject: null, details: { wrong_passwords: 1 } })
    expect(known).toMatchObject({
      ...{ by: null, subject: { id: person.id, name: 'pawel' } },
      details: { wrong_passwords: 4, addresses: ['127.0.0.1'] },
    })
    await attempt('pawel', 'wrong again')
    const count = async () => (await failed()).find(({ subject }) => subject)?.details.wrong_passwords
    await expect.poll(count, { timeout: 60_000 }).toBe(5)
    const rows = JSON.stringify(await panel.db.selectFrom('activity').selectAll().execute())
    expect(rows).not.toMatch(/wrong-field|wrong \d|wrong again/)
  })

  test('users, passwords, roles and tokens, without any secret', async () => {
    const login = 'quinn'
    const password = 'seven purple wombats'
    const { id } = await call('POST', '/api/users', admin, { login, password, roles: ['user'] })
    await call('PUT', `/api/users/${id}`, admin, {
      ...{ email: 'quinn@example.org', password: 'eight purple wombats' },
      roles: ['admin'],
    })
    const session = await panel.signIn({ login, password: 'eight purple wombats' })
    const token = await createToken(panel, session)
    await call('DELETE', `/api/tokens/${idOf(token)}`, session)
    await call('DELETE', `/api/users/${id}`, admin)
    const lines = await people(admin, `&subject_type=user&subject_id=${id}`)
    expect(lines.map(({ event, by }) => [event, by])).toEqual([
      ['user_deleted', { id: 1, login: 'admin' }],
      // Gone, and still named.
      ['token_revoked', { id: null, login }],
      ['token_created', { id: null, login }],
      ['signed_in', { id: null, login }],
      ['roles_changed', { id: 1, login: 'admin' }],
      ['password_changed', { id: 1, login: 'admin' }],
      ['user_changed', { id: 1, login: 'admin' }],
      ['user_created', { id: 1, login: 'admin' }],
    ])
    expect(lines[4]?.details).toMatchObject({ added: ['admin'], removed: ['user'] })
    expect(lines[6]?.details.changes).toEqual([{ field: 'email', before: null, after: 'quinn@example.org' }])
    const rows = JSON.stringify(await panel.db.selectFrom('activity').selectAll().execute())
    expect(rows).not.toMatch(/wombats|\$2[aby]\$/)
    expect(rows).not.toContain(token.split('|')[1])
  })

  test('nodes, roles, presets and invitations', async () => {
    const node = await call('POST', '/api/nodes', admin, { name: 'Barn' })
    await call('PUT', `/api/nodes/${node.id}`, admin, { name: 'Shed' })
    await call('PUT', `/api/nodes/${node.id}`, admin, { name: 'Shed' })
    await call('DELETE', `/api/nodes/${node.id}`, admin)
    const ofNode = await people(admin, `&subject_type=node&subject_id=${node.id}`)
    expect(ofNode.map(({ event, subject }) => [event, subject?.name])).toEqual([
      ['node_deleted', 'Shed'],
      ['node_changed', 'Barn'],
      ['node_created', 'Barn'],
    ])
    expect(ofNode[1]?.details.changes).toEqual([{ field: 'name', before: 'Barn', after: 'Shed' }])
    const entries = [{ permission: 'view', effect: 'allow', object_type: 'node', object_id: null }]
    const role = await call('POST', '/api/roles', admin, { name: 'lookers', entries })
    await call('DELETE', `/api/roles/${role.id}`, admin)
    const invitation = { login: 'rosa', permissions: ['game-server-common'] }
    await call('POST', `/api/servers/${arena}/invitations`, admin, invitation)
    const events = (await people(admin)).map(({ event }) => event)
    expect(events).toEqual(expect.arrayContaining(['role_created', 'role_deleted', 'user_invited']))
  })

  test('a command on the machine is there with the account of the machine', async () => {
    const command = { command: 'add', login: 'sven', password: 'six purple wombats', isAdministrator: false }
    const config = configFor(panel.dataDir, { ACTIVITY_PEOPLE: 'true' })
    const { problem } = await runUserCommand(config, Readable.from([JSON.stringify(command)]))
    expect(problem).toBe(null)
    const [line] = await people(admin, '&kind=people')
    expect(line).toMatchObject({ event: 'user_created', by: null, via: 'command', subject: { name: 'sven' } })
    expect(line?.details.machine_user).toMatch(/\S/)
  })

  test('second factor: on, and a recovery code used; codes and secrets are never in it', async () => {
    const person = await addPerson(panel, 'tara')
    const post = (path: string, body: object, token = person.sessionToken) =>
      call('POST', `/api${path}`, token, body)
    const { secret } = await post('/profile/2fa/setup', {})
    const { recovery_codes } = await post('/profile/2fa/confirm', { code: codeAt(secret, panel.clock.nowMs) })
    const credentials = { login: 'tara', password: usualPassword }
    const first = await panel.request('POST', '/api/auth/login', { body: credentials })
    const { challenge_token } = first.json as { challenge_token: string }
    const step = { challenge_token, code: recovery_codes[0] }
    expect((await panel.request('POST', '/api/auth/2fa/verify', { body: step })).status).toBe(200)
    const lines = await people(admin, `&user=${person.id}`)
    expect(lines.map(({ event, details }) => [event, details.method])).toEqual([
      ['signed_in', 'second_factor'],
      ['recovery_code_used', undefined],
      ['second_factor_on', undefined],
      ['signed_in', 'password'],
    ])
    const rows = JSON.stringify(await panel.db.selectFrom('activity').selectAll().execute())
    for (const secretText of [secret, ...recovery_codes]) expect(rows).not.toContain(secretText)
  })

  test('a change that is refused leaves no line', async () => {
    const count = async () => (await people(admin)).length
    const before = await count()
    const body = { login: 'admin', password: 'nine purple wombats', roles: ['user'] }
    const taken = await panel.request('POST', '/api/users', { sessionToken: admin, body })
    expect(taken.status).toBe(422)
    const last = await panel.request('PUT', '/api/users/1', { sessionToken: admin, body: { roles: [] } })
    expect(last.status).toBe(409)
    expect(await count()).toBe(before)
  })

  test('time and pages narrow the list, and both kinds of lines follow each other', async () => {
    const all = await read(admin)
    expect(new Set(all.map(({ what }) => what === 'people'))).toEqual(new Set([true, false]))
    const first = await read(admin, '').then(list => list.slice(0, 5))
    const next = await call('GET', `/api/activity?per_page=5&before=${first.at(-1)?.id}`, admin)
    expect(next).toEqual(all.slice(5, 10))
    const at = all[3]?.at ?? ''
    expect((await read(admin, `&until=${at}`)).every(entry => entry.at < at)).toBe(true)
    expect((await read(admin, '&scope=servers')).some(({ what }) => what === 'people')).toBe(false)
    const bare = await panel.request('GET', '/api/activity?subject_id=3', { sessionToken: admin })
    expect(bare.status).toBe(422)
  })

  test('the export has the same filters, whole quotes and no formulas', async () => {
    const { id } = await call('POST', '/api/users', admin, {
      ...{ login: '=cmd', name: '=HYPERLINK("x")', password: 'ten purple wombats', roles: ['user'] },
    })
    const answer = await panel.request('GET', `/api/activity/export?user=${id}`, { sessionToken: admin })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="activity.csv"')
    const lines = answer.text.trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(',user_created,user,')
    expect(lines[1]).toContain(",'=cmd,")
    const token = await createToken(panel, admin)
    const refused = await panel.request('GET', '/api/activity/export', { sessionToken: token })
    expect(refused.status).toBe(403)
  })
})

describe('bounds', () => {
  test('what is too old or too much is forgotten, and lines of game servers keep to their own', async () => {
    const variables = { ACTIVITY_PEOPLE: 'true', ACTIVITY_PEOPLE_DAYS: '200', ACTIVITY_PEOPLE_MAX: '100' }
    const panel = await startTestPanel({ variables })
    await panel.signIn()
    const insert = (happened_at: number, fact: string) =>
      panel.db
        .insertInto('activity')
        .values({ server_id: null, user_id: null, kind: 'sign_ins', fact, details: '{}', happened_at })
        .execute()
    const dayMs = 86_400_000
    for (let n = 0; n < 120; n++) await insert(panel.clock.nowMs - 100 * dayMs - n, `n${n}`)
    await insert(panel.clock.nowMs - 201 * dayMs, 'old')
    await panel.app.keepHouse()
    const facts = (await panel.db.selectFrom('activity').select('fact').execute()).map(row => row.fact)
    await panel.stop()
    expect(facts).toHaveLength(100)
    expect(facts).not.toContain('old')
    expect(facts).toContain('n0')
  })
})

describe('as a setting, where the variable is not set', () => {
  test('6.4 off until an administrator turns it on, and both turns are recorded', async () => {
    const panel = await startTestPanel()
    const { call, people } = callsTo(() => panel)
    const admin = await panel.signIn()
    expect(await people(admin)).toEqual([])
    await call('PATCH', '/api/settings', admin, { activity_people: true })
    await panel.signIn()
    await call('PATCH', '/api/settings', admin, { activity_people: false })
    await panel.signIn()
    const lines = await people(admin)
    expect(lines.map(({ event }) => event)).toEqual(['settings_changed', 'signed_in', 'settings_changed'])
    expect(lines[0]?.details.changes).toEqual([{ field: 'activity_people', before: 'true', after: 'false' }])
    await panel.stop()
  })
})
