import { gameServerPermissionNames } from '@rookery/contracts/game-server-permissions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofSize } from '../../../test-services/proof-size.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer } from '../tokens/people.ts'
import {
  type Asked,
  abilitiesOf,
  ask,
  createRole,
  createUser,
  done,
  type Made,
  permissionsPath,
  setPermissions,
  storeEntry,
} from './people.ts'

let panel: TestPanel
let admin: Asked
let first: number
let second: number
beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
  first = await addGameServer(panel, 'first')
  second = await addGameServer(panel, 'second')
})
afterAll(() => panel.stop())

const common = { permission: 'game-server-common', effect: 'allow' }
const start = 'game-server-start'
const entry = (effect: 'allow' | 'deny', object_type?: string, object_id?: number, permission = start) => ({
  permission,
  effect,
  ...(object_type ? { object_type } : {}),
  ...(object_id ? { object_id } : {}),
})

/** A user with these entries of roles and own entries, given through the API. */
async function holding(roles: object[][], own: object[] = []): Promise<Made> {
  const names: string[] = []
  for (const entries of roles) names.push((await createRole(admin, entries)).name)
  const person = await createUser(admin, names)
  await done(admin, 'PUT', `/api/users/${person.id}/permissions`, own)
  return person
}

async function mayStart(person: Made): Promise<[boolean, boolean]> {
  const [onFirst, onSecond] = await Promise.all([
    abilitiesOf(panel, person, first),
    abilitiesOf(panel, person, second),
  ])
  return [onFirst?.[start] ?? false, onSecond?.[start] ?? false]
}

describe('5.6 entries of users and roles', () => {
  const onFirst = (effect: 'allow' | 'deny') => entry(effect, 'server', first)
  const cases: [string, () => { roles: object[][]; own?: object[] }, [boolean, boolean]][] = [
    [
      '(C160) allow by a role, own deny',
      () => ({ roles: [[entry('allow')]], own: [entry('deny')] }),
      [false, false],
    ],
    [
      '(C161) deny by a role, own allow and by two more roles',
      () => ({ roles: [[entry('deny')], [entry('allow')], [entry('allow')]], own: [entry('allow')] }),
      [false, false],
    ],
    [
      '(C162) deny on one server, allow global',
      () => ({ roles: [[entry('allow')], [onFirst('deny')]] }),
      [false, true],
    ],
    [
      '(C163) deny global, allow on one server',
      () => ({ roles: [[entry('deny')], [onFirst('allow')]] }),
      [false, false],
    ],
    [
      '(C164) deny on all servers, allow on one',
      () => ({ roles: [[entry('deny', 'server')], [onFirst('allow')]] }),
      [false, false],
    ],
    ['(C166) allow on one server', () => ({ roles: [[onFirst('allow')]] }), [true, false]],
  ]
  test.each(cases)('5.6 %s', async (_, held, wanted) => {
    const { roles, own = [] } = held()
    expect(await mayStart(await holding([[common], ...roles], own))).toEqual(wanted)
  })

  test('5.6 (C165, C167) an allow on all nodes or on node 1 says nothing about server 1', async () => {
    const person = await holding([[common]])
    const onNodes = { permission: start, effect: 'allow', object_type: 'node' } as const
    await storeEntry(panel, person.id, onNodes)
    await storeEntry(panel, person.id, { ...onNodes, object_id: first })
    expect(await mayStart(person)).toEqual([false, false])
  })

  test('5.5.1, 5.6.5 (C144–C146, C169) who is administrator: by role, directly, never by id or by one object', async () => {
    const permission = 'admin roles & permissions'
    const statusOf = async (person: Made) => (await ask({ panel, ...person }, 'GET', '/api/users')).status
    expect(await statusOf(await createUser(admin, ['admin']))).toBe(200)
    expect(await statusOf(await holding([], [entry('allow', undefined, undefined, permission)]))).toBe(200)
    const onServers = { permission, effect: 'allow', object_type: 'server' } as const
    const limited = await holding([])
    await storeEntry(panel, limited.id, onServers)
    await storeEntry(panel, limited.id, { ...onServers, object_id: first })
    expect(await statusOf(limited)).toBe(403)
    const both = await holding(
      [[entry('allow', undefined, undefined, permission)]],
      [entry('deny', undefined, undefined, permission)],
    )
    expect(await statusOf(both)).toBe(403)
  })

  test('5.6 (A11) a deny on one server binds an administrator too', async () => {
    const person = await createUser(admin, ['admin'])
    await setPermissions(admin, person.id, first, { [start]: false })
    expect(await mayStart(person)).toEqual([false, true])
  })

  test('5.6 (C172, C173) changes of permissions and roles act on the next request', async () => {
    const role = await createRole(admin, [common, entry('allow')])
    const person = await createUser(admin, [role.name])
    expect(await mayStart(person)).toEqual([true, true])
    await done(admin, 'PUT', `/api/roles/${role.id}`, { entries: [common] })
    expect(await mayStart(person)).toEqual([false, false])
    await setPermissions(admin, person.id, first, { [start]: true })
    expect(await mayStart(person)).toEqual([true, false])
    await done(admin, 'PUT', `/api/users/${person.id}`, { roles: [] })
    expect(await mayStart(person)).toEqual([false, false])
    await done(admin, 'PUT', `/api/users/${person.id}`, { roles: [role.name] })
    expect(await mayStart(person)).toEqual([true, false])
    await ask(admin, 'DELETE', `/api/roles/${role.id}`)
    expect(await mayStart(person)).toEqual([false, false])
  })
})

