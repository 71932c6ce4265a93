// Handing a game server on: offered by its owner, taken by one person once, and dead as soon as it is another's.

import { gameServerPermissionNames } from '@rookery/contracts/game-server-permissions.ts'
import type { OwnershipOffer } from '@rookery/contracts/http/ownership.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer } from '../tokens/people.ts'
import { type Asked, abilitiesOf, ask, createUser, done, type Made, setPermissions } from './people.ts'

const [common, start, files] = ['game-server-common', 'game-server-start', 'game-server-files'] as const

let panel: TestPanel
let admin: Asked
let server: number
let owner: Made
let friend: Made
beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
})
afterAll(() => panel.stop())
beforeEach(async () => {
  server = await addGameServer(panel, 'castle')
  owner = await createUser(admin)
  friend = await createUser(admin)
  await setOwner(owner.id)
})

const setOwner = (owner_id: number | null) => done(admin, 'PUT', `/api/servers/${server}`, { owner_id })
const as = (person: { sessionToken: string }): Asked => ({ panel, sessionToken: person.sessionToken })
const offerPath = () => `/api/servers/${server}/ownership-offer`
const offer = (to: Made, keep_access = false, by: Asked = as(owner)) =>
  ask(by, 'PUT', offerPath(), { login: to.login, keep_access })
const offersTo = (person: Made): Promise<OwnershipOffer[]> =>
  done(as(person), 'GET', '/api/profile/ownership-offers')
const accept = async (person: Made) =>
  (await ask(as(person), 'POST', `/api/profile/ownership-offers/${server}/accept`)).status
const decline = async (person: Made) =>
  (await ask(as(person), 'DELETE', `/api/profile/ownership-offers/${server}`)).status
const ownerNow = async () => (await done(admin, 'GET', `/api/servers/${server}`)).owner?.id ?? null
const standing = async () => (await done(admin, 'GET', `/api/servers/${server}/access`)).offer

describe('an offer of ownership', () => {
  test('is seen by the person and by nobody else, and taken: the former owner keeps nothing', async () => {
    await setPermissions(admin, owner.id, server, { [start]: true })
    const third = await createUser(admin)
    expect((await offer(friend)).json).toEqual({ id: friend.id, login: friend.login, name: friend.name })
    expect(await offersTo(friend)).toMatchObject([
      { server: { id: server, name: 'castle' }, from: { login: owner.login }, keep_access: false },
    ])
    expect(await offersTo(third)).toEqual([])
    expect(await abilitiesOf(panel, friend, server)).toBeNull()
    expect(await accept(friend)).toBe(204)
    expect(await ownerNow()).toBe(friend.id)
    expect(Object.values((await abilitiesOf(panel, friend, server)) ?? {})).not.toContain(false)
    expect(await abilitiesOf(panel, owner, server)).toBeNull()
    expect(await accept(friend)).toBe(404)
    expect(await offersTo(friend)).toEqual([])
  })

  test('leaves the former owner the permissions of the preset Manager where it says so', async () => {
    const permissions = [common, start, files]
    await done(admin, 'PUT', '/api/permission-presets/manager', { permissions })
    await offer(friend, true)
    expect(await accept(friend)).toBe(204)
    await done(admin, 'DELETE', '/api/permission-presets/manager')
    const held = await abilitiesOf(panel, owner, server)
    expect(gameServerPermissionNames.filter(name => held?.[name]).toSorted()).toEqual(permissions.toSorted())
    const { people } = await done(as(friend), 'GET', `/api/servers/${server}/access`)
    expect(people).toMatchObject([{ id: owner.id }])
    // As anybody else who is let in.
    await done(as(friend), 'DELETE', `/api/servers/${server}/access/${owner.id}`)
    expect(await abilitiesOf(panel, owner, server)).toBeNull()
  })

  test('leaves whom the former owner has let in as they were', async () => {
    const third = await createUser(admin)
    const body = { login: third.login, permissions: [common, start] }
    await done(as(owner), 'POST', `/api/servers/${server}/access`, body)
    await offer(friend)
    await accept(friend)
    expect(await abilitiesOf(panel, third, server)).toMatchObject({ [start]: true })
  })

  test('is declined once', async () => {
    await offer(friend)
    expect([await decline(friend), await decline(friend), await accept(friend)]).toEqual([204, 404, 404])
    expect([await ownerNow(), await standing()]).toEqual([owner.id, null])
  })

  test('is withdrawn by the owner or an administrator', async () => {
    for (const by of [as(owner), admin]) {
      await offer(friend)
      expect(await standing()).toMatchObject({ to: { id: friend.id } })
      expect((await ask(by, 'DELETE', offerPath())).status).toBe(204)
      expect((await ask(by, 'DELETE', offerPath())).status).toBe(404)
      expect(await accept(friend)).toBe(404)
    }
  })

  test('takes the place of the one before', async () => {
    const third = await createUser(admin)
    await offer(third, true)
    await offer(friend)
    expect([await offersTo(third), await accept(third)]).toEqual([[], 404])
    expect(await accept(friend)).toBe(204)
    expect(await abilitiesOf(panel, owner, server)).toBeNull()
  })

  test('people’s activity tells both sides of it', async () => {
    await done(admin, 'PATCH', '/api/settings', { activity_people: true })
    await offer(friend)
    await accept(friend)
    const told = await done(as(owner), 'GET', '/api/activity?scope=people&kind=permissions')
    expect(told).toMatchObject([
      { event: 'ownership_accepted', by: { login: friend.login }, subject: { id: owner.id } },
      { event: 'ownership_offered', by: { login: owner.login }, subject: { id: friend.id } },
    ])
    await done(admin, 'PATCH', '/api/settings', { activity_people: false })
  })
})

