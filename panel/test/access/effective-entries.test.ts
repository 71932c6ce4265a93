// Proves the table of where entries take effect against the panel itself: every entry that is accepted opens something,
// and closes something where it denies; every entry that is refused does neither.

import {
  administratorPermission,
  gameServerPermissionNames,
  generalPermissions,
  objectTypes,
  type Permission,
} from '@rookery/contracts/game-server-permissions.ts'
import type { Role } from '@rookery/contracts/http/roles.ts'
import { type EntryScope, noEffectReason } from '@rookery/contracts/permission-scopes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PermissionEntry } from '../../src/features/access/logic/decide.ts'
import { entryToRow } from '../../src/features/access/logic/entry-shapes.ts'
import type { LoginSessionCaller } from '../../src/platform/caller.ts'
import { nameOf } from '../harmless-calls.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer, addPerson } from '../tokens/people.ts'
import { type Asked, ask, createRole, done } from './people.ts'

let panel: TestPanel
let admin: Asked
let person: { id: number; sessionToken: string }
let role: Role
let task: number
/** The id that single entries name: nothing needs to have it but the game server and the task. */
const one = 1

beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
  expect(await addGameServer(panel, 'the one')).toBe(one)
  task = (await done(admin, 'POST', `/api/servers/${one}/start`)).task_id
  expect(task).toBe(one)
  role = await createRole(admin, [])
  person = await addPerson(panel, 'subject', [role.name])
})
afterAll(() => panel.stop())

const permissions: Permission[] = [
  ...gameServerPermissionNames,
  ...generalPermissions,
  administratorPermission,
]
const scopes: EntryScope[] = [
  { objectType: null, objectId: null },
  ...objectTypes.flatMap(objectType => [
    { objectType, objectId: null },
    { objectType, objectId: one },
  ]),
]
const all = permissions.flatMap(permission => scopes.map(scope => ({ permission, scope })))
const nameOfEntry = ({ permission, scope }: (typeof all)[number]) =>
  `${permission} on ${scope.objectType ?? 'everything'} ${scope.objectId ?? ''}`

/** Straight into the database, where entries from before the rule are too. */
async function hold(own: readonly PermissionEntry[], byRole: readonly PermissionEntry[] = []) {
  const user = { user_id: person.id }
  const ofRole = { role_id: role.id }
  await panel.db.transaction().execute(async db => {
    await db.deleteFrom('user_permissions').where('user_id', '=', person.id).execute()
    await db.deleteFrom('role_permissions').where('role_id', '=', role.id).execute()
    for (const entry of own)
      await db
        .insertInto('user_permissions')
        .values({ ...user, ...entryToRow(entry) })
        .execute()
    for (const entry of byRole)
      await db
        .insertInto('role_permissions')
        .values({ ...ofRole, ...entryToRow(entry) })
        .execute()
  })
  panel.app.changes.publish({ kind: 'rights-changed', userId: person.id })
}

const session = (): LoginSessionCaller => ({
  kind: 'login-session',
  userId: person.id,
  login: 'subject',
  jti: 'a session',
  issuedAtMs: 0,
  expiresAtMs: Number.MAX_SAFE_INTEGER,
  restricted: false,
})

/** Every way in that there is: what routes and channels ask, each once. */
function distinctRules() {
  const rules = [
    ...panel.app.routes.map(route => ({ name: nameOf(route), access: route.access })),
    ...panel.app.channels.map(channel => ({ name: `WS ${channel.path}`, access: channel.access })),
  ].map(rule => ({ ...rule, isOnObject: rule.name.includes('{') }))
  return [...new Map(rules.map(rule => [JSON.stringify([rule.access, rule.isOnObject]), rule])).values()]
}

/** Where the person is let in, and what they may do with the one task, which is asked inside its routes. */
async function opened(): Promise<Set<string>> {
  const open = new Set<string>()
  const params = { id: String(one), server: String(one) }
  for (const { name, access, isOnObject } of distinctRules()) {
    const isOpen = await panel.app.authorize(access, session(), isOnObject ? params : {}).then(
      () => true,
      () => false,
    )
    if (isOpen) open.add(name)
  }
  for (const name of [`GET /api/tasks/${task}`, `POST /api/tasks/${task}/cancel`]) {
    const [method = '', path = ''] = name.split(' ')
    const { status } = await ask({ panel, sessionToken: person.sessionToken }, method, path)
    if (status !== 403) open.add(name)
  }
  return open
}

const entryOf = (
  { permission, scope }: (typeof all)[number],
  effect: PermissionEntry['effect'],
): PermissionEntry => ({
  permission,
  effect,
  objectType: scope.objectType ?? '',
  objectId: scope.objectId ?? 0,
})
const basic: PermissionEntry = {
  permission: 'game-server-common',
  effect: 'allow',
  objectType: 'server',
  objectId: one,
}
const everywhere = (permission: Permission): PermissionEntry => ({
  permission,
  effect: 'allow',
  objectType: '',
  objectId: 0,
})

