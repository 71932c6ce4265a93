import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userRow } from '../sign-in/people.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer, createToken, statusWith } from '../tokens/people.ts'
import { openChannel } from './open-channel.ts'
import { type Asked, ask, createUser, done, goodPassword, setPermissions } from './people.ts'

let panel: TestPanel
let admin: Asked
let server: number
beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
  server = await addGameServer(panel, 'castle')
})
afterAll(() => panel.stop())

const idOfLogin = async (login: string) => (await userRow(panel, login)).id

describe('users, for administrators', () => {
  test('2.2 (C022) no answer about users holds a secret of theirs', async () => {
    const { id } = await createUser(admin)
    for (const path of ['/api/profile', '/api/users', `/api/users/${id}`]) {
      const { text, status } = await ask(admin, 'GET', path)
      expect(status).toBe(200)
      expect(text).not.toMatch(/password|two_factor_(secret|recovery|last|pending)|metadata|\$2b\$/)
    }
  })

  test('2.2 (C025) a fresh database has the roles admin and user', async () => {
    const roles = await done(admin, 'GET', '/api/roles')
    const global = { object_type: null, object_id: null }
    expect(roles).toMatchObject([
      {
        name: 'admin',
        title: 'Administrator',
        built_in: true,
        entries: [{ permission: 'admin roles & permissions', effect: 'allow', ...global }],
      },
      { name: 'user', title: 'User', built_in: true, entries: [] },
    ])
  })

  test('5.6.7 (C170, C171) the first user is administrator; a second one without roles may do nothing', async () => {
    expect(await done(admin, 'GET', '/api/users/1')).toMatchObject({ roles: ['admin'], is_admin: true })
    const second = await createUser(admin)
    expect(second).toMatchObject({ roles: ['user'], is_admin: false })
    const { json } = await panel.request('GET', '/api/servers', { sessionToken: second.sessionToken })
    expect(json).toEqual([])
    const none = await createUser(admin, [])
    expect(none.roles).toEqual([])
  })

  test('4.3 (C078, C080, C084) others are refused on every route, for their own id too', async () => {
    const person = await createUser(admin)
    const own = `/api/users/${person.id}`
    const routes: [string, string][] = [
      ['GET', '/api/users'],
      ['POST', '/api/users'],
      ['GET', own],
      ['PUT', own],
      ['DELETE', own],
      ['GET', `${own}/servers`],
      ['GET', `${own}/servers/${server}/permissions`],
      ['PUT', `${own}/servers/${server}/permissions`],
      ['GET', `${own}/permissions`],
      ['PUT', `${own}/permissions`],
      ['GET', `${own}/access`],
    ]
    for (const [method, path] of routes) {
      const { status } = await ask({ panel, sessionToken: person.sessionToken }, method, path)
      expect(status, `${method} ${path}`).toBe(403)
    }
    expect((await ask(admin, 'GET', '/api/users')).status).toBe(200)
    const token = await createToken(panel, admin.sessionToken, ['admin:server:create', 'server:list'])
    expect(await statusWith(panel, token, '/api/users')).toBe(403)
  })

  test.each([
    ['eleven bytes', 'elevenbytes'],
    ['129 bytes', 'x'.repeat(129)],
    ['of the list of compromised ones', 'password1234'],
  ])('4.3, 5.7.3 (C079) a password that is %s is refused on create and change', async (_, password) => {
    const login = 'refused-password'
    const created = await ask(admin, 'POST', '/api/users', { login, password })
    expect([created.status, Object.keys(created.json.errors)]).toEqual([422, ['password']])
    await expect(idOfLogin(login)).rejects.toThrow()
    const { id } = await createUser(admin)
    expect((await ask(admin, 'PUT', `/api/users/${id}`, { name: 'New Name', password })).status).toBe(422)
    expect((await done(admin, 'GET', `/api/users/${id}`)).name).not.toBe('New Name')
  })

  test('4.3 bad input is told by field, and nothing is made', async () => {
    const bad: [object, string][] = [
      [{}, 'login'],
      [{ login: 'a b', password: goodPassword }, 'login'],
      [{ login: 'x'.repeat(65), password: goodPassword }, 'login'],
      [{ login: 'fine', password: goodPassword, email: 'nobody' }, 'email'],
      [{ login: 'fine', password: goodPassword, roles: ['nobles'] }, 'roles'],
      [{ login: 'fine', password: goodPassword, roles: ['user', 'user'] }, 'roles'],
      [{ login: 'fine', password: goodPassword, language: 'tlh' }, 'language'],
      [{ login: ' ADMIN ', password: goodPassword }, 'login'],
    ]
    for (const [body, field] of bad) {
      const { status, json } = await ask(admin, 'POST', '/api/users', body)
      expect([status, Object.keys(json.errors)], JSON.stringify(body)).toEqual([
        422,
        expect.arrayContaining([field]),
      ])
    }
    await expect(idOfLogin('fine')).rejects.toThrow()
  })

  test('4.3 users are searched, filtered and paged', async () => {
    const one = await createUser(admin, ['user'], 'searched-one')
    await createUser(admin, [], 'searched-two')
    const found = await ask(admin, 'GET', '/api/users?q=SEARCHED&per_page=1')
    expect([found.json.length, found.headers.get('x-total-count')]).toEqual([1, '2'])
    const whole = await ask(admin, 'GET', '/api/users?q=searched&per_page=3')
    expect([whole.json.length, whole.headers.get('x-total-count')]).toEqual([2, '2'])
    const beyond = await ask(admin, 'GET', '/api/users?q=searched&per_page=1&page=3')
    expect([beyond.json.length, beyond.headers.get('x-total-count')]).toEqual([0, '2'])
    const filtered = await done(admin, 'GET', '/api/users?q=searched&role=user')
    expect(filtered.map((user: { id: number }) => user.id)).toEqual([one.id])
    expect(await done(admin, 'GET', '/api/users?q=%25')).toEqual([])
  })

  test('4.3 lists refuse what no database can look for: NUL, and numbers that are no ids', async () => {
    for (const path of [
      ...['/api/users?q=%00', '/api/users?role=a%00b', '/api/users/1/servers?q=%00', '/api/servers?q=%00'],
      ...['/api/servers?node=2147483648', '/api/tasks?server=2147483648', '/api/tasks?node=9007199254740993'],
    ]) {
      const { status, json } = await ask(admin, 'GET', path)
      expect([path, status, json.code]).toEqual([path, 422, 'invalid_input'])
    }
  })

  test('4.3 a search follows every change, knows capitals of all scripts and rows of earlier versions', async () => {
    const person = await createUser(admin)
    const found = async (q: string): Promise<number[]> => {
      const users = await done(admin, 'GET', `/api/users?q=${encodeURIComponent(q)}`)
      return users.map((user: { id: number }) => user.id)
    }
    await done(admin, 'PUT', `/api/users/${person.id}`, { name: 'Émile Ünal' })
    expect(await found('éMILE üNAL')).toEqual([person.id])
    await done(admin, 'PUT', `/api/users/${person.id}`, { name: 'Ödön' })
    expect(await found('émile ünal')).toEqual([])
    expect(await found('öDÖN')).toEqual([person.id])
    await done(admin, 'PUT', `/api/users/${person.id}`, { email: 'odon@example.org' })
    expect(await found('ödön')).toEqual([person.id])
    expect(await found('ODON@example')).toEqual([person.id])
    await panel.db.updateTable('users').set({ search_key: null }).where('id', '=', person.id).execute()
    expect(await found('ODON@example')).toEqual([person.id])
  })

  test('4.3 (C081) two_factor_enabled, metadata, id and password_version are never written', async () => {
    const person = await createUser(admin)
    const before = await userRow(panel, person.login)
    const extra = {
      id: 999,
      two_factor_enabled: true,
      two_factor_secret: 'x',
      metadata: { mfa_first_shown_at: 'x' },
      password_version: 9,
      created_at: 0,
    }
    const { status, json } = await ask(admin, 'PUT', `/api/users/${person.id}`, { name: 'New', ...extra })
    expect([status, Object.keys(json.errors).toSorted()]).toEqual([422, Object.keys(extra).toSorted()])
    expect({ ...(await userRow(panel, person.login)), updated_at: 0 }).toEqual({ ...before, updated_at: 0 })
  })

  test('3 (C048) a password changed by an administrator: sessions stay, older tokens die, newer ones work', async () => {
    const person = await createUser(admin)
    const older = await createToken(panel, person.sessionToken)
    await done(admin, 'PUT', `/api/users/${person.id}`, { password: 'the other long password' })
    expect(await statusWith(panel, person.sessionToken)).toBe(200)
    expect(await statusWith(panel, older)).toBe(401)
    expect(await statusWith(panel, await createToken(panel, person.sessionToken))).toBe(200)
    const login = await panel.request('POST', '/api/auth/login', {
      body: { login: person.login, password: goodPassword },
    })
    expect(login.status).toBe(401)
  })

  test('T-022 4.3 a new login: the old session goes on, the old login is free', async () => {
    const person = await createUser(admin)
    await done(admin, 'PUT', `/api/users/${person.id}`, { login: `renamed-${person.id}` })
    const { json } = await panel.request('GET', '/api/profile', { sessionToken: person.sessionToken })
    expect(json.login).toBe(`renamed-${person.id}`)
    expect((await createUser(admin, ['user'], person.login)).login).toBe(person.login)
  })

  test('4.3 (C083) nobody deletes himself, and the last administrator stays', async () => {
    const refused = await ask(admin, 'DELETE', '/api/users/1')
    expect([refused.status, refused.json.code]).toEqual([409, 'conflict'])
    expect((await ask(admin, 'PUT', '/api/users/1', { roles: ['user'] })).status).toBe(409)
    const deny = [{ permission: 'admin roles & permissions', effect: 'deny' }]
    expect((await ask(admin, 'PUT', '/api/users/1/permissions', deny)).status).toBe(409)
    const [adminRole] = await done(admin, 'GET', '/api/roles')
    expect((await ask(admin, 'PUT', `/api/roles/${adminRole.id}`, { entries: [] })).status).toBe(409)
    expect((await ask(admin, 'DELETE', `/api/roles/${adminRole.id}`)).status).toBe(409)
    expect((await ask(admin, 'GET', '/api/users')).status).toBe(200)
  })

  test('4.3 an unknown id is 404 for administrators', async () => {
    for (const [method, path] of [
      ['GET', '/api/users/99999'],
      ['PUT', '/api/users/99999'],
      ['DELETE', '/api/users/99999'],
      ['GET', '/api/users/99999/servers'],
      ['GET', '/api/users/x'],
    ] as const) {
      const body = method === 'PUT' ? {} : undefined
      expect((await ask(admin, method, path, body)).status, `${method} ${path}`).toBe(404)
    }
  })

  test('4.3 (C082), T-020 a deleted user: session, token, short-lived token and open channels end', async () => {
    const person = await createUser(admin)
    await setPermissions(admin, person.id, server, {
      'game-server-common': true,
      'game-server-console-view': true,
    })
    const token = await createToken(panel, person.sessionToken)
    const { json } = await panel.request('POST', '/api/auth/short-lived-token', person)
    const channels = await Promise.all([
      openChannel(panel, person.sessionToken, '/api/ws/events'),
      openChannel(panel, person.sessionToken, `/api/ws/servers/${server}/console`),
    ])
    const loop = untilRefused(() => statusWith(panel, token))
    expect((await ask(admin, 'DELETE', `/api/users/${person.id}`)).status).toBe(204)
    const statuses = await Promise.all([
      statusWith(panel, person.sessionToken, '/api/profile'),
      statusWith(panel, token),
      statusWith(panel, person.sessionToken, `/api/ws/events?token=${(json as { token: string }).token}`),
    ])
    expect(statuses).toEqual([401, 401, 401])
    expect(await Promise.all(channels.map(channel => channel.closed))).toEqual([4401, 4401])
    expect(await loop).toBe(401)
  })
})

/** Calls on until something else than 200 comes. */
async function untilRefused(call: () => Promise<number>): Promise<number> {
  for (;;) {
    const status = await call()
    if (status !== 200) return status
  }
}
