// Going back to before an update, as the panel answers it: the settings of that time come with the files.

import type { NodeBackup, RepositoryReport } from '@rookery/contracts/backups.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBackupStoragesStore } from '../../src/features/backup-storages/backup-storages-store.ts'
import { createBackupsStore } from '../../src/features/backups/backups-store.ts'
import { createSecretBox, keyOf } from '../../src/platform/secret-box.ts'
import { type Asked, ask, done } from '../access/people.ts'
import { addTemplate, rowOf, setCrashed } from '../game-servers/a-game.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'

let panel: TestPanel
let admin: Asked
let id: number
const readyAtMs = 1_800_000_000_000

beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
  const node = await panel.app.nodes.create('node')
  await panel.db
    .updateTable('nodes')
    .set({ capabilities: JSON.stringify(['backups']) })
    .where('id', '=', node.id)
    .execute()
  const template_id = await addTemplate(panel)
  id = (await done(admin, 'POST', '/api/servers', { name: 'castle', node_id: node.id, template_id })).id
})
afterAll(() => panel.stop())

/** As its node reports a run that has become ready. */
async function becomeReady(): Promise<void> {
  const { revision, variables, image, template_id } = await rowOf(panel, id)
  const template = await panel.db
    .selectFrom('templates')
    .select('definition')
    .where('id', '=', template_id)
    .executeTakeFirstOrThrow()
  await panel.db
    .insertInto('ready_settings')
    .values({ server_id: id, revision, ready_at: readyAtMs, template: template.definition, variables, image })
    .execute()
}

/** As its node takes one before an update. */
async function addSafetyBackup(): Promise<void> {
  const body = { name: 'Cellar', place: { kind: 'folder', path: '/srv/backups' }, assigned: { to: 'all' } }
  const { id: storage_id } = await done(admin, 'POST', '/api/backup-storages', body)
  const { uuid } = await rowOf(panel, id)
  const backup: NodeBackup = {
    ...{ snapshot: 'before-the-update', taken_at_ms: readyAtMs + 1, kind: 'safety', before: 'update' },
    ...{ run_key: '', files: 3, bytes: 5, bytes_added: 5, consistency: 'flushed', warnings: [] },
  }
  const report: RepositoryReport = {
    ...{ storage_id, sequence: 1, engine: 'restic', is_listed: true, backups: [backup], stored_bytes: 5 },
    ...{ last_check: null, last_drill: null, problem: '' },
  }
  const storages = createBackupStoragesStore(panel.db, createSecretBox(keyOf('a key of this test')))
  await storages.addRepositories([{ serverUuid: uuid, storageId: storage_id }], () => 'password-4712', 1)
  const stored = createBackupsStore(panel.db).replace(uuid, report, async () => new Map(), 1)
  expect(await stored).toMatchObject({ outcome: 'stored' })
}

const players = async (): Promise<string> =>
  (await done(admin, 'GET', `/api/servers/${id}`)).variables.PLAYERS

test('an update has broken it: going back takes the settings back with which it was ready, and restores the files', async () => {
  const path = `/api/servers/${id}/backups/rollback`
  await becomeReady()
  await addSafetyBackup()
  await done(admin, 'PUT', `/api/servers/${id}/settings`, { variables: { PLAYERS: '64' } })
  expect((await done(admin, 'GET', path)).rollback).toBeNull()
  await setCrashed(panel, id, ['it does not start any more'])

  const { rollback } = await done(admin, 'GET', path)
  expect(rollback).toMatchObject({ before: 'update', has_settings: true })
  expect(await players()).toBe('64')
  const { task_id } = await done(admin, 'POST', path, { backup_id: rollback.backup_id })
  expect(await players()).toBe('16')
  const { kind, payload } = await panel.db
    .selectFrom('tasks')
    .select(['kind', 'payload'])
    .where('id', '=', task_id)
    .executeTakeFirstOrThrow()
  expect(kind).toBe('restore')
  expect(JSON.parse(payload ?? '')).toMatchObject({ snapshot: 'before-the-update', start: true })
})

test('another backup than the offered one is refused, and nothing is changed', async () => {
  await done(admin, 'PUT', `/api/servers/${id}/settings`, { variables: { PLAYERS: '32' } })
  const answer = await ask(admin, 'POST', `/api/servers/${id}/backups/rollback`, { backup_id: 999_999 })
  expect(answer.status).toBe(409)
  expect(await players()).toBe('32')
})
