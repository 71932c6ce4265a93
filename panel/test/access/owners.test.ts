// Owners of game servers: what an owner may do, who is told of owners, and how a game server comes to another one.

import {
  type GameServerPermission,
  gameServerPermissionNames,
} from '@rookery/contracts/game-server-permissions.ts'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { PermissionOnGameServer } from '@rookery/contracts/http/permissions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAccount } from '../service-accounts/service-account-tools.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer, createToken } from '../tokens/people.ts'
import { changesBetween, dump } from './database-dump.ts'
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
} from './people.ts'

const [common, start] = ['game-server-common', 'game-server-start'] as const

let panel: TestPanel
let admin: Asked
let server: number
let other: number
let owner: Made
let friend: Made
beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
  server = await addGameServer(panel, 'castle')
  other = await addGameServer(panel, 'harbor')
})
afterAll(() => panel.stop())
beforeEach(async () => {
  owner = await createUser(admin)
  friend = await createUser(admin)
  await setPermissions(admin, friend.id, server, { [common]: true })
  await setOwner(owner.id)
})

const setOwner = (owner_id: number | null, id = server) =>
  done(admin, 'PUT', `/api/servers/${id}`, { owner_id })
const as = (person: { sessionToken: string }): Asked => ({ panel, sessionToken: person.sessionToken })
const listOf = (asked: Asked, query = ''): Promise<GameServer[]> => done(asked, 'GET', `/api/servers${query}`)
const ownerIn = (list: readonly GameServer[], id = server) => list.find(one => one.id === id)?.owner
const pick = ({ id, login, name }: Made) => ({ id, login, name })
const explain = (userId: number, permission: GameServerPermission = start) =>
  done(admin, 'GET', `/api/permissions/explain?user=${userId}&server=${server}&permission=${permission}`)

describe('5.6 what an owner may do', () => {
  test('5.6 all 14 permissions on this game server and no other, without an entry', async () => {
    expect(Object.values((await abilitiesOf(panel, owner, server)) ?? {})).toEqual(
      gameServerPermissionNames.map(() => true),
    )
    expect(await abilitiesOf(panel, owner, other)).toBeNull()
    expect((await listOf(as(owner))).map(({ id }) => id)).toEqual([server])
    expect((await ask(as(owner), 'POST', `/api/servers/${server}/start`)).status).toBe(202)
    const entries = panel.db.selectFrom('user_permissions').where('user_id', '=', owner.id)
    expect(await entries.selectAll().execute()).toEqual([])
    expect((await done(admin, 'GET', `/api/users/${owner.id}/servers`)).length).toBe(1)
  })

  test('5.6 the explainer says that it is the owner, and shows no entry', async () => {
    expect(await explain(owner.id)).toMatchObject({ allowed: true, reason: 'owner', entry: null })
    const cells: PermissionOnGameServer[] = await done(admin, 'GET', permissionsPath(owner.id, server))
    expect(cells.map(({ value, source }) => [value, source])).toEqual(
      cells.map(() => [true, { reason: 'owner', entry: null }]),
    )
  })

  test('5.6.6 what is withdrawn from an owner is a deny, which wins; given back, nothing is stored', async () => {
    await setPermissions(admin, owner.id, server, { [start]: false })
    expect(await explain(owner.id)).toMatchObject({
      allowed: false,
      reason: 'entry',
      entry: { effect: 'deny', object_id: server },
    })
    expect((await ask(as(owner), 'POST', `/api/servers/${server}/start`)).status).toBe(403)
    await setPermissions(admin, owner.id, server, { [start]: true })
    expect(await explain(owner.id)).toMatchObject({ allowed: true, reason: 'owner' })
    const entries = panel.db.selectFrom('user_permissions').where('user_id', '=', owner.id)
    expect(await entries.selectAll().execute()).toEqual([])
  })

  test('5.6.2 a deny of a role binds an owner; an allow of a role is the reason that is told', async () => {
    const role = await createRole(admin, [
      { permission: start, effect: 'deny', object_type: 'server' },
      { permission: 'game-server-stop', effect: 'allow', object_type: 'server' },
    ])
    await done(admin, 'PUT', `/api/users/${owner.id}`, { roles: [role.name] })
    expect(await abilitiesOf(panel, owner, server)).toMatchObject({
      [start]: false,
      'game-server-stop': true,
    })
    expect(await explain(owner.id, 'game-server-stop')).toMatchObject({
      reason: 'entry',
      entry: { role: { id: role.id } },
    })
  })
})