describe('5.6.6 permissions of a user on one game server', () => {
  test('4.3 (C026) the 14 names are accepted, with their titles', async () => {
    const person = await createUser(admin)
    const all = Object.fromEntries(gameServerPermissionNames.map(name => [name, true]))
    const answer = await setPermissions(admin, person.id, first, all)
    expect(answer.map((item: { permission: string }) => item.permission)).toEqual(gameServerPermissionNames)
    expect(answer.every((item: { value: boolean; title: string }) => item.value && item.title !== '')).toBe(
      true,
    )
    const catalog = await done(admin, 'GET', '/api/permissions')
    const names = catalog.map((item: { permission: string }) => item.permission)
    expect(names).toEqual([
      ...gameServerPermissionNames,
      ...['create', 'view', 'edit', 'delete'],
      'admin roles & permissions',
    ])
  })

  test('5.6.6 (C086, C087) what still comes by a role is denied explicitly, and the deny goes when it is given back', async () => {
    const person = await holding([[common, entry('allow')]])
    const entriesOnServer = () =>
      panel.db.selectFrom('user_permissions').selectAll().where('user_id', '=', person.id).execute()
    const withdrawn = await setPermissions(admin, person.id, first, { [start]: false })
    expect(await entriesOnServer()).toMatchObject([
      { permission: start, effect: 'deny', object_type: 'server', object_id: first },
    ])
    expect(withdrawn.find((item: { permission: string }) => item.permission === start)).toMatchObject({
      value: false,
      source: { reason: 'entry', entry: { effect: 'deny', role: null } },
    })
    expect(await mayStart(person)).toEqual([false, true])
    await setPermissions(admin, person.id, first, { [start]: true })
    expect(await entriesOnServer()).toEqual([])
    expect(await mayStart(person)).toEqual([true, true])
  })

  test('5.6.6 a permission of the user alone is simply removed', async () => {
    const person = await createUser(admin)
    await setPermissions(admin, person.id, first, { 'game-server-common': true, [start]: true })
    expect(await mayStart(person)).toEqual([true, false])
    await setPermissions(admin, person.id, first, { [start]: false })
    expect(await mayStart(person)).toEqual([false, false])
    const rows = await panel.db
      .selectFrom('user_permissions')
      .selectAll()
      .where('user_id', '=', person.id)
      .execute()
    expect(rows).toMatchObject([{ permission: 'game-server-common', effect: 'allow' }])
  })

  test('4.3 (C085) unknown names 422, unknown server or user 404, and nothing is changed', async () => {
    const person = await createUser(admin)
    const good = { permission: 'game-server-common', value: true }
    const wrong: [number, unknown][] = [
      [422, [good, { permission: 'game-server-everything', value: true }]],
      [422, [good, { permission: start, value: 'yes' }]],
      [422, [good, good]],
      [422, [{ ...good, effect: 'allow' }]],
      [422, { ...good }],
      [422, [good, { permission: 'view', value: true }]],
    ]
    for (const [status, body] of wrong) {
      expect((await ask(admin, 'PUT', permissionsPath(person.id, first), body)).status).toBe(status)
    }
    expect((await ask(admin, 'PUT', permissionsPath(person.id, 99_999), [good])).status).toBe(404)
    expect((await ask(admin, 'PUT', permissionsPath(99_999, first), [good])).status).toBe(404)
    expect(await abilitiesOf(panel, person, first)).toBeNull()
  })

  const changes = proofSize({ short: 20, proof: 100 })
  test(`T-051 ${changes} changes at once: the end is one of the sets, without doubles`, async () => {
    const person = await createUser(admin)
    const sets = Array.from({ length: changes }, (_, index) =>
      Object.fromEntries(
        gameServerPermissionNames.map((name, place) => [
          name,
          place === 0 || ((index + 1) >> (place % 7)) % 2 === 1,
        ]),
      ),
    )
    const answers = await Promise.all(
      sets.map(set => {
        const body = Object.entries(set).map(([permission, value]) => ({ permission, value }))
        return ask(admin, 'PUT', permissionsPath(person.id, first), body)
      }),
    )
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200]))
    expect(sets).toContainEqual(await abilitiesOf(panel, person, first))
    const rows = await panel.db
      .selectFrom('user_permissions')
      .select('permission')
      .where('user_id', '=', person.id)
      .execute()
    expect(new Set(rows.map(row => row.permission)).size).toBe(rows.length)
  })

  test('4.3 (C347) exactly the servers that the user may see, with what they may do there', async () => {
    const person = await createUser(admin)
    expect(await done(admin, 'GET', `/api/users/${person.id}/servers`)).toEqual([])
    await setPermissions(admin, person.id, second, { 'game-server-common': true, [start]: true })
    const [seen, ...others] = await done(admin, 'GET', `/api/users/${person.id}/servers`)
    expect(others).toEqual([])
    expect([seen.id, seen.permissions]).toEqual([second, await abilitiesOf(panel, person, second)])
    expect(await done(admin, 'GET', '/api/users/1/servers')).toHaveLength(2)
  })
})

