// 2.2: general permissions open sections of the panel to people who are not administrators (C340).

import {
  type GeneralPermission,
  generalPermissions,
  type Permission,
} from '@rookery/contracts/game-server-permissions.ts'
import { generalPermissionsIn } from '@rookery/contracts/permission-scopes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Met, metIn } from '../harmless-calls.ts'
import { packageOf } from '../plugins/plugin-packages.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer } from '../tokens/people.ts'
import { type Asked, ask, createRole, createUser, done, type Made, storeEntry } from './people.ts'

let panel: TestPanel
let admin: Asked
let person: Made
let task: number
let gameServer: number
beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
  gameServer = await addGameServer(panel, 'the one')
  task = (await done(admin, 'POST', `/api/servers/${gameServer}/start`)).task_id
  person = await createUser(admin)
})
afterAll(() => panel.stop())

type Entry = { permission: Permission; effect?: 'deny'; object_type?: string; object_id?: number }

/** Replaces what the person may do in sections. */
async function give(...entries: Entry[]): Promise<void> {
  const wanted = entries.map(entry => ({ effect: 'allow', ...entry }))
  await done(admin, 'PUT', `/api/users/${person.id}/permissions`, wanted)
}

const createNode = async (): Promise<number> => (await done(admin, 'POST', '/api/nodes', { name: 'Far' })).id
const met = async (method: string, path: string, body?: unknown): Promise<Met> =>
  metIn(await ask({ panel, sessionToken: person.sessionToken }, method, path, body))

/** What each permission opens on nodes, on a node made for the question. */
async function metOnNodes(id: number): Promise<Record<string, Met>> {
  return {
    list: await met('GET', '/api/nodes'),
    read: await met('GET', `/api/nodes/${id}`),
    create: await met('POST', '/api/nodes', { name: 'New' }),
    edit: await met('PUT', `/api/nodes/${id}`, { name: 'Renamed' }),
    enroll: await met('POST', `/api/nodes/${id}/enrollment`),
    remove: await met('DELETE', `/api/nodes/${id}`),
  }
}
const nothing: Record<string, Met> = {
  list: '403',
  read: '403',
  create: '403',
  edit: '403',
  enroll: '403',
  remove: '403',
}

