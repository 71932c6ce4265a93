// The story of a panel that is gone and of a new one that finds its servers in the storage: for archives and for restic.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatRecoveryKey } from '@rookery/contracts/backup-recovery-key.ts'
import type { FoundServer } from '@rookery/contracts/http/found-servers.ts'
import { expect } from 'vitest'
import type { BackupEngine } from '../../daemon/src/platform/backups/backup-engine.ts'
import { waitFor } from '../wait-for.ts'
import { type PanelWithNode, startPanelWithNode } from './panel-with-node.ts'
import type { StoryStorage } from './restic-storages.ts'

export interface LostServer {
  uuid: string
  port: number
  recoveryKey: string
}

const variables = { MAP: 'kitchen', MAX_PLAYERS: '7' }
const dawn = {
  action: 'restart',
  timing: { by: 'cron', expression: '0 5 * * *' },
  time_zone: 'Europe/Berlin',
}

const bodyOf = ({ place, secret }: StoryStorage) => ({
  name: 'Cellar',
  place,
  ...(secret !== '' && { secret }),
})

/** `Survival` with a schedule and two backups; then its panel and its node are gone. */
export async function losePanelOf(storage: StoryStorage, engine: () => BackupEngine): Promise<LostServer> {
  const old = await startPanelWithNode([engine()])
  try {
    const { json, untilTaskEnds } = old
    const { recovery_key: recoveryKey } = await json('POST', '/api/backup-storages', bodyOf(storage))
    const { id, uuid, port } = await old.createArena({ name: 'Survival', variables })
    const [told] = old.definitionOf(id)?.backup_storages ?? []
    if (told) storage.prepare?.(uuid, [told.password])
    await json('POST', `/api/servers/${id}/tasks`, { name: 'Restart at dawn', ...dawn })
    await waitFor('the node has the schedule', () => old.definitionOf(id)?.schedules.length === 1)
    for (const text of ['a hut', 'three towers']) {
      await old.putFile(id, 'world.txt', text)
      const { task_id } = await json('POST', `/api/servers/${id}/backups`, { note: text })
      expect(await untilTaskEnds(task_id)).toMatchObject({ status: 'success' })
    }
    return { uuid, port, recoveryKey }
  } finally {
    await old.end()
  }
}

/** Beside it lies a repository that nobody can read; by its uuid it is the last. */
export function damageAnother(folder: string): string {
  const uuid = 'ffffffff-ffff-4fff-bfff-ffffffffffff'
  mkdirSync(join(folder, uuid, 'keys'), { recursive: true })
  writeFileSync(join(folder, uuid, 'config'), 'no repository of restic')
  return uuid
}

/** A new panel with the same storage and a key of its own. Restic's REST server is asked for the one server. */
export async function openNewPanel(storage: StoryStorage, engine: () => BackupEngine, { uuid }: LostServer) {
  const world = await startPanelWithNode([engine()])
  const { id, recovery_key } = await world.json('POST', '/api/backup-storages', bodyOf(storage))
  const at = `/api/backup-storages/${id}/found-servers`
  const named = { node_id: world.nodeId, ...(storage.place.kind === 'rest' && { uuid }) }
  const look = (more: object = {}) => world.request('POST', at, { ...named, ...more })
  return { world, at, named, look, storageId: id as number, recoveryKey: recovery_key as string }
}

export async function expectWrongKeysRefused(
  look: (more: object) => Promise<{ status: number; json: unknown }>,
) {
  const garbled = await look({ recovery_key: 'ABCD-EFGH' })
  expect([garbled.status, garbled.json]).toMatchObject([
    422,
    { errors: { recovery_key: [expect.stringContaining('is not a recovery key')] } },
  ])
  const foreign = await look({ recovery_key: formatRecoveryKey(Buffer.alloc(32, 9)) })
  expect([foreign.status, foreign.json]).toMatchObject([
    422,
    { errors: { recovery_key: [expect.stringContaining('opens none of the servers')] } },
  ])
}

export function expectFound(servers: FoundServer[], { uuid }: LostServer): void {
  expect(servers.find(one => one.uuid === uuid)).toMatchObject({
    ...{ uuid, name: 'Survival', template: 'arena', game: 'Arena', is_sealed: false, problem: '' },
    backup_count: 2,
    backups: [
      { note: 'three towers', kind: 'manual' },
      { note: 'a hut', kind: 'manual' },
    ],
  })
}

/** With its settings, files, schedules and backups; a second time it is there already. */
export async function expectBroughtBack(
  { world, at }: { world: PanelWithNode; at: string },
  { uuid, port }: LostServer,
  keys: object,
): Promise<number> {
  const { json, request, untilTaskEnds, nodeId } = world
  const bringBack = { node_id: nodeId, ...keys }
  const { id, task_id } = await json('POST', `${at}/${uuid}/bring-back`, bringBack)
  expect(await untilTaskEnds(task_id)).toMatchObject({ status: 'success' })
  const server = await json('GET', `/api/servers/${id}`)
  expect(server).toMatchObject({ name: 'Survival', uuid, port, variables, node_id: nodeId })
  expect(readFileSync(join(world.folderOf(uuid), 'world.txt'), 'utf8')).toBe('three towers')
  expect(await json('GET', `/api/servers/${id}/tasks`)).toMatchObject([
    { name: 'Restart at dawn', ...dawn, enabled: false, came_with_backup: true },
  ])
  const backups = () => json('GET', `/api/servers/${id}/backups`)
  await waitFor('its backups are known', async () => (await backups()).length === 2)
  expect(await backups()).toMatchObject([{ note: 'three towers' }, { note: 'a hut' }])
  const again = await request('POST', `${at}/${uuid}/bring-back`, bringBack)
  expect([again.status, again.json.message]).toEqual([
    409,
    'this panel has this server already: restore the backup on its page',
  ])
  return id
}

/** Its newest one came back; an older one is restored in its place. */
export async function expectOlderRestored(world: PanelWithNode, id: number, uuid: string): Promise<void> {
  const list = (await world.json('GET', `/api/servers/${id}/backups`)) as { id: number; note: string }[]
  const older = list.find(({ note }) => note === 'a hut')
  const { task_id } = await world.json('POST', `/api/servers/${id}/backups/${older?.id}/restore`, {
    without_safety: true,
  })
  expect(await world.untilTaskEnds(task_id)).toMatchObject({ status: 'success' })
  expect(readFileSync(join(world.folderOf(uuid), 'world.txt'), 'utf8')).toBe('a hut')
}

/** As a panel that was restored from an older backup, or that adopts a server: it gives the repository another password. */
export async function forgetPassword(world: PanelWithNode, id: number, uuid: string): Promise<void> {
  const passwordOf = () => world.definitionOf(id)?.backup_storages[0]?.password
  const before = passwordOf()
  await world.panel.db.deleteFrom('backup_repositories').where('server_uuid', '=', uuid).execute()
  await world.json('PUT', `/api/servers/${id}/backups/settings`, { storages: null })
  await waitFor('the node has another password', () => passwordOf() !== before)
}