describe('why something is allowed or denied', () => {
  const explain = (person: Made, query: string) =>
    done(admin, 'GET', `/api/permissions/explain?user=${person.id}&${query}`)

  test('5.6 every reason, with the entry and the role that decide', async () => {
    const role = await createRole(admin, [common, entry('allow', 'server')])
    const person = await createUser(admin, [role.name])
    const query = `server=${first}&permission=${start}`
    expect(await explain(person, query)).toMatchObject({
      allowed: true,
      reason: 'entry',
      entry: { effect: 'allow', object_type: 'server', object_id: null, role: { name: role.name } },
    })
    await setPermissions(admin, person.id, first, { [start]: false })
    expect(await explain(person, query)).toMatchObject({
      allowed: false,
      reason: 'entry',
      entry: { effect: 'deny', object_id: first, role: null },
    })
    const nobody = await createUser(admin)
    expect(await explain(nobody, query)).toMatchObject({
      allowed: false,
      reason: 'basic_privileges',
      entry: null,
    })
    await setPermissions(admin, nobody.id, first, { 'game-server-common': true })
    expect(await explain(nobody, query)).toMatchObject({ allowed: false, reason: 'no_entry', entry: null })
    expect(await explain(await createUser(admin, ['admin']), query)).toMatchObject({
      allowed: true,
      reason: 'administrator',
      entry: { permission: 'admin roles & permissions', role: { name: 'admin' } },
    })
  })

  test('5.6 sections and the preview of a person', async () => {
    const person = await holding([], [entry('allow', 'node', undefined, 'view')])
    expect(await explain(person, 'permission=view&object_type=node')).toMatchObject({ allowed: true })
    expect(await explain(person, 'permission=edit&object_type=node&object_id=1')).toMatchObject({
      allowed: false,
    })
    const access = await done(admin, 'GET', `/api/users/${person.id}/access`)
    expect(access).toMatchObject({ administrator: { allowed: false }, visible_servers: 0 })
    expect(access.sections[0]).toMatchObject({
      object_type: 'node',
      permissions: {
        view: { allowed: true, reason: 'entry' },
        delete: { allowed: false, reason: 'no_entry' },
      },
    })
  })

  test('5.6 (C340) the own profile tells which sections are open', async () => {
    const own = async (sessionToken: string) =>
      (await ask({ panel, sessionToken }, 'GET', '/api/profile')).json
    const person = await holding([], [entry('allow', 'node', undefined, 'view')])
    const closed = { template: [], plugin: [], task: [] }
    expect((await own(person.sessionToken)).sections).toEqual({ node: ['view'], ...closed })
    const all = ['create', 'view', 'edit', 'delete']
    expect((await own(admin.sessionToken)).sections.task).toEqual(all)
  })

  test('5.6 what is missing in the question is told', async () => {
    const person = await createUser(admin)
    for (const [query, field] of [
      [`permission=${start}`, 'server'],
      ['permission=view', 'object_type'],
      ['permission=nothing', 'permission'],
    ] as const) {
      const answer = await ask(admin, 'GET', `/api/permissions/explain?user=${person.id}&${query}`)
      expect([answer.status, Object.keys(answer.json.errors)]).toEqual([422, [field]])
    }
    const unknown = await ask(
      admin,
      'GET',
      `/api/permissions/explain?user=99999&server=1&permission=${start}`,
    )
    expect(unknown.status).toBe(404)
  })
})

