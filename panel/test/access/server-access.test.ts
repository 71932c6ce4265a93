// Owners let others in, and out again; and whatever they try, never further than they may themselves.

import { gameServerPermissionNames } from '@rookery/contracts/game-server-permissions.ts'
import type { PersonWithAccess } from '@rookery/contracts/http/ownership.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAccount, createKey } from '../service-accounts/service-account-tools.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer, createToken } from '../tokens/people.ts'
import { changesBetween, dump } from './database-dump.ts'
import { openChannel } from './open-channel.ts'
import {
  type Asked,
  abilitiesOf,
  ask,
  createRole,
  createUser,
  done,
  type Made,
  setPermissions,
} from './people.ts'

const [common, start, files] = ['game-server-common', 'game-server-start', 'game-server-files'] as const
const looking = [common, start]

let panel: TestPanel
let admin: Asked
let server: number
let other: number
let owner: Made
let friend: Made
beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
  other = await addGameServer(panel, 'harbor')
})
afterAll(() => panel.stop())
beforeEach(async () => {
  server = await addGameServer(panel, 'castle')
  owner = await createUser(admin)
  friend = await createUser(admin)
  await done(admin, 'PUT', `/api/servers/${server}`, { owner_id: owner.id })
})

const as = (person: { sessionToken: string }): Asked => ({ panel, sessionToken: person.sessionToken })
const path = (id = server) => `/api/servers/${id}/access`
const accessOf = (person: Made) => `${path()}/${person.id}`
const share = (asked: Asked, person: Made, permissions: readonly string[] = looking) =>
  ask(asked, 'POST', path(), { login: person.login, permissions })
const seen = async (asked: Asked = as(owner)): Promise<PersonWithAccess[]> =>
  (await done(asked, 'GET', path())).people
