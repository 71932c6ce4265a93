// What is told when backups fail, stay away or were never told of, and who did what to storages.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPanel } from '../../panel/test/start-test-panel.ts'
import { addPerson, allow } from '../../panel/test/tokens/people.ts'
import { waitFor } from '../wait-for.ts'
import { BackupNode, nodeBackup, reportOf, startBackupsPanel } from './backups-world.ts'

const dayMs = 24 * 60 * 60_000

let panel: TestPanel
let node: BackupNode
let admin: string
let storageId: number
let aheadMs = 0

beforeAll(async () => {
  panel = await startBackupsPanel({ ENCRYPTION_KEY: 'a key of this test', ACTIVITY_PEOPLE: 'true' })
  Object.defineProperty(panel.clock, 'nowMs', { get: () => Date.now() + aheadMs })
  admin = await panel.signIn()
  node = await BackupNode.join(panel, 'Able', ['backups'])
  storageId = (await json('POST', '/api/backup-storages', storage('Cellar'))).id
})
afterAll(async () => {
  await node?.link.close()
  await panel?.stop()
})

const storage = (name: string, retention = {}) => ({
  ...{ name, place: { kind: 'folder', path: '/srv/backups' }, assigned: { to: 'all' }, retention },
})

async function json(method: string, path: string, body?: object, sessionToken = admin) {
  const answer = await panel.request(method, path, { sessionToken, ...(body && { body }) })
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  return answer.json
}

async function createArena(name: string): Promise<number> {
  const templates = (await json('GET', '/api/templates?per_page=100')) as { id: number; slug: string }[]
  const template_id = templates.find(({ slug }) => slug === 'arena')?.id
  const { id } = await json('POST', '/api/servers', {
    name,
    node_id: node.nodeId,
    template_id,
    install: false,
  })
  await node.untilDefined(id, 'it has the storage', ({ backup_storages }) => backup_storages.length === 1)
  return id
}

interface Entry {
  what: string
  deed?: string
  message?: string | null
  of?: string | null
  event?: string
  subject?: { name: string }
  details?: { fields?: string[] }
}
async function backupLines(id: number, sessionToken = admin): Promise<Entry[]> {
  const entries = (await json('GET', `/api/servers/${id}/activity`, undefined, sessionToken)) as Entry[]
  return entries.filter(({ what }) => what === 'backup')
}

test('a backup that fails is told once, with its reason for those who may see files', async () => {
  const id = await createArena('Failing')
  const problem = 'the cellar is full: free some space'
  await node.reported(id, reportOf(storageId, 1, [nodeBackup('first')]))
  await node.reported(id, reportOf(storageId, 2, [nodeBackup('first')], { problem }))
  await node.reported(id, reportOf(storageId, 3, [nodeBackup('first')], { problem }))
  await waitFor('it is told', async () => (await backupLines(id)).length > 0)
  const line = { deed: 'failed', message: problem, by: null, of: '2026-11-10T04:00:00.000Z' }
  expect(await backupLines(id)).toEqual([expect.objectContaining(line)])
  await node.reported(id, reportOf(storageId, 4, [nodeBackup('first'), nodeBackup('second')]))
  await node.reported(id, reportOf(storageId, 5, [nodeBackup('first')], { problem }))
  await waitFor('the next one is told', async () => (await backupLines(id)).length === 2)

  const viewer = await addPerson(panel, 'viewer')
  await allow(panel, viewer.id, ['game-server-common'], id)
  const [seen] = await backupLines(id, viewer.sessionToken)
  expect(seen).toMatchObject({ deed: 'failed', message: null, of: null })
})

test('servers whose backups fail are counted in the storages that they use, until one works', async () => {
  const failing = async () => {
    const { failing, failing_total } = await json('GET', '/api/backups/attention')
    return { ids: failing.map(({ id }: { id: number }) => id), total: failing_total }
  }
  const before = await failing()
  const ids = [await createArena('First in trouble'), await createArena('Second in trouble')]
  for (const id of ids) await node.reported(id, reportOf(storageId, 1, [], { problem: 'the cellar is full' }))
  const all = await failing()
  expect(all.total).toBe(before.total + 2)
  expect(all.ids).toEqual(expect.arrayContaining(ids))
  await json('PUT', `/api/servers/${ids[0]}/backups/settings`, { storages: [] })
  await node.reported(ids[1] ?? 0, reportOf(storageId, 2, [nodeBackup('works-again')]))
  expect(await failing()).toEqual(before)
})

test('a server that was not backed up for a week is told of once for each backup', async () => {
  const id = await createArena('Forgotten')
  const old = Date.now() - 8 * dayMs
  await panel.db
    .updateTable('game_servers')
    .set({ installed_at: old, created_at: old })
    .where('id', '=', id)
    .execute()
  const taken_at_ms = Date.now() - 7.5 * dayMs
  await node.reported(id, reportOf(storageId, 1, [nodeBackup('old', { taken_at_ms })]))
  await panel.app.keepHouse()
  await waitFor('it is told', async () => (await backupLines(id)).length > 0)
  expect(await backupLines(id)).toMatchObject([{ deed: 'overdue', of: new Date(taken_at_ms).toISOString() }])
  aheadMs = 2 * 60 * 60_000
  await panel.app.keepHouse()
  // A later line of the same server: what was told before it is written.
  await node.reported(id, reportOf(storageId, 2, [nodeBackup('old', { taken_at_ms })], { problem: 'full' }))
  await waitFor('the failure is told', async () => (await backupLines(id)).some(one => one.deed === 'failed'))
  expect((await backupLines(id)).map(({ deed }) => deed)).toEqual(['failed', 'overdue'])
})

test('a repository that no node has told of is read when somebody looks, as after an adoption', async () => {
  const [first, second] = [await createArena('Adopted'), await createArena('Adopted too')]
  const timesRead = (id: number) =>
    node.asked.filter(({ work, request }) => work.gameServerId === id && request.verb === 'refresh').length
  const look = async (id: number) => {
    const before = timesRead(id)
    await json('GET', `/api/servers/${id}/backups/state`)
    return () => timesRead(id) > before
  }
  await waitFor('the node is asked to read it', await look(first))
  await node.reported(first, reportOf(storageId, 1, [nodeBackup('older')]))
  expect(await json('GET', `/api/servers/${first}/backups`)).toHaveLength(1)
  const isReadAgain = await look(first)
  // What is asked later arrives later.
  await waitFor('the node is asked for the other one', await look(second))
  expect(isReadAgain()).toBe(false)
})

test('who adds, changes and deletes storages is in the activity of people, without what is secret', async () => {
  const { id } = await json('POST', '/api/backup-storages', storage('Attic'))
  await json('PUT', `/api/backup-storages/${id}`, storage('Attic', { daily: 30 }))
  await json('DELETE', `/api/backup-storages/${id}`)
  const entries = (await json('GET', '/api/activity?scope=people&subject_type=storage')) as Entry[]
  const about = entries.filter(({ subject }) => subject?.name === 'Attic')
  expect(about.map(({ event, details }) => [event, details?.fields ?? []])).toEqual([
    ['storage_deleted', []],
    ['storage_changed', ['retention']],
    ['storage_created', []],
  ])
})