describe('2.2 roles', () => {
  test('4.3 bad entries are told by field, and nothing is made', async () => {
    const bad: [object, string][] = [
      [{ name: 'Bad Name' }, 'name'],
      [{ name: 'admin' }, 'name'],
      [{ name: 'r', entries: [{ permission: 'fly', effect: 'allow' }] }, 'entries.0.permission'],
      [{ name: 'r', entries: [{ ...common, effect: 'maybe' }] }, 'entries.0.effect'],
      [{ name: 'r', entries: [{ ...common, object_id: 1 }] }, 'entries.0.object_type'],
      [
        { name: 'r', entries: [{ ...common, object_type: 'server', object_id: 99_999 }] },
        'entries.0.object_id',
      ],
      [{ name: 'r', entries: [common, common] }, 'entries'],
      [{ name: 'r', entries: [{ ...common, owner: 1 }] }, 'entries.0.owner'],
    ]
    for (const [body, field] of bad) {
      const { status, json } = await ask(admin, 'POST', '/api/roles', body)
      expect([status, Object.keys(json.errors)], JSON.stringify(body)).toEqual([422, [field]])
    }
    const names = (await done(admin, 'GET', '/api/roles?per_page=1000')).map(
      (role: { name: string }) => role.name,
    )
    expect(names).not.toContain('r')
  })

  test('2.2 built-in roles stay, others can be renamed and deleted', async () => {
    const [adminRole] = await done(admin, 'GET', '/api/roles')
    expect((await ask(admin, 'PUT', `/api/roles/${adminRole.id}`, { name: 'boss' })).status).toBe(409)
    const role = await createRole(admin, [])
    expect(await done(admin, 'PUT', `/api/roles/${role.id}`, { title: 'Night watch' })).toMatchObject({
      title: 'Night watch',
      user_count: 0,
    })
    expect((await ask(admin, 'DELETE', `/api/roles/${role.id}`)).status).toBe(204)
    expect((await ask(admin, 'GET', `/api/roles/${role.id}`)).status).toBe(404)
  })
})