describe('how a game server comes to an owner', () => {
  test('an owner who is another one holds it at once, and the former one nothing', async () => {
    const next = await createUser(admin)
    expect(await abilitiesOf(panel, owner, server)).not.toBeNull()
    await setOwner(next.id)
    expect(await abilitiesOf(panel, owner, server)).toBeNull()
    expect(await abilitiesOf(panel, next, server)).toMatchObject({ [start]: true })
    await setOwner(null)
    expect(await abilitiesOf(panel, next, server)).toBeNull()
  })

  test('one that is made for somebody is theirs when it is answered', async () => {
    const { node_id, template } = await done(admin, 'GET', `/api/servers/${server}`)
    const body = { name: 'for me', node_id, template_id: template.id, install: false, owner_id: friend.id }
    // What the friend holds is remembered by now.
    await listOf(as(friend))
    const made = await done(admin, 'POST', '/api/servers', body)
    expect(made.owner).toEqual(pick(friend))
    expect(await abilitiesOf(panel, friend, made.id)).toMatchObject({ [start]: true })
    await done(admin, 'DELETE', `/api/servers/${made.id}`)
  })

  test.each([
    ['nobody', () => 999_999],
    ['a service account', async () => (await createAccount(admin)).id],
  ])('%s can own one, neither a new one nor one that is there', async (_, who) => {
    const owner_id = await who()
    const { node_id, template } = await done(admin, 'GET', `/api/servers/${server}`)
    const before = await dump(panel)
    const requests: [string, string, object][] = [
      ['PUT', `/api/servers/${server}`, { name: 'renamed', owner_id }],
      ['POST', '/api/servers', { name: 'new', node_id, template_id: template.id, owner_id, install: false }],
    ]
    for (const [method, path, body] of requests) {
      const answer = await ask(admin, method, path, body)
      expect([answer.status, answer.json.errors]).toEqual([422, { owner_id: ['there is no such person'] }])
    }
    const tables = changesBetween(before, await dump(panel))
    expect(tables.filter(table => !JSON.stringify(table).includes('data_versions'))).toEqual([])
  })

  test('5.2 (A13) a personal access token that may create servers makes nobody an owner', async () => {
    const { node_id, template } = await done(admin, 'GET', `/api/servers/${server}`)
    const token = {
      panel,
      sessionToken: await createToken(panel, admin.sessionToken, ['admin:server:create']),
    }
    const body = { name: 'by a token', node_id, template_id: template.id, install: false }
    const refused = await ask(token, 'POST', '/api/servers', { ...body, owner_id: friend.id })
    expect([refused.status, refused.json.missing]).toEqual([
      403,
      { credential: 'session_or_service_account' },
    ])
    const made = await done(token, 'POST', '/api/servers', body)
    await done(admin, 'DELETE', `/api/servers/${made.id}`)
  })

  test('with If-Match, an owner who was changed meanwhile is not overwritten', async () => {
    const path = `/api/servers/${server}`
    const read = await panel.request('GET', path, { sessionToken: admin.sessionToken })
    const tag = read.headers.get('etag') ?? ''
    const put = (owner_id: number) =>
      panel.request('PUT', path, {
        ...{ sessionToken: admin.sessionToken, body: { owner_id } },
        headers: { 'if-match': tag },
      })
    expect((await put(friend.id)).status).toBe(200)
    expect((await put(owner.id)).status).toBe(412)
    expect((await done(admin, 'GET', path)).owner).toEqual(pick(friend))
  })

  test('a person who is deleted owns nothing any more', async () => {
    await done(admin, 'DELETE', `/api/users/${owner.id}`)
    expect((await done(admin, 'GET', `/api/servers/${server}`)).owner).toBeNull()
    expect(ownerIn(await listOf(admin))).toBeNull()
  })

  test('a deleted game server comes back to its owner, if that person is still there', async () => {
    const { node_id, template } = await done(admin, 'GET', `/api/servers/${server}`)
    const made = async () =>
      done(admin, 'POST', '/api/servers', {
        ...{ name: 'twice', node_id, template_id: template.id, install: false, owner_id: friend.id },
      })
    const [one, two] = [await made(), await made()]
    for (const { id } of [one, two]) await done(admin, 'DELETE', `/api/servers/${id}`)
    await done(admin, 'POST', `/api/deleted-servers/${one.uuid}/restore`, {})
    expect((await done(admin, 'GET', `/api/servers/${one.id}`)).owner).toEqual(pick(friend))
    expect(await abilitiesOf(panel, friend, one.id)).toMatchObject({ [start]: true })
    await done(admin, 'DELETE', `/api/users/${friend.id}`)
    await done(admin, 'POST', `/api/deleted-servers/${two.uuid}/restore`, { port: one.port + 500 })
    expect((await done(admin, 'GET', `/api/servers/${two.id}`)).owner).toBeNull()
    for (const { id } of [one, two]) await done(admin, 'DELETE', `/api/servers/${id}`)
  })
})