const baselines = new Map<string, Set<string>>()

/** What changes for somebody who has some entries by a role when these of their own come on top. */
async function difference(byRole: PermissionEntry[], own: PermissionEntry[]): Promise<string[]> {
  const key = JSON.stringify(byRole)
  if (!baselines.has(key)) {
    await hold([], byRole)
    baselines.set(key, await opened())
  }
  await hold(own, byRole)
  const [before, after] = [baselines.get(key) ?? new Set<string>(), await opened()]
  return [...before, ...after].filter(name => before.has(name) !== after.has(name))
}

const isEffective = ({ permission, scope }: (typeof all)[number]) =>
  noEffectReason(permission, scope) === null
const effective = all.filter(isEffective)
const refused = all.filter(each => !isEffective(each))

describe('5.6.4 where entries take effect', () => {
  test('each that is accepted opens something by itself, all that are refused open nothing together', async () => {
    for (const each of effective) {
      const byRole = each.permission === 'game-server-common' ? [] : [basic]
      expect(await difference(byRole, [entryOf(each, 'allow')]), nameOfEntry(each)).not.toEqual([])
    }
    const allows = refused.map(each => entryOf(each, 'allow'))
    expect(await difference([basic], allows)).toEqual([])
    expect(allows.length).toBeGreaterThan(200)
  })

  test('each that is accepted closes something where it denies, all that are refused close nothing', async () => {
    for (const each of effective) {
      const byRole = [everywhere('game-server-common'), everywhere(each.permission)]
      const once = each.permission === 'game-server-common' ? byRole.slice(1) : byRole
      expect(await difference(once, [entryOf(each, 'deny')]), nameOfEntry(each)).not.toEqual([])
    }
    const denies = refused.map(each => entryOf(each, 'deny'))
    expect(await difference([everywhere(administratorPermission)], denies)).toEqual([])
    const others = permissions.filter(permission => permission !== administratorPermission)
    expect(await difference(others.map(everywhere), denies)).toEqual([])
  })
})

const bodyOf = (each: (typeof all)[number], effect = 'allow') => ({
  permission: each.permission,
  effect,
  object_type: each.scope.objectType,
  object_id: each.scope.objectId,
})

describe('5.6.4 entries without effect are refused', () => {
  test('by users and by roles, new and changed, with the field that is wrong', async () => {
    await hold([])
    for (const effect of ['allow', 'deny']) {
      const ofRole = refused.map(each => bodyOf(each, effect))
      // Those on one game server have a route of their own, which takes permissions on game servers alone.
      const ofUser = ofRole.filter(each => each.object_type !== 'server' || each.object_id === null)
      const answers = [
        [ofUser, await ask(admin, 'PUT', `/api/users/${person.id}/permissions`, ofUser)],
        [ofRole, await ask(admin, 'POST', '/api/roles', { name: 'refused', entries: ofRole })],
        [ofRole, await ask(admin, 'PUT', `/api/roles/${role.id}`, { entries: ofRole })],
      ] as const
      for (const [entries, { status, json }] of answers) {
        expect(status).toBe(422)
        const found = Object.entries<string[]>(json.errors)
        expect(found).toHaveLength(entries.length)
        for (const [index, [field, texts]] of found.entries()) {
          expect(field).toMatch(new RegExp(`^(body|entries)\\.${index}\\.object_(type|id)$`))
          expect(texts[0]).toMatch(/no effect|counts only/)
        }
      }
    }
    expect(await done(admin, 'GET', `/api/users/${person.id}/permissions`)).toEqual([])
    expect((await done(admin, 'GET', `/api/roles/${role.id}`)).entries).toEqual([])
    expect(await panel.db.selectFrom('roles').select('id').where('name', '=', 'refused').execute()).toEqual(
      [],
    )
  })

  test('what is stored from before can be read, saved again as it is, and taken out', async () => {
    const stray = { permission: 'view', effect: 'allow', object_type: 'user', object_id: null }
    const onUsers = { permission: 'view', effect: 'allow', objectType: 'user', objectId: 0 } as const
    await hold([onUsers], [onUsers])
    const added = { permission: 'view', effect: 'allow', object_type: 'node', object_id: null }
    const ofUser = `/api/users/${person.id}/permissions`
    expect(await done(admin, 'GET', ofUser)).toEqual([stray])
    expect(await done(admin, 'PUT', ofUser, [stray, added])).toEqual([stray, added])
    const { entries } = await done(admin, 'PUT', `/api/roles/${role.id}`, { entries: [stray, added] })
    expect(entries).toEqual([stray, added])
    const flipped = [{ ...stray, effect: 'deny' }, added]
    expect((await ask(admin, 'PUT', ofUser, flipped)).status).toBe(422)
    expect((await ask(admin, 'PUT', `/api/roles/${role.id}`, { entries: flipped })).status).toBe(422)
    expect(await done(admin, 'PUT', ofUser, [added])).toEqual([added])
    expect((await ask(admin, 'PUT', ofUser, [stray])).status).toBe(422)
  })
})
