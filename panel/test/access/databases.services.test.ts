import { gameServerPermissionNames } from '@rookery/contracts/game-server-permissions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingMariadb } from '../../../test-services/mariadb.ts'
import { missingPostgres } from '../../../test-services/postgres.ts'
import { sharedMariadb, sharedPostgres } from '../../../test-services/shared.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer } from '../tokens/people.ts'
import {
  type Asked,
  abilitiesOf,
  ask,
  createRole,
  createUser,
  done,
  permissionsPath,
  setPermissions,
} from './people.ts'

const databases = [
  { driver: 'postgres', missing: missingPostgres(), open: sharedPostgres },
  { driver: 'mysql', missing: missingMariadb(), open: sharedMariadb },
]

describe.each(databases)('users, roles and permissions on $driver', ({ driver, missing, open }) => {
  if (missing !== null) console.warn(`skipped: ${missing}`)
  describe.skipIf(missing !== null)('a real one', () => {
    let panel: TestPanel
    let admin: Asked
    let server: number
    beforeAll(async () => {
      const url = await (await open()).createMigratedDatabase()
      const variables = { DATABASE_DRIVER: driver, DATABASE_URL: url }
      panel = await startTestPanel({ variables })
      admin = { panel, sessionToken: await panel.signIn() }
      server = await addGameServer(panel, 'castle')
    })
    afterAll(() => panel?.stop())

    test('4.3 users are made, searched, renamed and deleted; a taken login is told', async () => {
      const person = await createUser(admin, ['user'], 'Somebody')
      expect(await done(admin, 'GET', '/api/users?q=someB&role=user')).toMatchObject([{ login: 'Somebody' }])
      expect((await ask(admin, 'PUT', `/api/users/${person.id}`, { login: 'ADMIN' })).status).toBe(422)
      await done(admin, 'PUT', `/api/users/${person.id}`, { login: 'somebody-else', roles: ['admin'] })
      expect(await done(admin, 'GET', `/api/users/${person.id}`)).toMatchObject({
        is_admin: true,
        roles: ['admin'],
      })
      expect((await ask(admin, 'DELETE', `/api/users/${person.id}`)).status).toBe(204)
      expect((await ask(admin, 'PUT', '/api/users/1', { roles: [] })).status).toBe(409)
    })

    test('5.6.6 (C086, C087) an explicit deny comes and goes', async () => {
      const role = await createRole(admin, [
        { permission: 'game-server-common', effect: 'allow' },
        { permission: 'game-server-start', effect: 'allow', object_type: 'server', object_id: server },
      ])
      const person = await createUser(admin, [role.name])
      for (const value of [false, true]) {
        await setPermissions(admin, person.id, server, { 'game-server-start': value })
        expect(await abilitiesOf(panel, person, server)).toMatchObject({ 'game-server-start': value })
      }
    })

    test('5.6 an owner holds all 14 permissions, is listed, and is gone with the person', async () => {
      const person = await createUser(admin)
      const owned = await addGameServer(panel, 'owned')
      await done(admin, 'PUT', `/api/servers/${owned}`, { owner_id: person.id })
      const held = await abilitiesOf(panel, person, owned)
      expect(Object.values(held ?? {})).toEqual(gameServerPermissionNames.map(() => true))
      const asked = { panel, sessionToken: person.sessionToken }
      const mine = await done(asked, 'GET', '/api/servers?owner=me&sort=-created_at&q=own')
      expect(mine).toMatchObject([{ id: owned, owner: { id: person.id, login: person.login } }])
      expect(await done(asked, 'GET', '/api/servers?owner=others')).toEqual([])
      const others = await done(admin, 'GET', '/api/servers?owner=others')
      expect(others.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining([owned, server]))
      await done(admin, 'DELETE', `/api/users/${person.id}`)
      expect((await done(admin, 'GET', `/api/servers/${owned}`)).owner).toBeNull()
    })

    test('a game server is shared, offered to another person, and taken over once', async () => {
      const [owner, friend] = [await createUser(admin), await createUser(admin)]
      const handed = await addGameServer(panel, 'handed')
      await done(admin, 'PUT', `/api/servers/${handed}`, { owner_id: owner.id })
      const [asOwner, asFriend] = [owner, friend].map(({ sessionToken }) => ({ panel, sessionToken }))
      if (!asOwner || !asFriend) throw new Error('nobody asks')
      const access = `/api/servers/${handed}/access`
      const permissions = ['game-server-common', 'game-server-start']
      await done(asOwner, 'POST', access, { login: friend.login, permissions })
      await done(asOwner, 'PUT', `${access}/${friend.id}`, { permissions: permissions.slice(0, 1) })
      for (const keep_access of [false, true]) {
        const body = { login: friend.login, keep_access }
        await done(asOwner, 'PUT', `/api/servers/${handed}/ownership-offer`, body)
      }
      expect(await done(asOwner, 'GET', access)).toMatchObject({
        people: [{ id: friend.id, permissions: ['game-server-common'], denied: [] }],
        offer: { to: { id: friend.id }, keep_access: true },
      })
      expect(await done(asFriend, 'GET', '/api/profile/ownership-offers')).toMatchObject([
        { server: { id: handed, name: 'handed' }, from: { id: owner.id }, keep_access: true },
      ])
      const accept = () => ask(asFriend, 'POST', `/api/profile/ownership-offers/${handed}/accept`)
      const taken = await Promise.all([accept(), accept(), accept()])
      expect(taken.map(({ status }) => `${status}`).toSorted()).toEqual(['204', '404', '404'])
      expect(await done(asFriend, 'GET', access)).toMatchObject({
        owner: { id: friend.id },
        people: [{ id: owner.id, permissions: gameServerPermissionNames }],
        offer: null,
      })
      expect(await panel.db.selectFrom('ownership_offers').selectAll().execute()).toEqual([])
    })

    test('T-051 40 changes at once: the end is one of the sets', async () => {
      const person = await createUser(admin)
      const sets = Array.from({ length: 40 }, (_, index) => ({
        'game-server-common': true,
        'game-server-start': index % 2 === 0,
        'game-server-stop': index % 2 === 1,
      }))
      const put = async (set: object) => {
        const body = Object.entries(set).map(([permission, value]) => ({ permission, value }))
        for (;;) {
          const answer = await ask(admin, 'PUT', permissionsPath(person.id, server), body)
          // A database that is busy for long is told as such: whoever asks tries again.
          if (answer.status !== 503) return answer
        }
      }
      const answers = await Promise.all(sets.map(put))
      expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200]))
      const held = await abilitiesOf(panel, person, server)
      expect(held?.['game-server-start']).not.toBe(held?.['game-server-stop'])
    })

    test('T-018 two administrators demote each other: one of them stays', async () => {
      const [one, two] = [await createUser(admin, ['admin']), await createUser(admin, ['admin'])]
      await done({ panel, sessionToken: one.sessionToken }, 'PUT', '/api/users/1', { roles: [] })
      const answers = await Promise.all([
        ask({ panel, ...one }, 'PUT', `/api/users/${two.id}`, { roles: [] }),
        ask({ panel, ...two }, 'PUT', `/api/users/${one.id}`, { roles: [] }),
      ])
      expect(answers.map(answer => answer.status)).not.toEqual([200, 200])
    })
  })
})
