import type { ServiceAccount } from '@rookery/contracts/http/service-accounts.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asked, ask, createRole, createUser, done, goodPassword, type Made } from '../access/people.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer } from '../tokens/people.ts'
import { createAccount, createKey } from './service-account-tools.ts'

let panel: TestPanel
let admin: Asked
/** An administrator by its role, as what it holds directly. */
let program: Asked
let account: ServiceAccount
let other: ServiceAccount
let person: Made
let server: number
beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
  account = await createAccount(admin, ['admin'])
  other = await createAccount(admin)
  person = await createUser(admin)
  server = await addGameServer(panel, 'keep')
  program = { panel, sessionToken: (await createKey(admin, account.id)).key }
})
afterAll(() => panel.stop())

const administration = [{ permission: 'admin roles & permissions', effect: 'allow' }]
const rights = async () =>
  JSON.stringify([
    await panel.db.selectFrom('user_permissions').selectAll().orderBy('id').execute(),
    await panel.db.selectFrom('role_permissions').selectAll().orderBy('id').execute(),
    await panel.db.selectFrom('user_roles').selectAll().orderBy('user_id').orderBy('role_id').execute(),
    await panel.db
      .selectFrom('users')
      .select(['id', 'login', 'password_hash', 'disabled_at'])
      .orderBy('id')
      .execute(),
    await panel.db.selectFrom('service_account_keys').select(['id', 'expires_at']).orderBy('id').execute(),
  ])

describe('a service account never raises its own rights', () => {
  const attempts: [string, () => [method: string, path: string, body?: unknown]][] = [
    ['a key for itself', () => ['POST', `/api/service-accounts/${account.id}/keys`, { name: 'mine' }]],
    [
      'a key for another account',
      () => ['POST', `/api/service-accounts/${other.id}/keys`, { name: 'yours' }],
    ],
    ['another account', () => ['POST', '/api/service-accounts', { login: 'twin', roles: ['admin'] }]],
    ['roles of itself', () => ['PUT', `/api/service-accounts/${account.id}`, { roles: ['admin', 'user'] }]],
    ['roles of another account', () => ['PUT', `/api/service-accounts/${other.id}`, { roles: ['admin'] }]],
    ['permissions of itself', () => ['PUT', `/api/users/${account.id}/permissions`, administration]],
    [
      'permissions of itself on a server',
      () => [
        'PUT',
        `/api/users/${account.id}/servers/${server}/permissions`,
        [{ permission: 'game-server-start', value: false }],
      ],
    ],
    ['a role that it holds', () => ['PUT', '/api/roles/1', { entries: [...administration, ...deny] }]],
    ['administration for a person', () => ['PUT', `/api/users/${person.id}/permissions`, administration]],
    ['the role admin for a person', () => ['PUT', `/api/users/${person.id}`, { roles: ['admin'] }]],
    [
      'the role admin for another account',
      () => ['PUT', `/api/users/${other.id}/permissions`, administration],
    ],
    [
      'a new administrator',
      () => ['POST', '/api/users', { login: 'puppet', password: goodPassword, roles: ['admin'] }],
    ],
    ['the password of an administrator', () => ['PUT', '/api/users/1', { password: goodPassword }]],
    ['its own password', () => ['PUT', `/api/users/${account.id}`, { password: goodPassword }]],
  ]
  const deny = [{ permission: 'game-server-start', effect: 'deny' }]

  test.each(attempts)('not by %s, even with all rights of an administrator', async (_, attempt) => {
    const [method, path, body] = attempt()
    const before = await rights()
    const answer = await ask(program, method, path, body)
    expect(answer.status, answer.text).toBeOneOf([403, 404])
    if (answer.status === 403) expect(answer.json.missing).toEqual({ credential: 'session' })
    expect(await rights()).toBe(before)
  })

  test('nor by a role of its own that becomes one of administrators', async () => {
    const role = await createRole(admin, [])
    await done(admin, 'PUT', `/api/users/${person.id}`, { roles: [role.name] })
    const before = await rights()
    expect((await ask(program, 'PUT', `/api/roles/${role.id}`, { entries: administration })).status).toBe(403)
    expect(await rights()).toBe(before)
  })

  test('what stays below administration it hands out as a person does', async () => {
    const made = await ask(program, 'POST', '/api/users', { login: 'customer', password: goodPassword })
    expect(made.status).toBe(201)
    const path = `/api/users/${made.json.id}/servers/${server}/permissions`
    const given = await ask(program, 'PUT', path, [{ permission: 'game-server-common', value: true }])
    expect(given.status).toBe(200)
    expect(
      (await ask(program, 'PUT', `/api/users/${made.json.id}`, { password: `${goodPassword}!` })).status,
    ).toBe(200)
    expect((await ask(program, 'DELETE', `/api/users/${made.json.id}`)).status).toBe(204)
    expect((await ask(program, 'GET', '/api/service-accounts')).status).toBe(200)
  })

  test('the explainer tells of it as of a person', async () => {
    const query = `user=${account.id}&server=${server}&permission=game-server-stop`
    const answer = await ask(admin, 'GET', `/api/permissions/explain?${query}`)
    expect(answer.json).toMatchObject({ allowed: true, reason: 'administrator', user_id: account.id })
  })
})