describe('2.2 general permissions (C340)', () => {
  test.each<[GeneralPermission, Record<string, Met>]>([
    ['view', { ...nothing, list: 'ok', read: 'ok' }],
    ['create', { ...nothing, create: 'ok' }],
    ['edit', { ...nothing, edit: 'ok' }],
    ['delete', { ...nothing, remove: 'ok' }],
  ])('2.2 (C340) %s on all nodes opens exactly that', async (permission, expected) => {
    await give({ permission, object_type: 'node' })
    expect(await metOnNodes(await createNode())).toEqual(expected)
    expect(await met('GET', '/api/users')).toBe('403')
    expect(await met('GET', '/api/templates')).toBe('403')
  })

  test('2.2 (C340) all that can be held on one node: only there', async () => {
    const [own, other] = [await createNode(), await createNode()]
    const held = generalPermissionsIn({ objectType: 'node', objectId: own })
    await give(...held.map(permission => ({ permission, object_type: 'node', object_id: own })))
    expect(await metOnNodes(other)).toEqual({ ...nothing, list: 'ok' })
    expect(await metOnNodes(own)).toEqual({ ...nothing, list: 'ok', read: 'ok', edit: 'ok', remove: 'ok' })
  })

  test('2.2 (C340) all four on every node: no key of a node, which only administrators get', async () => {
    const node = await createNode()
    await give(...generalPermissions.map(permission => ({ permission, object_type: 'node' })))
    const issue = (asked: Asked) => ask(asked, 'POST', `/api/nodes/${node}/enrollment`)
    const refused = await issue({ panel, sessionToken: person.sessionToken })
    expect([refused.status, refused.json.code]).toEqual([403, 'forbidden'])
    expect(refused.text).not.toContain('ROOKERY_KEY')
    const row = () =>
      panel.db.selectFrom('nodes').selectAll().where('id', '=', node).executeTakeFirstOrThrow()
    expect((await row()).enrollment_key_hash).toBeNull()
    expect((await issue(admin)).status).toBe(201)
    // A made node is an empty row: its answer carries nothing that lets a machine join.
    const made = await done({ panel, sessionToken: person.sessionToken }, 'POST', '/api/nodes', {
      name: 'New',
    })
    expect(Object.keys(made).filter(name => /key|password|command|secret/.test(name))).toEqual([])
  })

  test('5.6.2 an administrator who is denied edit on one node gets no key for it', async () => {
    const [denied, open] = [await createNode(), await createNode()]
    await give(
      { permission: 'admin roles & permissions' },
      { permission: 'edit', effect: 'deny', object_type: 'node', object_id: denied },
    )
    expect(await met('POST', `/api/nodes/${denied}/enrollment`)).toBe('403')
    expect(await met('POST', `/api/nodes/${open}/enrollment`)).toBe('ok')
  })

  test('2.2 (C340) a deny on one node beside an allow on all', async () => {
    const [hidden, seen] = [await createNode(), await createNode()]
    await give(
      { permission: 'view', object_type: 'node' },
      { permission: 'view', effect: 'deny', object_type: 'node', object_id: hidden },
    )
    expect(await met('GET', `/api/nodes/${hidden}`)).toBe('403')
    expect(await met('GET', `/api/nodes/${seen}`)).toBe('ok')
    const { json, headers } = await ask({ panel, sessionToken: person.sessionToken }, 'GET', '/api/nodes')
    const ids = (json as { id: number }[]).map(({ id }) => id)
    expect(ids).toContain(seen)
    expect(ids).not.toContain(hidden)
    expect(Number(headers.get('x-total-count'))).toBe(ids.length)
  })

  test('2.2 entries on a node go with the node, so that a role that had one can still be changed', async () => {
    const node = await createNode()
    const entries = [{ permission: 'view', effect: 'allow', object_type: 'node', object_id: node }]
    const role = await createRole(admin, entries)
    await done(admin, 'DELETE', `/api/nodes/${node}`)
    const { entries: left } = await done(admin, 'GET', `/api/roles/${role.id}`)
    expect(left).toEqual([])
    await done(admin, 'PUT', `/api/roles/${role.id}`, { title: 'Renamed', entries: left })
  })

  test('2.2 (C340) view on templates, on tasks and on another type open their own section alone', async () => {
    const all = async () => ({
      nodes: await met('GET', '/api/nodes'),
      templates: await met('GET', '/api/templates'),
      task: await met('GET', `/api/tasks/${task}`),
      output: await met('GET', `/api/tasks/${task}/output`),
      users: await met('GET', '/api/users'),
      roles: await met('GET', '/api/roles'),
    })
    const closed = { nodes: '403', templates: '403', task: '403', output: '403', users: '403', roles: '403' }
    const listedTasks = async () =>
      (await ask({ panel, sessionToken: person.sessionToken }, 'GET', '/api/tasks')).json.length
    await give({ permission: 'view', object_type: 'template' })
    expect(await all()).toEqual({ ...closed, templates: 'ok' })
    expect(await listedTasks()).toBe(0)
    await give({ permission: 'view', object_type: 'task' })
    expect(await all()).toEqual({ ...closed, task: 'ok', output: 'ok' })
    expect(await listedTasks()).toBe(1)
    await give({ permission: 'view', object_type: 'task', object_id: task })
    expect(await all()).toEqual({ ...closed, task: 'ok', output: 'ok' })
    expect(await met('GET', `/api/tasks/${task + 1}`)).toBe('403')
    // 4.3: users and roles are for administrators only, whatever the database says.
    await give()
    for (const object_type of ['user', 'role'] as const) {
      await storeEntry(panel, person.id, { permission: 'view', effect: 'allow', object_type })
    }
    expect(await all()).toEqual(closed)
  })

  /** What a list shows to the person, and how many it says there are. */
  async function listed(path: string) {
    const { status, json, headers } = await ask({ panel, sessionToken: person.sessionToken }, 'GET', path)
    expect(status, path).toBe(200)
    return { rows: json as { id: number; game: string }[], total: headers.get('x-total-count') }
  }

  test('2.2 (C340) view on one object opens its list with that object alone, and its count tells no more', async () => {
    const node = await createNode()
    await createNode()
    const [template, other] = (await done(admin, 'GET', '/api/templates')) as { id: number; game: string }[]
    const second = (await done(admin, 'POST', `/api/servers/${gameServer}/stop`)).task_id
    await give(
      { permission: 'view', object_type: 'node', object_id: node },
      { permission: 'view', object_type: 'template', object_id: template?.id ?? 0 },
      { permission: 'view', object_type: 'task', object_id: second },
    )
    for (const [path, id] of [
      ['/api/nodes', node],
      ['/api/templates', template?.id],
      ['/api/tasks', second],
    ] as const) {
      for (const query of ['', '?page=1&per_page=1']) {
        const { rows, total } = await listed(path + query)
        expect([rows.map(row => row.id), total], path + query).toEqual([[id], '1'])
      }
      expect((await listed(`${path}?page=2&per_page=1`)).rows).toEqual([])
    }
    expect((await listed('/api/games')).rows.map(row => row.game)).toEqual([template?.game])
    expect(await met('GET', `/api/templates/${other?.id}`)).toBe('403')
    const { sections } = await done({ panel, sessionToken: person.sessionToken }, 'GET', '/api/profile')
    expect(sections).toEqual({ node: ['view'], template: ['view'], plugin: [], task: ['view'] })
    // Nothing to see is no list at all.
    await give({ permission: 'edit', object_type: 'node', object_id: node })
    expect(await met('GET', '/api/nodes')).toBe('403')
  })

  test('2.2 (C340) view on one plugin, and a deny on one beside an allow on all', async () => {
    const install = async (id: string) => {
      const body = new Uint8Array(await packageOf({ id }))
      const headers = {
        authorization: `Bearer ${admin.sessionToken}`,
        'content-type': 'application/zip',
      }
      const answer = await fetch(`${panel.url}/api/plugins`, { method: 'POST', headers, body })
      expect(answer.status).toBe(201)
      return ((await answer.json()) as { id: number }).id
    }
    const [own, other] = [await install('one-plugin'), await install('other-plugin')]
    await give({ permission: 'view', object_type: 'plugin', object_id: own })
    expect((await listed('/api/plugins')).rows.map(({ id }) => id)).toEqual([own])
    expect(await met('GET', `/api/plugins/${other}`)).toBe('403')
    await give(
      { permission: 'view', object_type: 'plugin' },
      { permission: 'view', effect: 'deny', object_type: 'plugin', object_id: own },
    )
    expect((await listed('/api/plugins')).rows.map(({ id }) => id)).toEqual([other])
  })
})
