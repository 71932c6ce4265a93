// A suspended game server at the API: what is refused, to whom, and what everybody reads. Its node: daemon/test/suspension.test.ts.

import { once } from 'node:events'
import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import { gameServerPermissionNames } from '@rookery/contracts/game-server-permissions.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openChannel, refusalOf } from '../access/open-channel.ts'
import {
  type Asked,
  abilitiesOf,
  ask,
  createRole,
  createUser,
  done,
  type Made,
  setPermissions,
} from '../access/people.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer } from '../tokens/people.ts'

const reason = 'the invoice 12 is not paid'
const message = `the game server is suspended: ${reason}`

let panel: TestPanel
let admin: Asked
let server: number
let owner: Asked
let friend: Made
beforeEach(async () => {
  await panel?.stop()
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
  server = await addGameServer(panel, 'castle')
  await panel.db.updateTable('game_servers').set({ state: 'stopped', installed_at: 1 }).execute()
  const person = await createUser(admin)
  owner = { panel, sessionToken: person.sessionToken }
  await done(admin, 'PUT', `/api/servers/${server}`, { owner_id: person.id })
  friend = await createUser(admin)
  const all = Object.fromEntries(gameServerPermissionNames.map(name => [name, true]))
  await setPermissions(admin, friend.id, server, all)
})
afterAll(() => panel.stop())

const path = (rest = '') => `/api/servers/${server}${rest}`
const suspend = (more: object = {}) => ask(admin, 'PUT', path('/suspension'), { reason, ...more })
const unsuspend = () => done(admin, 'DELETE', path('/suspension'))
const asFriend = (): Asked => ({ panel, sessionToken: friend.sessionToken })
const events = async () =>
  (await panel.db.selectFrom('events').select('kind').orderBy('id').execute())
    .map(({ kind }) => kind)
    .filter(kind => kind.includes('suspended'))

test('everybody who sees it reads why, and administrators by whom', async () => {
  const { status, json } = await suspend()
  expect(status, JSON.stringify(json)).toBe(200)
  expect(json).toMatchObject({ suspended: { reason, at: expect.any(String) }, suspended_by: 'admin' })
  for (const asked of [owner, asFriend()]) {
    const read = await done(asked, 'GET', path())
    expect(read.suspended).toEqual(json.suspended)
    expect(read).not.toHaveProperty('suspended_by')
    expect((await done(asked, 'GET', '/api/servers'))[0].suspended).toEqual(json.suspended)
  }
  expect((await unsuspend()).suspended).toBeNull()
  expect((await done(owner, 'GET', '/api/servers'))[0].suspended).toBeNull()
})

test('is suspended once however often, and another reason takes the place of the first', async () => {
  const { json: first } = await suspend()
  panel.clock.nowMs += 60_000
  const { json: again } = await suspend()
  expect(again.suspended).toEqual(first.suspended)
  expect(await events()).toEqual(['server.suspended'])
  const { json: other } = await suspend({ reason: 'abuse' })
  expect(other.suspended).toEqual({ at: first.suspended.at, reason: 'abuse' })
  await unsuspend()
  await unsuspend()
  expect(await events()).toEqual(['server.suspended', 'server.suspended', 'server.unsuspended'])
})

test.each([
  [{ reason: ' ' }, 'must not be empty'],
  [{ reason: 'x'.repeat(501) }, 'must be at most 500 characters'],
  [{ reason: 'a\nb' }, 'must be one line without control characters'],
  [{ reason: undefined }, 'is required'],
])('%j is no reason', async (body, problem) => {
  const answer = await suspend(body)
  expect([answer.status, answer.json.errors]).toEqual([422, { reason: [problem] }])
})

test('nobody but administrators suspends it', async () => {
  for (const asked of [owner, asFriend()]) {
    expect((await ask(asked, 'PUT', path('/suspension'), { reason })).status).toBe(403)
  }
  await suspend()
  for (const asked of [owner, asFriend()]) {
    expect((await ask(asked, 'DELETE', path('/suspension'))).status).toBe(403)
  }
  expect((await done(admin, 'GET', path())).suspended).not.toBeNull()
})

