// What rights must show on two instances that share database and cache, whatever the cache is.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenCache } from '../../src/platform/cache/cache.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer } from '../tokens/people.ts'
import { openChannel } from './open-channel.ts'
import { type Asked, abilitiesOf, ask, createRole, createUser, done, setPermissions } from './people.ts'

const common = 'game-server-common'

export function rightsInstancesSuite(openCaches: () => Promise<[OpenCache, OpenCache]>): void {
  let caches: OpenCache[] = []
  let one: TestPanel
  let two: TestPanel
  let admin: Asked
  let server: number
  beforeAll(async () => {
    const [ofOne, ofTwo] = await openCaches()
    caches = [ofOne, ofTwo]
    one = await startTestPanel({ cache: ofOne })
    two = await startTestPanel({ cache: ofTwo, dataDir: one.dataDir })
    two.clock.nowMs = one.clock.nowMs
    admin = { panel: one, sessionToken: await one.signIn() }
    server = await addGameServer(one, 'castle')
  })
  afterAll(async () => {
    await two?.halt()
    await one?.stop()
    for (const cache of new Set(caches)) await cache.close()
  })

  test('5.6.8 (C176) a permission changed on one instance counts at once on both', async () => {
    const person = await createUser(admin)
    for (let round = 0; round < 10; round++) {
      await setPermissions(admin, person.id, server, { [common]: true })
      expect(await abilitiesOf(two, person, server)).toMatchObject({ [common]: true })
      expect(await abilitiesOf(one, person, server)).toMatchObject({ [common]: true })
      await setPermissions(admin, person.id, server, { [common]: false })
      expect(await abilitiesOf(two, person, server)).toBeNull()
      expect(await abilitiesOf(one, person, server)).toBeNull()
    }
  })

  test('5.6.8 (C173, C176) a role changed on one instance counts at once for its holders on the other', async () => {
    const role = await createRole(admin, [{ permission: common, effect: 'allow' }])
    const person = await createUser(admin, [role.name])
    expect(await abilitiesOf(two, person, server)).toMatchObject({ [common]: true })
    await done(admin, 'PUT', `/api/roles/${role.id}`, { entries: [] })
    expect(await abilitiesOf(two, person, server)).toBeNull()
  })

  test('5.6.8 (C176) an edit of the database stays unseen while the shared cache keeps what was there', async () => {
    const person = await createUser(admin)
    expect(await abilitiesOf(two, person, server)).toBeNull()
    const scope = { object_type: 'server', object_id: server }
    await one.db
      .insertInto('user_permissions')
      .values({ user_id: person.id, permission: common, effect: 'allow', ...scope })
      .execute()
    two.clock.nowMs += 3_600_000
    expect(await abilitiesOf(two, person, server)).toBeNull()
    // Any change through the API makes it seen.
    await createRole(admin, [])
    two.clock.nowMs += 31_000
    expect(await abilitiesOf(two, person, server)).toMatchObject({ [common]: true })
  })

  test('T-019 an administrator demoted on one instance is refused by the next request to the other', async () => {
    const person = await createUser(admin, ['admin'])
    const there = { panel: two, sessionToken: person.sessionToken }
    expect((await ask(there, 'GET', '/api/users')).status).toBe(200)
    await done(admin, 'PUT', `/api/users/${person.id}`, { roles: [] })
    expect((await ask(there, 'GET', '/api/users')).status).toBe(403)
  })

  test('5.6.8 an owner who is another one counts at once on both, and the former one is shown out', async () => {
    const [former, next] = [await createUser(admin), await createUser(admin)]
    const setOwner = (owner_id: number | null) => done(admin, 'PUT', `/api/servers/${server}`, { owner_id })
    await setOwner(former.id)
    expect(await abilitiesOf(two, former, server)).toMatchObject({ 'game-server-files': true })
    const console = await openChannel(two, former.sessionToken, `/api/ws/servers/${server}/console`)
    await setOwner(next.id)
    expect(await console.closed).toBe(4403)
    for (const panel of [one, two]) {
      expect(await abilitiesOf(panel, former, server)).toBeNull()
      expect(await abilitiesOf(panel, next, server)).toMatchObject({ 'game-server-files': true })
    }
    await setOwner(null)
    expect(await abilitiesOf(two, next, server)).toBeNull()
  })

  test('an offer is taken once, whichever instances it is asked of at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const [former, next] = [await createUser(admin), await createUser(admin)]
      await done(admin, 'PUT', `/api/servers/${server}`, { owner_id: former.id })
      const console = await openChannel(two, former.sessionToken, `/api/ws/servers/${server}/console`)
      const offer = { login: next.login }
      await done({ panel: one, ...former }, 'PUT', `/api/servers/${server}/ownership-offer`, offer)
      const path = `/api/profile/ownership-offers/${server}`
      const answers = await Promise.all([
        ...[one, two, one, two].map(panel => ask({ panel, ...next }, 'POST', `${path}/accept`)),
        ask({ panel: two, ...next }, 'DELETE', path),
        ask({ panel: one, ...former }, 'DELETE', `/api/servers/${server}/ownership-offer`),
      ])
      expect(answers.filter(({ status }) => status === 204).length).toBe(1)
      const isAccepted = answers.slice(0, 4).some(({ status }) => status === 204)
      const owner = (await done(admin, 'GET', `/api/servers/${server}`)).owner
      expect(owner.id).toBe(isAccepted ? next.id : former.id)
      for (const panel of [one, two]) {
        expect((await abilitiesOf(panel, next, server)) !== null).toBe(isAccepted)
        expect((await abilitiesOf(panel, former, server)) !== null).toBe(!isAccepted)
      }
      if (isAccepted) expect(await console.closed).toBe(4403)
      else console.socket.terminate()
    }
  })

  test('A43, T-020 channels on the other instance close: right withdrawn, user deleted', async () => {
    const person = await createUser(admin)
    await setPermissions(admin, person.id, server, { [common]: true, 'game-server-console-view': true })
    const view = await openChannel(two, person.sessionToken, `/api/ws/servers/${server}/console`)
    const events = await openChannel(two, person.sessionToken, '/api/ws/events')
    await setPermissions(admin, person.id, server, { 'game-server-console-view': false })
    expect(await view.closed).toBe(4403)
    await done(admin, 'DELETE', `/api/users/${person.id}`)
    expect(await events.closed).toBe(4401)
  })
}
