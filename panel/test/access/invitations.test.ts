// Invitations to a game server: a person and their permissions come together or not at all, and presets are copied.

import {
  type GameServerPermission,
  gameServerPermissionNames,
} from '@rookery/contracts/game-server-permissions.ts'
import type { PermissionPreset } from '@rookery/contracts/http/invitations.ts'
import type { PermissionOnGameServer } from '@rookery/contracts/http/permissions.ts'
import { defaultPresets } from '@rookery/contracts/permission-presets.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer } from '../tokens/people.ts'
import { changesBetween, dump } from './database-dump.ts'
import { type Asked, ask, createRole, createUser, done } from './people.ts'

let panel: TestPanel
let admin: Asked
let server: number
let other: number
beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
  server = await addGameServer(panel, 'Wolfpack')
  other = await addGameServer(panel, 'Lone wolf')
})
afterAll(() => panel.stop())
beforeEach(async () => {
  for (const name of Object.keys(defaultPresets))
    await done(admin, 'DELETE', `/api/permission-presets/${name}`)
})

const invite = (body: object, id = server) => ask(admin, 'POST', `/api/servers/${id}/invitations`, body)
const held = (cells: readonly PermissionOnGameServer[]) =>
  cells.filter(({ value }) => value).map(({ permission }) => permission)
const heldBy = async (userId: number, id = server) =>
  held(await done(admin, 'GET', `/api/users/${userId}/servers/${id}/permissions`))
const preset = async (name: string) =>
  ((await done(admin, 'GET', '/api/permission-presets')) as PermissionPreset[]).find(
    each => each.name === name,
  )
const looking: GameServerPermission[] = ['game-server-common', 'game-server-start']

describe('inviting somebody to a game server', () => {
  test('4.3 a new person signs in with the generated password and holds exactly what was chosen, there alone', async () => {
    const answer = await invite({ login: 'nina', name: 'Nina Berg', permissions: looking })
    expect(answer.status, answer.text).toBe(201)
    const { user, password, permissions } = answer.json
    expect(user).toEqual({ id: expect.any(Number), login: 'nina', name: 'Nina Berg' })
    expect(held(permissions)).toEqual(looking)
    expect(await heldBy(user.id, other)).toEqual([])
    expect((await done(admin, 'GET', `/api/users/${user.id}`)).roles).toEqual(['user'])
    const nina = { panel, sessionToken: await panel.signIn({ login: 'nina', password }) }
    const seen = await done(nina, 'GET', '/api/servers')
    expect(seen.map(({ id }: { id: number }) => id)).toEqual([server])
    expect((await ask(nina, 'POST', `/api/servers/${server}/stop`)).status).toBe(403)
  })

  test('5.7.1 every generated password is another one and passes the policy', async () => {
    const passwords = new Set<string>()
    for (const login of ['gen-1', 'gen-2', 'gen-3']) {
      const { password } = (await invite({ login, permissions: looking })).json
      expect(password.length).toBeGreaterThanOrEqual(20)
      passwords.add(password)
    }
    expect(passwords.size).toBe(3)
  })

  test('4.3 a login that somebody has is refused with what to do, and nothing is written', async () => {
    await createUser(admin, undefined, 'Taken')
    const before = await dump(panel)
    for (const login of ['Taken', 'taken', ' TAKEN ']) {
      const answer = await invite({ login, permissions: looking })
      expect(answer.status).toBe(422)
      expect(answer.json.errors.login[0]).toContain('choose the person from the list')
    }
    expect(changesBetween(before, await dump(panel))).toEqual([])
  })

  test('4.3 permissions that cannot be written leave no person behind', async () => {
    const { db } = panel
    await sql`create trigger no_entries before insert on user_permissions
      begin select raise(abort, 'the disk is full'); end`.execute(db)
    const failed = await invite({ login: 'half', permissions: looking })
    await sql`drop trigger no_entries`.execute(db)
    expect(failed.status).toBeGreaterThanOrEqual(500)
    const found = await done(admin, 'GET', '/api/users?q=half')
    expect(found).toEqual([])
    expect((await invite({ login: 'half', permissions: looking })).status).toBe(201)
  })

  test('5.6 an existing person is only granted something: nothing is withdrawn, no password comes', async () => {
    const person = await createUser(admin)
    const path = `/api/users/${person.id}/servers/${server}/permissions`
    await done(admin, 'PUT', path, [
      { permission: 'game-server-common', value: true },
      { permission: 'game-server-files', value: true },
    ])
    const answer = await invite({ user_id: person.id, permissions: looking })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.json.password).toBeNull()
    expect(held(answer.json.permissions).toSorted()).toEqual([...looking, 'game-server-files'].toSorted())
    expect(await heldBy(person.id, other)).toEqual([])
  })

  test('5.6.2 a deny of a role still wins, and the answer shows it', async () => {
    const entry = { permission: 'game-server-start', effect: 'deny', object_type: 'server' }
    const role = await createRole(admin, [entry])
    const person = await createUser(admin, [role.name])
    const answer = await invite({ user_id: person.id, permissions: looking })
    expect(held(answer.json.permissions)).toEqual(['game-server-common'])
  })

  test.each([
    ['nobody at all', { permissions: looking }, 'login'],
    ['two people at once', { login: 'x', user_id: 1, permissions: looking }, 'login'],
    ['a name for somebody who has one', { user_id: 1, name: 'X', permissions: looking }, 'name'],
    ['somebody who does not exist', { user_id: 999_999, permissions: looking }, 'user_id'],
    ['no basic privileges', { login: 'x', permissions: ['game-server-start'] }, 'permissions'],
    ['nothing', { login: 'x', permissions: [] }, 'permissions'],
  ])('refuses %s', async (_, body, field) => {
    const before = await dump(panel)
    const answer = await invite(body)
    expect([answer.status, Object.keys(answer.json.errors)]).toEqual([422, [field]])
    expect(changesBetween(before, await dump(panel))).toEqual([])
  })

  test('refuses a game server that is not there', async () => {
    expect((await invite({ login: 'lost', permissions: looking }, 999_999)).status).toBe(404)
    expect(await done(admin, 'GET', '/api/users?q=lost')).toEqual([])
  })
})