describe('who is told of an owner', () => {
  const told = async (asked: Asked) => [
    ownerIn(await listOf(asked)),
    ((await done(asked, 'GET', `/api/servers/${server}`)) as GameServer).owner,
  ]

  test('administrators and the owner; nobody else, and no token of an administrator', async () => {
    expect(await told(admin)).toEqual([pick(owner), pick(owner)])
    expect(await told(as(owner))).toEqual([pick(owner), pick(owner)])
    expect(await told(as(friend))).toEqual([null, null])
    // By the same account as the session, which has asked the same question.
    const token = await createToken(panel, admin.sessionToken, ['server:list'])
    expect(await told({ panel, sessionToken: token })).toEqual([null, null])
    expect(await told(admin)).toEqual([pick(owner), pick(owner)])
  })

  test('the list follows an owner who has another name, another login, or nothing any more', async () => {
    await told(admin)
    await done(admin, 'PUT', `/api/users/${owner.id}`, { name: 'Anna Berg' })
    expect(ownerIn(await listOf(admin))).toMatchObject({ id: owner.id, name: 'Anna Berg' })
    await done(as(owner), 'PUT', '/api/profile', { name: 'Anna' })
    expect(ownerIn(await listOf(admin))).toMatchObject({ id: owner.id, name: 'Anna' })
    await setOwner(friend.id)
    expect(ownerIn(await listOf(admin))).toEqual(pick(friend))
    expect(ownerIn(await listOf(as(friend)))).toEqual(pick(friend))
  })

  test('a list is narrowed to what one owns, or to all else that one sees', async () => {
    await setPermissions(admin, owner.id, other, { [common]: true })
    const idsOf = async (asked: Asked, query: string) => (await listOf(asked, query)).map(({ id }) => id)
    expect(await idsOf(as(owner), '?owner=me')).toEqual([server])
    expect(await idsOf(as(owner), '?owner=others')).toEqual([other])
    expect(await idsOf(as(friend), '?owner=me')).toEqual([])
    expect(await idsOf(as(friend), '?owner=others')).toEqual([server])
    expect(await idsOf(admin, '?owner=others')).toEqual(expect.arrayContaining([server, other]))
    expect((await ask(as(owner), 'GET', '/api/servers?owner=7')).status).toBe(422)
    // Of what one does not see, owning or not, nothing is listed.
    await setPermissions(admin, owner.id, server, { [common]: false })
    expect(await idsOf(as(owner), '?owner=me')).toEqual([])
  })
})
