import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MemoryCache } from '../../src/platform/cache/memory-cache.ts'
import { createLog } from '../../src/platform/log.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer } from '../tokens/people.ts'
import { openChannel } from './open-channel.ts'
import { type Asked, abilitiesOf, ask, createUser, done, type Made, setPermissions } from './people.ts'

const common = 'game-server-common'

/** As an operator would with a database tool: nobody is told. */
async function grantInDatabase(panel: TestPanel, userId: number, gameServerId: number): Promise<void> {
  await panel.db
    .insertInto('user_permissions')
    .values({
      user_id: userId,
      permission: common,
      effect: 'allow',
      object_type: 'server',
      object_id: gameServerId,
    })
    .execute()
}

describe('5.6.8 remembered rights with a cache of this process alone', () => {
  test.each([
    ['30s, the default (C174)', {}, 30_000],
    ['1s (C175)', { RBAC_CACHE_TTL: '1s' }, 1_000],
  ])('5.6.8 an edit of the database counts after RBAC_CACHE_TTL=%s', async (_, variables, ttlMs) => {
    const panel = await startTestPanel({ variables })
    try {
      const admin = { panel, sessionToken: await panel.signIn() }
      const server = await addGameServer(panel, 'castle')
      const person = await createUser(admin)
      expect(await abilitiesOf(panel, person, server)).toBeNull()
      await grantInDatabase(panel, person.id, server)
      panel.clock.nowMs += ttlMs - 1
      expect(await abilitiesOf(panel, person, server)).toBeNull()
      panel.clock.nowMs += 1
      expect(await abilitiesOf(panel, person, server)).toMatchObject({ [common]: true })
    } finally {
      await panel.stop()
    }
  })

  test('5.6.8 (C177) rights are never looked for in the cache', async () => {
    const asked: string[] = []
    const memory = new MemoryCache({ now: Date.now, log: createLog('silent') })
    const cache = Object.assign(Object.create(memory) as MemoryCache, {
      namespace(name: string) {
        asked.push(name)
        return memory.namespace(name)
      },
      close: () => memory.close(),
    })
    const panel = await startTestPanel({ cache })
    await panel.signIn()
    expect(asked).not.toContain('access')
    expect(asked.length).toBeGreaterThan(0)
    await panel.stop()
    await memory.close()
  })
})

describe('5.6 rights that change while they are used', () => {
  let panel: TestPanel
  let admin: Asked
  let server: number
  beforeAll(async () => {
    panel = await startTestPanel()
    admin = { panel, sessionToken: await panel.signIn() }
    server = await addGameServer(panel, 'castle')
  })
  afterAll(() => panel.stop())

  test('T-018 two administrators demote each other at once: one of them stays', async () => {
    const one = await createUser(admin, ['admin'])
    const two = await createUser(admin, ['admin'])
    await done({ panel, sessionToken: one.sessionToken }, 'PUT', '/api/users/1', { roles: ['user'] })
    const demote = (by: Made, whom: Made) =>
      ask({ panel, sessionToken: by.sessionToken }, 'PUT', `/api/users/${whom.id}`, { roles: ['user'] })
    const answers = await Promise.all([demote(one, two), demote(two, one)])
    expect(answers.map(answer => answer.status)).not.toEqual([200, 200])
    const left = answers[0].status === 200 ? one : two
    await done({ panel, sessionToken: left.sessionToken }, 'PUT', '/api/users/1', { roles: ['admin'] })
  })

  test('T-019 a demoted administrator is refused from the next request on', async () => {
    const person = await createUser(admin, ['admin'])
    const asPerson = { panel, sessionToken: person.sessionToken }
    let isDemoted = false
    const loop = (async () => {
      const after: number[] = []
      while (after.length < 20) {
        const wasDemoted = isDemoted
        const { status } = await ask(asPerson, 'GET', '/api/users')
        if (wasDemoted) after.push(status)
      }
      return after
    })()
    await done(admin, 'PUT', `/api/users/${person.id}`, { roles: ['user'] })
    isDemoted = true
    expect(new Set(await loop)).toEqual(new Set([403]))
  })

  test('T-049 a change that is rolled back leaves the old rights everywhere', async () => {
    const person = await createUser(admin)
    await setPermissions(admin, person.id, server, { [common]: true })
    const before = await abilitiesOf(panel, person, server)
    const refused = await ask(admin, 'PUT', `/api/users/${person.id}`, {
      name: 'New',
      roles: ['admin', 'nobles'],
    })
    expect(refused.status).toBe(422)
    expect(await abilitiesOf(panel, person, server)).toEqual(before)
    expect((await ask({ panel, sessionToken: person.sessionToken }, 'GET', '/api/users')).status).toBe(403)
    expect(await done(admin, 'GET', `/api/users/${person.id}`)).toMatchObject({
      roles: ['user'],
      is_admin: false,
    })
  })

  test('3 (C049) the session of somebody whose permissions are withdrawn goes on', async () => {
    const person = await createUser(admin)
    await setPermissions(admin, person.id, server, { [common]: true })
    expect(await abilitiesOf(panel, person, server)).not.toBeNull()
    await setPermissions(admin, person.id, server, { [common]: false })
    expect(await abilitiesOf(panel, person, server)).toBeNull()
    const { status } = await ask({ panel, sessionToken: person.sessionToken }, 'GET', '/api/profile')
    expect(status).toBe(200)
  })

  test('T-048 (A43) channels close with 4403 when the right is withdrawn, with 4404 when the server is gone', async () => {
    const person = await createUser(admin)
    const doomed = await addGameServer(panel, 'doomed')
    for (const id of [server, doomed]) {
      await setPermissions(admin, person.id, id, { [common]: true, 'game-server-console-view': true })
    }
    const openConsole = (id: number) =>
      openChannel(panel, person.sessionToken, `/api/ws/servers/${id}/console`)
    const [stored, gone] = [await openConsole(server), await openConsole(doomed)]
    await done(admin, 'DELETE', `/api/servers/${doomed}`)
    expect(await gone.closed).toBe(4404)
    expect(stored.socket.readyState).toBe(stored.socket.OPEN)
    await setPermissions(admin, person.id, server, { 'game-server-console-view': false })
    expect(await stored.closed).toBe(4403)
  })

  test('A43 the channel of a task closes when the right to its kind is withdrawn', async () => {
    const person = await createUser(admin)
    await setPermissions(admin, person.id, server, { [common]: true, 'game-server-start': true })
    const { task_id } = await done(
      { panel, sessionToken: person.sessionToken },
      'POST',
      `/api/servers/${server}/start`,
    )
    const channel = await openChannel(panel, person.sessionToken, `/api/ws/tasks/${task_id}`)
    await setPermissions(admin, person.id, server, { 'game-server-start': false })
    expect(await channel.closed).toBe(4403)
  })

  test('5.6 entries on a game server go with it', async () => {
    const person = await createUser(admin)
    const doomed = await addGameServer(panel, 'doomed too')
    await setPermissions(admin, person.id, doomed, { [common]: true })
    await done(admin, 'DELETE', `/api/servers/${doomed}`)
    const rows = await panel.db
      .selectFrom('user_permissions')
      .selectAll()
      .where('user_id', '=', person.id)
      .execute()
    expect(rows).toEqual([])
  })
})
