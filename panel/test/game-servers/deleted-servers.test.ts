// The trash: a deleted game server comes back as it was, or its files go for good.

import type { DeletedServer } from '@rookery/contracts/http/deleted-servers.ts'
import type { GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asked, ask, done } from '../access/people.ts'
import { addPerson } from '../sign-in/people.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addTemplate } from './a-game.ts'

let panel: TestPanel
let admin: Asked
let nodeId: number
let templateId: number
beforeAll(async () => {
  panel = await startTestPanel({ variables: { TRASH_DAYS: '7' } })
  admin = { panel, sessionToken: await panel.signIn() }
  nodeId = (await panel.app.nodes.create('node')).id
  templateId = await addTemplate(panel)
})
afterAll(() => panel.stop())

const create = async (more = {}): Promise<GameServerDetail> =>
  done(admin, 'POST', '/api/servers', {
    ...{ name: 'castle', node_id: nodeId, template_id: templateId, install: false },
    ...more,
  })
const read = (id: number): Promise<GameServerDetail> => done(admin, 'GET', `/api/servers/${id}`)
const listed = (): Promise<DeletedServer[]> => done(admin, 'GET', '/api/deleted-servers')
const uuidOf = async (name: string) => (await listed()).find(one => one.name === name)?.uuid ?? ''
const restore = (uuid: string, body = {}) => ask(admin, 'POST', `/api/deleted-servers/${uuid}/restore`, body)

describe('a deleted game server', () => {
  test('comes back with its number, settings, secrets, schedules and permissions', async () => {
    const made = await create({ name: 'castle', tags: ['old'] })
    const before = await read(made.id)
    const schedule = await done(admin, 'POST', `/api/servers/${made.id}/tasks`, {
      ...{ name: 'nightly', action: 'restart', timing: { by: 'cron', expression: '0 4 * * *' } },
    })
    const friend = await addPerson(panel)
    const path = `/api/users/${friend.id}/servers/${made.id}/permissions`
    const granted = ['game-server-common', 'game-server-start']
    await done(
      admin,
      'PUT',
      path,
      granted.map(permission => ({ permission, value: true })),
    )
    const permissions = await done(admin, 'GET', path)

    await done(admin, 'DELETE', `/api/servers/${made.id}`)
    expect((await ask(admin, 'GET', `/api/servers/${made.id}`)).status).toBe(404)
    const [deleted] = await listed()
    expect(deleted).toMatchObject({
      name: 'castle',
      port: made.port,
      node: { id: nodeId },
      deleted_by: { login: 'admin' },
    })
    const keptMs = Date.parse(deleted?.expires_at ?? '') - Date.parse(deleted?.deleted_at ?? '')
    expect(keptMs).toBe(7 * 24 * 60 * 60_000)

    const answer = await restore(deleted?.uuid ?? '')
    expect(answer.status, answer.text).toBe(201)
    expect(answer.json).toEqual({ id: made.id })
    const after = await read(made.id)
    for (const field of [
      'name',
      'tags',
      'port',
      'rcon_port',
      'rcon_password',
      'variables',
      'autostart',
    ] as const)
      expect(after[field], field).toEqual(before[field])
    expect(await done(admin, 'GET', `/api/servers/${made.id}/tasks`)).toMatchObject([
      { id: (schedule as { id: number }).id, name: 'nightly' },
    ])
    expect(await done(admin, 'GET', path)).toEqual(permissions)
    expect(await listed()).toEqual([])
  })

  test('whose port is taken meanwhile is refused with the port, stays, and comes back with another one', async () => {
    const made = await create({ name: 'tower', port: 24_000 })
    await done(admin, 'DELETE', `/api/servers/${made.id}`)
    const other = await create({ name: 'usurper', port: 24_000, rcon_port: 24_500 })
    const uuid = await uuidOf('tower')
    const refused = await restore(uuid)
    expect(refused.status).toBe(409)
    expect(refused.json).toMatchObject({
      errors: {
        port: [
          'port 24000 (game) belongs to another game server on this node: usurper',
          'port 24001 (raw) belongs to another game server on this node: usurper',
        ],
      },
    })
    expect(await uuidOf('tower')).toBe(uuid)
    expect((await restore(uuid, { port: 24_010 })).status).toBe(201)
    expect((await read(made.id)).port).toBe(24_010)
    await done(admin, 'DELETE', `/api/servers/${other.id}`)
  })

  test('comes back once, however many ask', async () => {
    const made = await create({ name: 'keep' })
    await done(admin, 'DELETE', `/api/servers/${made.id}`)
    const uuid = await uuidOf('keep')
    const answers = await Promise.all(Array.from({ length: 4 }, () => restore(uuid)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404, 404, 404])
  })

  test('whose files are to be deleted with it waits for its node and is never in the trash', async () => {
    const made = await create({ name: 'gone' })
    const answer = await ask(admin, 'DELETE', `/api/servers/${made.id}?files=delete`)
    expect(answer.status).toBe(503)
    expect(await uuidOf('gone')).toBe('')
  })

  test('stays until its node is there to delete its files', async () => {
    const made = await create({ name: 'cellar' })
    await done(admin, 'DELETE', `/api/servers/${made.id}`)
    const uuid = await uuidOf('cellar')
    expect((await ask(admin, 'DELETE', `/api/deleted-servers/${uuid}`)).status).toBe(503)
    await panel.db
      .updateTable('deleted_game_servers')
      .set({ deleted_at: 1 })
      .where('uuid', '=', uuid)
      .execute()
    await panel.app.keepHouse()
    expect(await uuidOf('cellar')).toBe(uuid)
  })
})