const entriesOf = (userId: number) =>
  panel.db
    .selectFrom('user_permissions')
    .select(['permission', 'effect', 'object_type', 'object_id'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
/** What was written, but for the lock under which it was tried. */
async function writtenBy(work: () => Promise<unknown>) {
  const before = await dump(panel)
  await work()
  const changes = changesBetween(before, await dump(panel))
  return changes.filter(change => !JSON.stringify(change).includes('data_versions'))
}

describe('access to a game server, as its owner manages it', () => {
  test('a friend is let in by login, holds what was granted, is listed, and let out again', async () => {
    const shared = await share(as(owner), friend)
    expect([shared.status, shared.json]).toEqual([
      201,
      { id: friend.id, login: friend.login, name: friend.name, permissions: looking, denied: [] },
    ])
    expect(await abilitiesOf(panel, friend, server)).toMatchObject({ [start]: true, [files]: false })
    expect(await done(as(owner), 'GET', path())).toEqual({
      owner: { id: owner.id, login: owner.login, name: owner.name },
      people: [shared.json],
      offer: null,
    })
    const changed = await done(as(owner), 'PUT', accessOf(friend), { permissions: [common, files] })
    expect(changed.permissions.toSorted()).toEqual([common, files].toSorted())
    expect(await abilitiesOf(panel, friend, server)).toMatchObject({ [start]: false, [files]: true })
    expect((await ask(as(owner), 'DELETE', accessOf(friend))).status).toBe(204)
    expect(await abilitiesOf(panel, friend, server)).toBeNull()
    expect(await seen()).toEqual([])
  })

  test('what somebody has already stays when they are let in again', async () => {
    await share(as(owner), friend, [common, files])
    const again = await share(as(owner), friend)
    expect(again.json.permissions.toSorted()).toEqual([common, files, start].toSorted())
  })

  test('logins fold as they do at sign-in', async () => {
    const answer = await ask(as(owner), 'POST', path(), {
      ...{ login: ` ${friend.login.toUpperCase()} `, permissions: looking },
    })
    expect(answer.json).toMatchObject({ id: friend.id })
  })

  test('who has access by a role, as an administrator or a program is not listed', async () => {
    const role = await createRole(admin, [{ permission: common, effect: 'allow', object_type: 'server' }])
    await done(admin, 'PUT', `/api/users/${friend.id}`, { roles: [role.name] })
    await createUser(admin, ['admin'])
    const program = await createAccount(admin)
    await setPermissions(admin, program.id, server, { [common]: true })
    expect(await seen()).toEqual([])
    expect(await seen(admin)).toEqual([])
  })

  test('a friend whose channel is open is shown out when let out', async () => {
    await share(as(owner), friend, [common, 'game-server-console-view'])
    const console = await openChannel(panel, friend.sessionToken, `/api/ws/servers/${server}/console`)
    await done(as(owner), 'DELETE', accessOf(friend))
    expect(await console.closed).toBe(4403)
  })

  test('people’s activity tells it of both', async () => {
    await done(admin, 'PATCH', '/api/settings', { activity_people: true })
    await share(as(owner), friend)
    const told = await done(as(friend), 'GET', '/api/activity?scope=people&kind=permissions')
    expect(told).toMatchObject([
      {
        event: 'permissions_changed',
        by: { login: owner.login },
        subject: { id: friend.id },
        server: { id: server, name: 'castle' },
      },
    ])
    await done(admin, 'PATCH', '/api/settings', { activity_people: false })
  })
})

describe('what an owner changes of the game server itself', () => {
  test('its name, description and tags', async () => {
    const body = { name: 'Keep', description: 'for the four of us', tags: ['friends'] }
    expect(await done(as(owner), 'PUT', `/api/servers/${server}`, body)).toMatchObject(body)
  })

  test.each([
    ['ports', { port: 30_000 }],
    ['its address', { ip: '10.0.0.9' }],
    ['limits', { memory_limit_bytes: null }],
    ['how it runs', { process_manager: 'process' }],
    ['the RCON password', { rcon_password: 'mine now' }],
    ['who owns it', { owner_id: null }],
    ['who owns it, to a friend', { owner_id: 1 }],
    ['one of them beside the name', { name: 'Keep', cpu_limit_percent: 10_000 }],
  ])('never %s', async (_, body) => {
    let status = 0
    const written = await writtenBy(async () => {
      status = (await ask(as(owner), 'PUT', `/api/servers/${server}`, body)).status
    })
    expect([status, written]).toEqual([403, []])
  })

  test('they delete it, and find it among the deleted ones, where nobody else does', async () => {
    await share(as(owner), friend, gameServerPermissionNames)
    const { uuid } = await done(as(owner), 'GET', `/api/servers/${server}`)
    expect((await ask(as(friend), 'DELETE', `/api/servers/${server}`)).status).toBe(403)
    expect((await ask(as(owner), 'DELETE', `/api/servers/${server}`)).status).toBe(204)
    const uuidsOf = async (asked: Asked) =>
      (await done(asked, 'GET', '/api/deleted-servers')).map((one: { uuid: string }) => one.uuid)
    expect(await uuidsOf(as(owner))).toEqual([uuid])
    expect(await uuidsOf(as(friend))).toEqual([])
    expect(await uuidsOf(admin)).toContain(uuid)
    for (const [method, tail] of [
      ['POST', '/restore'],
      ['DELETE', ''],
    ] as const) {
      const answer = await ask(as(owner), method, `/api/deleted-servers/${uuid}${tail}`, {})
      expect(answer.status).toBe(403)
    }
  })
})

describe('attacks', () => {
  test('5.6 an owner grants nothing that an administrator denies the owner', async () => {
    await setPermissions(admin, owner.id, server, { [files]: false })
    const attempts = [
      () => share(as(owner), friend, [common, files]),
      async () => {
        await share(as(owner), friend)
        return ask(as(owner), 'PUT', accessOf(friend), { permissions: [common, files] })
      },
    ]
    for (const attempt of attempts) {
      const answer = await attempt()
      expect(answer.status, answer.text).toBe(422)
      expect(answer.json.errors.permissions[0]).toContain(`you do not hold ${files}`)
    }
    expect(await abilitiesOf(panel, friend, server)).toMatchObject({ [files]: false })
  })

  test('5.6 an owner who is denied the basic privileges manages nothing', async () => {
    await share(as(owner), friend)
    await setPermissions(admin, owner.id, server, { [common]: false })
    for (const [method, at, body] of [
      ['GET', path(), undefined],
      ['POST', path(), { login: friend.login, permissions: looking }],
      ['PUT', accessOf(friend), { permissions: looking }],
      ['DELETE', accessOf(friend), undefined],
      ['PUT', `/api/servers/${server}`, { name: 'mine' }],
      ['DELETE', `/api/servers/${server}`, undefined],
    ] as const) {
      expect((await ask(as(owner), method, at, body)).status, `${method} ${at}`).toBe(403)
    }
    expect(await abilitiesOf(panel, friend, server)).toMatchObject({ [start]: true })
  })

  test('5.6.2 a deny of an administrator is neither lifted nor hidden by a grant', async () => {
    await setPermissions(admin, friend.id, other, { [common]: true })
    await share(as(owner), friend, [common, files])
    const role = await createRole(admin, [{ permission: start, effect: 'deny', object_type: 'server' }])
    await done(admin, 'PUT', `/api/users/${friend.id}`, { roles: [role.name] })
    for (const answer of [
      await share(as(owner), friend),
      await ask(as(owner), 'PUT', accessOf(friend), { permissions: looking }),
    ]) {
      expect(answer.status).toBe(422)
      expect(answer.json.errors.permissions[0]).toContain(`an administrator denies this person ${start}`)
    }
    expect(await seen()).toMatchObject([{ permissions: [common, files], denied: [start] }])
  })

  test('5.6.2 a deny on this very game server survives being let in, changed and let out', async () => {
    await share(as(owner), friend, [common, files])
    await panel.db
      .insertInto('user_permissions')
      .values({
        ...{ user_id: friend.id, permission: start, effect: 'deny' },
        ...{ object_type: 'server', object_id: server },
      })
      .execute()
    const deny = { permission: start, effect: 'deny', object_type: 'server', object_id: server }
    expect((await share(as(owner), friend)).status).toBe(422)
    await done(as(owner), 'PUT', accessOf(friend), { permissions: [common] })
    await done(as(owner), 'DELETE', accessOf(friend))
    expect(await entriesOf(friend.id)).toEqual([deny])
  })

  test('5.6.6 nothing that comes by a role, a wider entry or administration is ever taken', async () => {
    const role = await createRole(admin, [{ permission: files, effect: 'allow', object_type: 'server' }])
    const boss = await createUser(admin, ['admin', role.name])
    await share(as(owner), boss, [common, files])
    await done(as(owner), 'PUT', accessOf(boss), { permissions: [common] })
    await done(as(owner), 'DELETE', accessOf(boss))
    expect(await entriesOf(boss.id)).toEqual([])
    expect(await abilitiesOf(panel, boss, server)).toMatchObject({ [common]: true, [files]: true })
    // Without a grant on this server there is nothing to change, administrator or not.
    const answer = await ask(as(owner), 'PUT', accessOf(boss), { permissions: [common] })
    expect(answer.status).toBe(404)
  })

  test('people of another game server are out of reach, and who exists is not told', async () => {
    const stranger = await createUser(admin)
    await setPermissions(admin, stranger.id, other, { [common]: true })
    const nobody = { ...stranger, id: 999_999 }
    const program = { ...stranger, id: (await createAccount(admin)).id }
    await setPermissions(admin, program.id, server, { [common]: true })
    const written = await writtenBy(async () => {
      const texts: string[] = []
      for (const person of [stranger, nobody, program]) {
        for (const [method, body] of [
          ['PUT', { permissions: looking }],
          ['DELETE', undefined],
        ] as const) {
          const answer = await ask(as(owner), method, accessOf(person), body)
          expect(answer.status).toBe(404)
          texts.push(answer.json.message)
        }
      }
      expect(new Set(texts).size).toBe(1)
      const elsewhere = await ask(as(owner), 'DELETE', `${path(other)}/${stranger.id}`)
      expect(elsewhere.status).toBe(403)
      expect((await ask(as(owner), 'GET', path(999_999))).status).toBe(403)
    })
    expect(written).toEqual([])
  })

  test('an owner is neither shut out nor given more: not by themselves, nor by an administrator here', async () => {
    const written = await writtenBy(async () => {
      for (const asked of [as(owner), admin]) {
        expect((await share(asked, owner)).status).toBe(409)
        expect((await ask(asked, 'PUT', accessOf(owner), { permissions: [common] })).status).toBe(409)
        expect((await ask(asked, 'DELETE', accessOf(owner))).status).toBe(409)
      }
    })
    expect(written).toEqual([])
  })

  test('a friend with all 14 permissions manages nobody', async () => {
    await share(as(owner), friend, gameServerPermissionNames)
    const third = await createUser(admin)
    expect((await share(as(friend), third)).status).toBe(403)
    expect((await ask(as(friend), 'GET', path())).status).toBe(403)
    expect((await ask(as(friend), 'PUT', accessOf(friend), { permissions: looking })).status).toBe(403)
    expect((await ask(as(friend), 'PUT', `/api/servers/${server}`, { name: 'taken' })).status).toBe(403)
  })

  test('5.2 (A13) no token of an owner, and no program, manages as an owner does', async () => {
    const token = { panel, sessionToken: await createToken(panel, owner.sessionToken, ['server:list']) }
    expect((await ask(token, 'GET', path())).status).toBe(403)
    expect((await share(token, friend)).status).toBe(403)
    const program = await createAccount(admin)
    const key = { panel, sessionToken: (await createKey(admin, program.id)).key }
    // What no route writes, and would count for nothing if it stood there.
    await panel.db
      .updateTable('game_servers')
      .set({ owner_id: program.id })
      .where('id', '=', server)
      .execute()
    panel.app.changes.publish({ kind: 'rights-changed', userId: 'everybody' })
    expect((await ask(key, 'GET', path())).status).toBe(403)
    expect((await share(key, friend)).status).toBe(403)
  })

  test('a program that is an administrator lets people in, and not itself', async () => {
    const program = await createAccount(admin, ['admin'])
    const key = { panel, sessionToken: (await createKey(admin, program.id)).key }
    expect((await share(key, friend)).status).toBe(201)
    const itself = { ...friend, login: program.login }
    expect((await share(key, itself)).status).toBe(422)
  })

  test('whoever was let in as owner and is one no more writes nothing', async () => {
    // The entries that the request is let in by are remembered; those in the transaction are not.
    await done(as(owner), 'GET', path())
    await panel.db.updateTable('game_servers').set({ owner_id: null }).where('id', '=', server).execute()
    const written = await writtenBy(async () => {
      const answer = await share(as(owner), friend)
      expect([answer.status, answer.json.message]).toEqual([
        403,
        'only the owner of this server and administrators can do this',
      ])
    })
    expect(written).toEqual([])
  })

  test('logins are not collected: after ten that nobody has there is a pause, also for those that somebody has', async () => {
    const attempt = (login: string) => ask(as(owner), 'POST', path(), { login, permissions: looking })
    const program = await createAccount(admin)
    const answers = await Promise.all(
      [program.login, ...Array.from({ length: 14 }, (_, index) => `nobody-${index}`)].map(attempt),
    )
    const counted = Map.groupBy(answers, ({ status }) => status)
    expect([counted.get(422)?.length, counted.get(429)?.length]).toEqual([10, 5])
    expect(new Set(counted.get(422)?.map(({ json }) => json.errors.login[0])).size).toBe(1)
    expect((await attempt(friend.login)).status).toBe(429)
    // Another owner is not held up by it.
    expect((await share(admin, friend)).status).toBe(201)
    panel.clock.nowMs += 15 * 60_000
    expect((await attempt(friend.login)).status).toBe(201)
  })

  test.each([
    ['no basic privileges', [start]],
    ['nothing', []],
    ['a permission that is none', [common, 'admin roles & permissions']],
    ['one twice', [common, common]],
  ])('a grant of %s is refused', async (_, permissions) => {
    const answer = await share(as(owner), friend, permissions)
    expect([answer.status, Object.keys(answer.json.errors ?? {})[0]?.split('.')[0]]).toEqual([
      422,
      'permissions',
    ])
  })
})
