// A panel that was restored from an older backup of itself learns of the backups that nodes have taken since.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ArchiveEngine } from '../../daemon/src/platform/backups/archive/archive-engine.ts'
import { waitFor } from '../wait-for.ts'
import { type PanelWithNode, startPanelWithNode } from './panel-with-node.ts'

const folder = mkdtempSync(join(tmpdir(), 'rookery-restored-'))
let world: PanelWithNode
beforeAll(async () => {
  world = await startPanelWithNode([new ArchiveEngine(Date.now)])
})
afterAll(async () => {
  await world?.end()
  rmSync(folder, { recursive: true, force: true })
})

test('L28 backups that were taken after the panel was backed up are in the list when the node is back', async () => {
  const { panel, json, untilTaskEnds } = world
  const place = { kind: 'folder', path: folder }
  await json('POST', '/api/backup-storages', { name: 'Cellar', place })
  const { id, uuid } = await world.createArena({ name: 'Survival' })
  const notes = async (): Promise<string[]> =>
    (await json('GET', `/api/servers/${id}/backups`)).map(({ note }: { note: string }) => note)
  const take = async (note: string) => {
    await world.putFile(id, 'world.txt', note)
    const { task_id } = await json('POST', `/api/servers/${id}/backups`, { note })
    expect(await untilTaskEnds(task_id)).toMatchObject({ status: 'success' })
    await waitFor(`the backup "${note}" is known`, async () => (await notes()).includes(note))
  }
  await take('a hut')
  const repository = panel.db.selectFrom('backup_repositories').selectAll().where('server_uuid', '=', uuid)
  const before = await repository.executeTakeFirstOrThrow()
  const tasks = await panel.db.selectFrom('tasks').select('id').execute()
  await take('three towers')

  // As the database was when the panel was backed up.
  await world.disconnect()
  await panel.db.deleteFrom('backups').where('note', '=', 'three towers').execute()
  const former = tasks.map(task => task.id)
  await panel.db.deleteFrom('tasks').where('id', 'not in', former).execute()
  await panel.db
    .updateTable('backup_repositories')
    .set({ sequence: before.sequence, reported_at: before.reported_at })
    .where('id', '=', before.id)
    .execute()
  expect(await notes()).toEqual(['a hut'])

  await world.reconnect()
  await waitFor('what was taken since is known', async () => (await notes()).length === 2)
  expect(await notes()).toEqual(['three towers', 'a hut'])
})