describe('while it is suspended', () => {
  const power = ['start', 'restart', 'resume', 'install', 'update', 'reinstall'] as const
  const starts: [string, string, object?][] = [
    ...power.map(action => ['POST', `/${action}`] as [string, string]),
    ['POST', '/power', { action: 'start', when: 'now' }],
    ['POST', '/power', { action: 'restart', when: 'now' }],
    ['POST', '/power', { action: 'restart', when: 'at', delay_seconds: 60 }],
    ['POST', '/repair', { repair: { do: 'reinstall' } }],
  ]

  test.each(starts)('%s %s %j is refused to everybody, with the reason', async (method, rest, body) => {
    await suspend()
    for (const asked of [admin, owner, asFriend()]) {
      const answer = await ask(asked, method, path(rest), body)
      expect([answer.status, answer.json.code, answer.json.message]).toEqual([
        409,
        'server_suspended',
        message,
      ])
    }
    expect(await panel.db.selectFrom('tasks').selectAll().execute()).toEqual([])
  })

  test('a bulk action leaves it out and says why', async () => {
    await suspend()
    const { id } = await done(admin, 'POST', '/api/bulk-actions', { action: 'start', servers: [server] })
    const step = async () => (await done(admin, 'GET', `/api/bulk-actions/${id}`)).servers[0]
    await expect.poll(async () => (await step()).status).toBe('skipped')
    expect((await step()).reason).toEqual({ code: 'server_suspended', message })
  })

  test('its files, console and RCON are closed to everybody but administrators', async () => {
    await suspend()
    const closed = ['/files?path=/', '/console', '/backups/1/files', '/sftp'] as const
    for (const rest of closed) {
      for (const asked of [owner, asFriend()]) {
        const answer = await ask(asked, 'GET', path(rest))
        expect([answer.status, answer.json.code, answer.json.message], rest).toEqual([
          409,
          'server_suspended',
          message,
        ])
      }
      expect((await ask(admin, 'GET', path(rest))).json.code, rest).not.toBe('server_suspended')
    }
    const held = await abilitiesOf(panel, friend, server)
    const open = gameServerPermissionNames.filter(name => held?.[name])
    const stillOpen: GameServerPermission[] = [
      ...(['game-server-common', 'game-server-stop', 'game-server-tasks'] as const),
      ...(['game-server-settings', 'game-server-metrics'] as const),
    ]
    expect(open).toEqual(stillOpen)
    await unsuspend()
    expect(Object.values((await abilitiesOf(panel, friend, server)) ?? {})).not.toContain(false)
  })

  test('consoles that are open close with the reason, that of an administrator stays, and no other opens', async () => {
    const console = `/api/ws/servers/${server}/console`
    const theirs = await openChannel(panel, friend.sessionToken, console)
    const ours = await openChannel(panel, admin.sessionToken, console)
    const closing = once(theirs.socket, 'close')
    await suspend()
    const [code, why] = await closing
    expect([code, String(why)]).toEqual([4403, message])
    expect(ours.socket.readyState).toBe(ours.socket.OPEN)
    expect(await refusalOf(panel, friend.sessionToken, console)).toBe(409)
    await unsuspend()
    expect(await refusalOf(panel, friend.sessionToken, console)).toBeNull()
    ours.socket.terminate()
  })

  test('whoever holds nothing there is refused as always, and learns nothing of it', async () => {
    const stranger = await createUser(admin)
    await suspend()
    for (const rest of ['/files?path=/', '/console', '/start']) {
      const asked = { panel, sessionToken: stranger.sessionToken }
      const answer = await ask(asked, rest === '/start' ? 'POST' : 'GET', path(rest))
      expect([answer.status, answer.json.code]).toEqual([403, 'forbidden'])
      expect(answer.text).not.toContain(reason)
    }
  })

  test('a role that allows everything everywhere is bound too, and an administrator is not', async () => {
    const entries = gameServerPermissionNames.map(permission => ({ permission, effect: 'allow' }))
    const { name } = await createRole(admin, entries)
    const helper = await createUser(admin, [name])
    const other = await addGameServer(panel, 'tower')
    await suspend()
    const asked = { panel, sessionToken: helper.sessionToken }
    expect((await ask(asked, 'GET', path('/console'))).json.code).toBe('server_suspended')
    expect((await ask(asked, 'GET', `/api/servers/${other}/console`)).json.code).not.toBe('server_suspended')
  })

  test('its owner does not delete it, nor get round it by handing it on', async () => {
    await suspend()
    const refused = await ask(owner, 'DELETE', path())
    expect([refused.status, refused.json.code]).toEqual([409, 'server_suspended'])
    await done(admin, 'DELETE', path())
    const [deleted] = await done(admin, 'GET', '/api/deleted-servers')
    const { id } = await done(admin, 'POST', `/api/deleted-servers/${deleted.uuid}/restore`, {})
    expect((await done(admin, 'GET', `/api/servers/${id}`)).suspended).toMatchObject({ reason })
  })

  test('permissions are given and taken as always', async () => {
    await suspend()
    const after = await setPermissions(admin, friend.id, server, { 'game-server-files': false })
    const files = after.find(({ permission }: { permission: string }) => permission === 'game-server-files')
    expect(files.value).toBe(false)
    await setPermissions(admin, friend.id, server, { 'game-server-files': true })
    const stored = panel.db.selectFrom('user_permissions').selectAll().where('user_id', '=', friend.id)
    expect((await stored.execute()).map(({ effect }) => effect)).not.toContain('deny')
    await unsuspend()
    expect((await abilitiesOf(panel, friend, server))?.['game-server-files']).toBe(true)
  })

  test('the explanation says so, unless an entry denies it anyway', async () => {
    await suspend()
    const explained = (permission: string) =>
      done(
        admin,
        'GET',
        `/api/permissions/explain?user=${friend.id}&server=${server}&permission=${permission}`,
      )
    expect(await explained('game-server-start')).toMatchObject({
      allowed: false,
      reason: 'suspended',
      entry: null,
    })
    expect(await explained('game-server-stop')).toMatchObject({ allowed: true, reason: 'entry' })
    await setPermissions(admin, friend.id, server, { 'game-server-start': false })
    expect(await explained('game-server-start')).toMatchObject({ allowed: false, reason: 'no_entry' })
  })

  test('an access token of its owner is refused as the owner is', async () => {
    const { token } = await done(owner, 'POST', '/api/tokens', {
      name: 'bot',
      abilities: ['server:start', 'server:list'],
    })
    await suspend()
    const asked = { panel, sessionToken: token }
    const answer = await ask(asked, 'POST', path('/start'))
    expect([answer.status, answer.json.code]).toEqual([409, 'server_suspended'])
    expect((await done(asked, 'GET', path())).suspended).toMatchObject({ reason })
  })
})
