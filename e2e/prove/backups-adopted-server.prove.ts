// A server that a panel has adopted, in a storage that was added with a new recovery key: the old key opens its backups.

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ResticEngine } from '../../daemon/src/platform/backups/restic/restic-engine.ts'
import { missingRestic, restic } from '../../test-services/restic.ts'
import { expectOlderRestored } from '../backups/found-servers.ts'
import { type PanelWithNode, startPanelWithNode } from '../backups/panel-with-node.ts'
import { waitFor } from '../wait-for.ts'

const missing = missingRestic()
if (missing !== null) console.log(`skipped: ${missing}`)

async function take({ json, untilTaskEnds }: PanelWithNode, id: number, note: string) {
  const { task_id } = await json('POST', `/api/servers/${id}/backups`, { note })
  return untilTaskEnds(task_id)
}

const notesOf = async ({ json }: PanelWithNode, id: number): Promise<string[]> =>
  (await json('GET', `/api/servers/${id}/backups`)).map(({ note }: { note: string }) => note)

/** As a new panel has it that does not know the key of the one before. */
async function addAnew(
  { json, ask, definitionOf }: PanelWithNode,
  former: number,
  place: object,
  id: number,
) {
  await json('PUT', `/api/backup-storages/${former}`, {
    ...{ name: 'Cellar', place, assigned: { to: 'nodes', node_ids: [] } },
  })
  await ask('DELETE', `/api/backup-storages/${former}`)
  const added = await json('POST', '/api/backup-storages', { name: 'Cellar', place })
  const isTold = () => definitionOf(id)?.backup_storages[0]?.id === added.id
  await waitFor('the node has the new storage', isTold)
  return added.id as number
}

test.skipIf(missing !== null)(
  'L27 an adopted server has its backups as soon as the old recovery key is entered',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rookery-adopted-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const engine = new ResticEngine({ program: await restic(), stateFolder: join(folder, 'state') })
    const world = await startPanelWithNode([engine])
    onTestFinished(() => world.end())
    const { json } = world
    mkdirSync(join(folder, 'storage'))
    const place = { kind: 'folder', path: join(folder, 'storage') }
    const made = await json('POST', '/api/backup-storages', { name: 'Cellar', place })
    const { id, uuid } = await world.createArena({ name: 'Survival' })
    await world.putFile(id, 'world.txt', 'a hut')
    expect(await take(world, id, 'a hut')).toMatchObject({ status: 'success' })

    const storageId = await addAnew(world, made.id, place, id)
    expect((await take(world, id, 'too early')).status).toBe('error')
    const find = (more: object = {}) =>
      json('POST', `/api/backup-storages/${storageId}/found-servers`, { node_id: world.nodeId, ...more })
    expect(await find()).toMatchObject({ servers: [], known: 1, opened: 0 })
    const key = { recovery_key: made.recovery_key }
    expect(await find(key)).toMatchObject({ servers: [], known: 1, opened: 1 })
    await waitFor('its backups are known', async () => (await notesOf(world, id)).includes('a hut'))
    // Once is enough.
    expect(await find(key)).toMatchObject({ known: 1, opened: 0 })

    await world.putFile(id, 'world.txt', 'three towers')
    expect(await take(world, id, 'three towers')).toMatchObject({ status: 'success' })
    await waitFor('both are known', async () => (await notesOf(world, id)).length === 2)
    const list = (await json('GET', `/api/servers/${id}/backups`)) as { id: number; note: string }[]
    const older = list.find(({ note }) => note === 'a hut')
    const files = await world.ask('GET', `/api/servers/${id}/backups/${older?.id}/files`)
    expect(files.text).toContain('world.txt')
    await expectOlderRestored(world, id, uuid)
    expect(readFileSync(join(world.folderOf(uuid), 'world.txt'), 'utf8')).toBe('a hut')
  },
  900_000,
)
