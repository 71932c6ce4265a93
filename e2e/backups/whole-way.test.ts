// A backup all the way: asked for in the API, taken by a real daemon over the real link, looked into and restored.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ArchiveEngine } from '../../daemon/src/platform/backups/archive/archive-engine.ts'
import { waitFor } from '../wait-for.ts'
import { type PanelWithNode, startPanelWithNode } from './panel-with-node.ts'

let world: PanelWithNode
let storage: string

beforeAll(async () => {
  storage = mkdtempSync(join(tmpdir(), 'rookery-storage-'))
  world = await startPanelWithNode([new ArchiveEngine(Date.now)])
})
afterAll(async () => {
  await world?.end()
  rmSync(storage, { recursive: true, force: true })
})

test('L25 with a storage a backup is taken, browsed, compared, restored and deleted', async () => {
  const { json, ask, untilTaskEnds } = world
  const place = { kind: 'folder', path: storage }
  await json('POST', '/api/backup-storages', { name: 'Cellar', place })
  const { id, uuid } = await world.createArena({ name: 'Arena' })
  const files = world.folderOf(uuid)
  const at = `/api/servers/${id}/backups`
  await world.putFile(id, 'world.txt', 'then')

  const { task_id } = await json('POST', at, { note: 'before the storm' })
  expect(await untilTaskEnds(task_id)).toMatchObject({ status: 'success' })
  await waitFor('the backup is listed', async () => (await json('GET', at)).length === 1)
  const [backup] = await json('GET', at)
  expect(backup).toMatchObject({ note: 'before the storm', kind: 'manual', consistency: 'stopped', files: 1 })

  expect(await json('GET', `${at}/${backup.id}/files`)).toMatchObject([{ name: 'world.txt', size: 4 }])
  expect((await ask('GET', `${at}/${backup.id}/files/content?path=world.txt`)).text).toBe('then')
  writeFileSync(join(files, 'world.txt'), 'now, and longer')
  expect((await json('GET', `${at}/${backup.id}/compare`)).changes).toMatchObject([
    { path: 'world.txt', change: 'changed', then_bytes: 4, now_bytes: 15 },
  ])

  const restore = await json('POST', `${at}/${backup.id}/restore`, {})
  expect(await untilTaskEnds(restore.task_id)).toMatchObject({ status: 'success' })
  expect(readFileSync(join(files, 'world.txt'), 'utf8')).toBe('then')
  await waitFor('the safety backup is listed', async () => (await json('GET', at)).length === 2)
  await ask('DELETE', `${at}/${backup.id}`)
  await waitFor('it is gone', async () => (await json('GET', at)).length === 1)
  expect((await json('GET', at))[0]).toMatchObject({ kind: 'safety', before: 'restore' })
})

test('L21 a restore of a running game waits on its node as a stop does, and can be called off there', async () => {
  const { json, request, untilTaskEnds, panel } = world
  const { id, uuid } = await world.createArena({ name: 'Busy' })
  const at = `/api/servers/${id}/backups`
  await world.putFile(id, 'world.txt', 'then')
  await untilTaskEnds((await json('POST', at, {})).task_id)
  await waitFor('the backup is listed', async () => (await json('GET', at)).length === 1)
  const [backup] = await json('GET', at)
  const file = join(world.folderOf(uuid), 'world.txt')
  writeFileSync(file, 'now')
  const path = `${at}/${backup.id}/restore`
  const soon = { when: 'at', delay_seconds: 1 }
  expect((await request('POST', path, soon)).json).toMatchObject({ code: 'conflict', message: /not running/ })
  expect((await request('POST', path, { when: 'at' })).status).toBe(422)
  await panel.db.updateTable('game_servers').set({ state: 'running' }).where('id', '=', id).execute()

  const later = await json('POST', path, { when: 'at', delay_seconds: 600 })
  await waitFor(
    'the node has it',
    async () => (await json('GET', `/api/tasks/${later.task_id}`)).message !== null,
  )
  expect((await json('GET', `/api/servers/${id}`)).planned).toMatchObject({ action: 'restore', when: 'at' })
  await json('POST', `/api/tasks/${later.task_id}/cancel`)
  expect(await untilTaskEnds(later.task_id)).toMatchObject({ status: 'canceled' })
  expect(readFileSync(file, 'utf8')).toBe('now')

  const { task_id } = await json('POST', path, soon)
  expect(await untilTaskEnds(task_id)).toMatchObject({ status: 'success' })
  expect(readFileSync(file, 'utf8')).toBe('then')
})

test('L26 a backup becomes a new game server with the files and settings of that time', async () => {
  const { json, untilTaskEnds, nodeId } = world
  const variables = { MAP: 'kitchen', MAX_PLAYERS: '7' }
  const { id, uuid, port, rcon_password } = await world.createArena({ name: 'Source', variables })
  await json('POST', `/api/servers/${id}/tasks`, {
    ...{ name: 'Restart at dawn', action: 'restart', timing: { by: 'cron', expression: '0 5 * * *' } },
  })
  await waitFor('the node has the schedule', () => world.definitionOf(id)?.schedules.length === 1)
  await world.putFile(id, 'world.txt', 'three towers')
  const { task_id } = await json('POST', `/api/servers/${id}/backups`, {})
  await untilTaskEnds(task_id)
  const at = `/api/servers/${id}/backups`
  await waitFor('the backup is listed', async () => (await json('GET', at)).length === 1)
  const [backup] = await json('GET', at)
  await json('PUT', `/api/servers/${id}/settings`, { variables: { MAP: 'office' } })

  const made = await json('POST', `${at}/${backup.id}/new-server`, { name: 'Second' })
  expect(await untilTaskEnds(made.task_id)).toMatchObject({ status: 'success' })
  const second = await json('GET', `/api/servers/${made.id}`)
  expect(second).toMatchObject({ name: 'Second', variables, node_id: nodeId })
  expect(second.uuid).not.toBe(uuid)
  expect([second.port, second.rcon_password]).not.toEqual([port, rcon_password])
  expect(readFileSync(join(world.folderOf(second.uuid), 'world.txt'), 'utf8')).toBe('three towers')
  await waitFor('it counts as installed', async () => {
    return (await json('GET', `/api/servers/${made.id}`)).state === 'stopped'
  })
  // It has its own backups, and cannot reach those of the first any more.
  expect(await json('GET', `/api/servers/${made.id}/backups`)).toEqual([])
  await json('PUT', `/api/servers/${made.id}/settings`, { autostart: false })
  await waitFor('the source is forgotten', () => world.definitionOf(made.id)?.backup_sources.length === 0)
  // Its schedules have come with it, and rest until somebody switches them on.
  const [schedule] = await json('GET', `/api/servers/${made.id}/tasks`)
  expect(schedule).toMatchObject({ name: 'Restart at dawn', enabled: false, came_with_backup: true })
  const { name, action, timing } = schedule
  const switched = await json('PUT', `/api/servers/${made.id}/tasks/${schedule.id}`, { name, action, timing })
  expect(switched.enabled).toBe(true)
  expect(switched.came_with_backup).toBeUndefined()

  const { id: other } = await world.panel.app.nodes.create('Other')
  const elsewhere = await world.request('POST', `${at}/${backup.id}/new-server`, {
    ...{ name: 'Third', node_id: other },
  })
  expect([elsewhere.status, elsewhere.json.errors]).toEqual([
    422,
    { node_id: ['this backup is in a folder of "Able": choose that node'] },
  ])
})