describe('presets of an invitation', () => {
  test('there are four, each holds more than the one before, and the last holds all 14', async () => {
    const presets = (await done(admin, 'GET', '/api/permission-presets')) as PermissionPreset[]
    expect(presets.map(({ name }) => name)).toEqual(['viewer', 'moderator', 'operator', 'manager'])
    expect(presets.every(({ is_default }) => is_default)).toBe(true)
    presets.forEach(({ permissions }, at) => {
      expect(permissions).toContain('game-server-common')
      const before = presets[at - 1]?.permissions ?? []
      expect(permissions).toEqual(expect.arrayContaining(before))
      expect(permissions.length).toBeGreaterThan(before.length)
    })
    expect(presets.at(-1)?.permissions).toEqual(gameServerPermissionNames)
  })

  test('a changed preset changes nobody who was invited with it, and is reset to its default', async () => {
    const first = (await invite({ login: 'early', permissions: defaultPresets.viewer })).json.user
    await done(admin, 'PUT', '/api/permission-presets/viewer', { permissions: looking })
    expect(await preset('viewer')).toEqual({ name: 'viewer', permissions: looking, is_default: false })
    expect((await heldBy(first.id)).toSorted()).toEqual([...defaultPresets.viewer].toSorted())
    await done(admin, 'DELETE', '/api/permission-presets/viewer')
    expect(await preset('viewer')).toMatchObject({ is_default: true })
  })

  test('5.6 a preset without basic privileges is refused, and an unknown one is not found', async () => {
    const refused = await ask(admin, 'PUT', '/api/permission-presets/viewer', {
      permissions: ['game-server-start'],
    })
    expect(refused.status).toBe(422)
    const unknown = await ask(admin, 'PUT', '/api/permission-presets/owner', { permissions: looking })
    expect(unknown.status).toBe(404)
  })
})

describe('permissions behind missing basic privileges', () => {
  test('5.6 the answer says what would hold once they are there', async () => {
    const person = await createUser(admin)
    const path = `/api/users/${person.id}/servers/${server}/permissions`
    await done(admin, 'PUT', path, [{ permission: 'game-server-start', value: true }])
    const cells = (await done(admin, 'GET', path)) as PermissionOnGameServer[]
    const of = (name: string) => cells.find(({ permission }) => permission === name)
    expect(of('game-server-start')).toMatchObject({ value: false, value_with_basic: true })
    expect(of('game-server-stop')).toMatchObject({ value: false, value_with_basic: false })
  })
})
