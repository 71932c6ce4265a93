// A node is gone for good: its server comes back on another node out of S3, with restic, by the button of its backup.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ResticEngine } from '../../daemon/src/platform/backups/restic/restic-engine.ts'
import { restic } from '../../test-services/restic.ts'
import { startPanelWithNode } from '../backups/panel-with-node.ts'
import { storagesOfEachKind } from '../backups/restic-storages.ts'

/** A folder is on one node alone, and gone with it. */
for (const { name, missing, open } of storagesOfEachKind().filter(storage => storage.name !== 'a folder')) {
  test.skipIf(missing !== null)(
    `L26 a server whose node is gone comes back on another one out of ${name}`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'rookery-lost-node-'))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      const program = await restic()
      const engineOf = (node: string) => new ResticEngine({ program, stateFolder: join(folder, node) })
      const storage = await open(folder)
      onTestFinished(() => storage.end?.())
      const world = await startPanelWithNode([engineOf('able')])
      onTestFinished(() => world.end())
      const { json } = world
      await json('POST', '/api/backup-storages', {
        name: 'Far',
        place: storage.place,
        secret: storage.secret,
      })
      const variables = { MAP: 'kitchen', MAX_PLAYERS: '7' }
      const { id } = await world.createArena({ name: 'Survival', variables })
      await world.putFile(id, 'world.txt', 'three towers')
      const { task_id } = await json('POST', `/api/servers/${id}/backups`, { note: 'the last one' })
      expect(await world.untilTaskEnds(task_id)).toMatchObject({ status: 'success' })
      const [{ id: backup }] = await json('GET', `/api/servers/${id}/backups`)

      await world.disconnect()
      rmSync(world.node.folder, { recursive: true })
      const baker = await world.addNode('Baker', [engineOf('baker')])
      onTestFinished(() => baker.end())
      const body = { name: 'Survival again', node_id: baker.nodeId }
      const made = await json('POST', `/api/servers/${id}/backups/${backup}/new-server`, body)
      expect(await world.untilTaskEnds(made.task_id)).toMatchObject({ status: 'success' })
      const again = await json('GET', `/api/servers/${made.id}`)
      expect(again).toMatchObject({ name: 'Survival again', node_id: baker.nodeId, variables })
      expect(readFileSync(join(baker.folderOf(again.uuid), 'world.txt'), 'utf8')).toBe('three towers')
    },
  )
}
