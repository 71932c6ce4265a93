// 2.2: what a plugin may do is granted by administrators alone, and what it does names it and who granted it that.

import type { Plugin } from '@rookery/contracts/http/plugins.ts'
import type { Task } from '@rookery/contracts/http/tasks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asked, ask, createUser, done } from '../access/people.ts'
import { auditLinesOf } from '../audit/audit-lines.ts'
import { administrator, startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer } from '../tokens/people.ts'
import { asks, packageOf } from './plugin-packages.ts'

let panel: TestPanel
let admin: Asked
let editor: Asked
let gameServerId: number
beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
  gameServerId = await addGameServer(panel, 'the one')
  const person = await createUser(admin)
  const entries = ['view', 'create', 'edit'].map(permission => ({
    ...{ permission, effect: 'allow', object_type: 'plugin' },
  }))
  await done(admin, 'PUT', `/api/users/${person.id}/permissions`, entries)
  editor = { panel, sessionToken: person.sessionToken }
})
afterAll(() => panel.stop())

let packages = 0

/** A plugin that starts the game server when its route is called. */
const starter = (id: string, version = '1.0.0') => {
  packages += 1
  return packageOf(
    {
      ...{ id, name: `Starter ${id}`, version, description: `Number ${packages}` },
      permissions: [{ permission: 'servers:control', reason: 'to start it' }],
      routes: [{ method: 'GET', path: '/go', access: 'signed-in' }],
    },
    { 'plugin.wasm': asks({ call: 'servers.power', argument: { id: gameServerId, action: 'start' } }) },
  )
}

async function upload(who: Asked, body: Buffer): Promise<Plugin> {
  const answer = await fetch(`${panel.url}/api/plugins`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.sessionToken}`, 'content-type': 'application/zip' },
    body: new Uint8Array(body),
  })
  expect(answer.status).toBe(201)
  return (await answer.json()) as Plugin
}

const granted = { granted: ['servers:control'] }

/** Lets the plugin start the game server; answers the task that it has made. */
async function letStart(id: number): Promise<Task> {
  await done(editor, 'GET', `/api/plugins/${id}/http/go`)
  const [newest] = (await done(admin, 'GET', `/api/tasks?server=${gameServerId}`)) as Task[]
  if (!newest) throw new Error('the plugin has made no task')
  return newest
}

test('2.2 whoever may edit plugins, but is no administrator, grants nothing and takes nothing back', async () => {
  const { id } = await upload(editor, await starter('not-granted'))
  const at = `/api/plugins/${id}`
  const refused = await ask(editor, 'PUT', at, { ...granted, enabled: true })
  expect([refused.status, refused.json.message]).toEqual([
    403,
    expect.stringContaining('only administrators can grant or revoke permissions'),
  ])
  expect(await done(admin, 'GET', at)).toMatchObject({ granted: [], granted_by: null, enabled: false })
  expect(await done(admin, 'PUT', at, granted)).toMatchObject({
    granted: ['servers:control'],
    granted_by: { id: 1, login: administrator.login },
  })
  expect((await ask(editor, 'PUT', at, { granted: [] })).status).toBe(403)
  // The rest is theirs, and what is granted already may be said again.
  expect(await done(editor, 'PUT', at, { ...granted, enabled: true })).toMatchObject({ state: 'running' })
  expect(await done(editor, 'PUT', at, { enabled: false })).toMatchObject({ state: 'off', ...granted })
})

test('2.2 other code from somebody who is no administrator loses what was granted', async () => {
  const first = await starter('replaced')
  const { id } = await upload(admin, first)
  await done(admin, 'PUT', `/api/plugins/${id}`, { ...granted, enabled: true })
  expect(await upload(editor, first)).toMatchObject({ ...granted, state: 'running' })
  expect(await upload(admin, await starter('replaced', '1.0.1'))).toMatchObject({
    ...granted,
    state: 'running',
  })
  expect(await upload(editor, await starter('replaced', '1.0.2'))).toMatchObject({
    ...{ granted: [], granted_by: null, enabled: true, state: 'waiting' },
  })
})

test('2.2 a task of a plugin names the plugin and who granted it, and so do activity and audit', async () => {
  const { id } = await upload(editor, await starter('named'))
  await done(admin, 'PUT', `/api/plugins/${id}`, { ...granted, enabled: true })
  const task = await letStart(id)
  const task_id = task.id
  expect(task).toMatchObject({
    plugin: 'Starter named',
    requested_by: { id: 1, login: administrator.login },
  })
  expect(auditLinesOf(panel)).toContainEqual(
    expect.objectContaining({
      ...{ event: 'plugin.acted', actor_id: 1, actor_login: administrator.login, auth_method: 'plugin' },
      ...{ plugin_id: id, plugin: 'named', action: 'start', server_id: gameServerId, task_id },
    }),
  )
  await done(admin, 'POST', `/api/tasks/${task_id}/cancel`)
  await expect
    .poll(async () => done(admin, 'GET', `/api/servers/${gameServerId}/activity`))
    .toContainEqual(
      expect.objectContaining({
        task_id,
        plugin: 'Starter named',
        by: { id: 1, login: administrator.login },
      }),
    )
})

test('2.2 a plugin goes on when the administrator who granted it is gone, and its tasks name the plugin', async () => {
  const second = await createUser(admin, ['admin'])
  const { id } = await upload(admin, await starter('orphan'))
  const asSecond = { panel, sessionToken: second.sessionToken }
  expect(await done(asSecond, 'PUT', `/api/plugins/${id}`, { ...granted, enabled: true })).toMatchObject({
    granted_by: { id: second.id },
  })
  await done(admin, 'DELETE', `/api/users/${second.id}`)
  expect(await letStart(id)).toMatchObject({ plugin: 'Starter orphan', requested_by: null })
})