describe('attacks', () => {
  test('nobody else takes it, declines it or withdraws it', async () => {
    const third = await createUser(admin)
    await offer(friend)
    expect([await accept(third), await accept(owner), await decline(third)]).toEqual([404, 404, 404])
    expect((await ask(as(third), 'DELETE', offerPath())).status).toBe(403)
    expect((await ask(as(friend), 'DELETE', offerPath())).status).toBe(403)
    expect(await ownerNow()).toBe(owner.id)
  })

  test('it is made by the owner alone, to another person', async () => {
    expect((await offer(friend, false, admin)).status).toBe(403)
    expect((await offer(friend, false, as(friend))).status).toBe(403)
    expect((await offer(owner)).status).toBe(409)
    const unknown = await ask(as(owner), 'PUT', offerPath(), { login: 'nobody-here' })
    expect([unknown.status, Object.keys(unknown.json.errors)]).toEqual([422, ['login']])
    expect(await standing()).toBeNull()
  })

  test.each([
    ['another owner', async (third: Made) => void (await setOwner(third.id))],
    ['no owner', async () => void (await setOwner(null))],
    [
      'another owner, and then the first one again',
      async (third: Made) => {
        await setOwner(third.id)
        await setOwner(owner.id)
      },
    ],
  ])('it dies when the game server has %s', async (_, change) => {
    const third = await createUser(admin)
    await offer(friend)
    await change(third)
    const now = await ownerNow()
    expect([await offersTo(friend), await accept(friend), await ownerNow()]).toEqual([[], 404, now])
  })

  test('an offer that was left behind by somebody who owns it no more is worth nothing', async () => {
    await offer(friend)
    const third = await createUser(admin)
    // As an edit of the database could leave it.
    await panel.db.updateTable('game_servers').set({ owner_id: third.id }).where('id', '=', server).execute()
    expect([await accept(friend), await ownerNow()]).toEqual([404, third.id])
  })

  test.each([
    ['the person', () => friend.id],
    ['the owner', () => owner.id],
  ])('it is gone with %s', async (_, who) => {
    await offer(friend)
    await done(admin, 'DELETE', `/api/users/${who()}`)
    const stored = panel.db.selectFrom('ownership_offers').where('server_id', '=', server)
    expect(await stored.selectAll().execute()).toEqual([])
  })

  test('it is gone with the game server', async () => {
    await offer(friend)
    await done(admin, 'DELETE', `/api/servers/${server}`)
    expect([await offersTo(friend), await accept(friend)]).toEqual([[], 404])
  })

  test('5.6.2 an owner who is denied something cannot undo it by handing the server on', async () => {
    await setPermissions(admin, owner.id, server, { [files]: false })
    const refused = await offer(friend)
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining(files)])
    await setPermissions(admin, owner.id, server, { [files]: true })
    await offer(friend)
    await setPermissions(admin, owner.id, server, { [files]: false })
    expect([await accept(friend), await ownerNow()]).toEqual([404, owner.id])
    await setPermissions(admin, owner.id, server, { [common]: false })
    expect((await offer(friend)).status).toBe(403)
  })
})
