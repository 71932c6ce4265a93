// Every route that takes an Idempotency-Key creates once, and finds what it created also when the answer was lost.

import type { NodeBackup, RepositoryReport } from '@rookery/contracts/backups.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBackupStoragesStore } from '../../src/features/backup-storages/backup-storages-store.ts'
import { createBackupsStore } from '../../src/features/backups/backups-store.ts'
import { sampleEgg } from '../../src/features/templates/logic/eggs/sample-egg.ts'
import { tableNames } from '../../src/platform/database/schema.ts'
import type { Call } from '../../src/platform/http/route.ts'
import { createSecretBox, keyOf } from '../../src/platform/secret-box.ts'
import { type Asked, done, goodPassword } from '../access/people.ts'
import { addTemplate, gameTemplate, rowOf, setCrashed } from '../game-servers/a-game.ts'
import { nameOf } from '../harmless-calls.ts'
import { publicKey } from '../public-key.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'

let panel: TestPanel
let admin: Asked
let node_id: number
let template_id: number
let storage_id: number
beforeAll(async () => {
  panel = await startTestPanel({ variables: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
  admin = { panel, sessionToken: await panel.signIn() }
  node_id = (await panel.app.nodes.create('node')).id
  const capabilities = JSON.stringify(['backups', 'planned_power', 'schedule_steps'])
  await panel.db.updateTable('nodes').set({ capabilities }).where('id', '=', node_id).execute()
  template_id = await addTemplate(panel)
  const place = { kind: 'folder', path: '/srv/backups' }
  const storage = { name: 'Cellar', place, assigned: { to: 'all' } }
  storage_id = (await done(admin, 'POST', '/api/backup-storages', storage)).id
})
afterAll(() => panel.stop())

interface Wanted {
  path: string
  body?: unknown
}

const addServer = async (): Promise<number> => {
  const body = { name: 'castle', node_id, template_id, install: false }
  return (await done(admin, 'POST', '/api/servers', body)).id
}
const atServer = (path: string, body?: unknown) => async (): Promise<Wanted> => ({
  path: `/api/servers/${await addServer()}/${path}`,
  body,
})

const safetyBackup: NodeBackup = {
  ...{ snapshot: 'before-the-update', kind: 'safety', before: 'update', run_key: '' },
  ...{ files: 3, bytes: 5, bytes_added: 5, consistency: 'flushed', warnings: [], taken_at_ms: 1 },
}

/** A game server with a backup, as its node has reported it. */
async function addBackedUp(taken_at_ms = Date.now()): Promise<{ id: number; backupId: number }> {
  const id = await addServer()
  const { uuid } = await rowOf(panel, id)
  const report: RepositoryReport = {
    ...{ storage_id, sequence: 1, engine: 'restic', is_listed: true, stored_bytes: 5 },
    ...{ last_check: null, last_drill: null, problem: '', backups: [{ ...safetyBackup, taken_at_ms }] },
  }
  const storages = createBackupStoragesStore(panel.db, createSecretBox(keyOf('a key of this test')))
  await storages.addRepositories([{ serverUuid: uuid, storageId: storage_id }], () => 'password-4712', 1)
  await createBackupsStore(panel.db).replace(uuid, report, async () => new Map(), 1)
  const [backup] = (await done(admin, 'GET', `/api/servers/${id}/backups`)) as { id: number }[]
  return { id, backupId: backup?.id ?? 0 }
}

async function addDelivery(): Promise<Wanted> {
  const webhook = { name: 'Program', url: 'http://127.0.0.1:9/', kinds: ['user.created'] }
  const { id } = await done(admin, 'POST', '/api/webhooks', webhook)
  await done(admin, 'POST', '/api/users', { login: 'told', password: goodPassword })
  await panel.app.settleEvents()
  const [delivery] = await done(admin, 'GET', `/api/webhooks/${id}/deliveries`)
  return { path: `/api/webhooks/${id}/deliveries/${delivery.id}/replay` }
}

const cases: Record<string, () => Promise<Wanted>> = {
  'POST /api/users': async () => ({
    path: '/api/users',
    body: { login: 'mia', password: goodPassword, roles: ['user'] },
  }),
  'POST /api/service-accounts': async () => ({ path: '/api/service-accounts', body: { login: 'billing' } }),
  'POST /api/roles': async () => ({ path: '/api/roles', body: { name: 'helpers' } }),
  'POST /api/plans': async () => ({ path: '/api/plans', body: { name: 'Starter' } }),
  'POST /api/database-hosts': async () => ({
    path: '/api/database-hosts',
    body: { name: 'Main', kind: 'mysql', address: 'db.test', port: 3306, user: 'root', password: 'root' },
  }),
  'POST /api/nodes': async () => ({ path: '/api/nodes', body: { name: 'second' } }),
  'POST /api/templates': async () => ({
    path: '/api/templates',
    body: { text: JSON.stringify(gameTemplate()) },
  }),
  'POST /api/templates/import': async () => ({
    path: '/api/templates/import',
    body: { text: JSON.stringify(sampleEgg) },
  }),
  'POST /api/profile/ssh-keys': async () => ({
    path: '/api/profile/ssh-keys',
    body: { name: 'laptop', public_key: publicKey(1) },
  }),
  'POST /api/servers': async () => ({ path: '/api/servers', body: { name: 'castle', node_id, template_id } }),
  'POST /api/servers/{server}/clone': atServer('clone', { name: 'copy', files: false }),
  'POST /api/servers/{server}/tasks': atServer('tasks', {
    ...{ name: 'nightly', action: 'restart', timing: { by: 'cron', expression: '0 4 * * *' } },
  }),
  'POST /api/servers/{server}/power': atServer('power', { action: 'stop', when: 'now' }),
  'POST /api/servers/{server}/files/archive': atServer('files/archive', {
    ...{ paths: ['world'], format: 'zip', target: 'world.zip' },
  }),
  'POST /api/servers/{server}/files/extract': atServer('files/extract', { path: 'world.zip' }),
  'POST /api/servers/{server}/backups': async () => {
    const { id } = await addBackedUp()
    return { path: `/api/servers/${id}/backups`, body: { note: 'before the war' } }
  },
  'POST /api/servers/{server}/backups/{backup}/restore': async () => {
    const { id, backupId } = await addBackedUp()
    return { path: `/api/servers/${id}/backups/${backupId}/restore`, body: {} }
  },
  'POST /api/servers/{server}/backups/rollback': async () => {
    const { id, backupId } = await addBackedUp()
    await setCrashed(panel, id, ['it does not start any more'])
    return { path: `/api/servers/${id}/backups/rollback`, body: { backup_id: backupId } }
  },
  'POST /api/servers/{server}/repair': async () => {
    const id = await addServer()
    await setCrashed(panel, id, ['You need to agree to the EULA in order to run the server.'])
    const repair = { do: 'set-variable', name: 'EULA', value: 'true' }
    return { path: `/api/servers/${id}/repair`, body: { repair } }
  },
  'POST /api/bulk-actions': async () => ({
    path: '/api/bulk-actions',
    body: { action: 'stop', servers: [await addServer()] },
  }),
  'POST /api/deleted-servers/{uuid}/restore': async () => {
    const id = await addServer()
    const { uuid } = await rowOf(panel, id)
    await done(admin, 'DELETE', `/api/servers/${id}`)
    return { path: `/api/deleted-servers/${uuid}/restore`, body: {} }
  },
  'POST /api/webhooks/{id}/deliveries/{delivery}/replay': addDelivery,
}
const actions = ['start', 'stop', 'restart', 'kill', 'pause', 'resume', 'install', 'update', 'reinstall']
for (const action of actions) cases[`POST /api/servers/{server}/${action}`] = atServer(action)

/** What they read of a node first; they create as `POST /api/servers` does. */
const askNodes = [
  'POST /api/nodes/{id}/unknown-servers/{uuid}/adopt',
  'POST /api/servers/{server}/backups/{backup}/new-server',
  'POST /api/backup-storages/{id}/found-servers/{uuid}/bring-back',
]

/** It asks a database host; panel/test/databases, which has one, sends it twice. */
const asksDatabaseHost = 'POST /api/servers/{server}/databases'

test('every route that takes a key has a case here', () => {
  const taking = panel.app.routes.filter(({ endpoint }) => endpoint.idempotencyKey === 'taken')
  const known = [...Object.keys(cases), ...askNodes, asksDatabaseHost]
  expect(taking.map(nameOf).toSorted()).toEqual(known.toSorted())
  for (const one of taking) expect(one.creation, nameOf(one)).toBeDefined()
})

test.each(askNodes)('%s can answer again from what it notes', async name => {
  const found = panel.app.routes.find(one => nameOf(one) === name)
  const noted = found?.creation?.made.parse({ id: 5, task_id: 9, not_restored: ['schedules'] })
  const answer = await found?.creation?.again(noted, {} as Call)
  expect(found?.endpoint.answer?.safeParse(answer)).toMatchObject({ success: true, data: { id: 5 } })
})

/** What is there by now may have gone on, as a delivery does. */
const namesIn = ({ id, task_id, name, delivery_id }: Record<string, unknown>) => ({
  ...{ id, task_id, name, delivery_id },
})

const countedTables = tableNames.filter(name => !name.startsWith('event') && name !== 'activity')
const countRows = async () => {
  const counts: Record<string, number> = {}
  for (const table of countedTables) {
    const { n } = await panel.db
      .selectFrom(table)
      .select(query => query.fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
    counts[table] = Number(n)
  }
  return counts
}

describe.each(Object.entries(cases))('%s', (_name, wantedOf) => {
  test('creates once', async () => {
    const { path, body } = await wantedOf()
    const headers = { 'idempotency-key': `key of ${path}` }
    const ask = () => panel.request('POST', path, { sessionToken: admin.sessionToken, headers, body })
    const first = await ask()
    expect(first.status, first.text).toBeLessThan(300)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    const before = await countRows()
    const second = await ask()
    expect([second.status, second.text]).toEqual([first.status, first.text])
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    const lost = { answer: null, created_at: panel.clock.nowMs - 60_000 }
    await panel.db.updateTable('idempotent_requests').set(lost).execute()
    const third = await ask()
    expect([third.status, namesIn(third.json)]).toEqual([first.status, namesIn(first.json)])
    expect(Object.keys(third.json)).toEqual(Object.keys(first.json))
    expect(third.headers.get('idempotency-replayed')).toBe('true')
    expect(await countRows()).toEqual(before)
  })
})
