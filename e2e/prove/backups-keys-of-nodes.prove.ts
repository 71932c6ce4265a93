// A node with its own key to a real REST server, a real S3 server and real SFTP: its backups are in its own place, and it
// reaches no other.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseRecoveryKey, recoveryPassword } from '@rookery/contracts/backup-recovery-key.ts'
import { expect, onTestFinished, test } from 'vitest'
import { asStorage } from '../../daemon/src/features/backups/repositories.ts'
import { ResticEngine } from '../../daemon/src/platform/backups/restic/restic-engine.ts'
import { placeWithKey } from '../../panel/src/features/backup-storages/node-key-rules.ts'
import { missingRestic, restic } from '../../test-services/restic.ts'
import { startPanelWithNode } from '../backups/panel-with-node.ts'
import { privateStorages, repositoryFolder } from '../backups/private-storages.ts'

for (const { name, missing, open } of privateStorages) {
  const reason = missingRestic() ?? missing
  if (reason !== null) console.log(`skipped: ${reason}`)

  test.skipIf(reason !== null)(
    `a node backs up to ${name} with its own key, and reaches nothing of another`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'rookery-node-key-'))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      const storage = await open()
      onTestFinished(() => storage.end())
      const engine = new ResticEngine({ program: await restic(), stateFolder: join(folder, 'state') })
      const world = await startPanelWithNode([engine])
      onTestFinished(() => world.end())
      const { json, nodeId } = world

      const { place, secret, keys } = storage
      const [other, own] = keys
      const attempt = (node_key: object) =>
        json('POST', '/api/backup-storages/test', { node_id: nodeId, place, node_key })
      expect(await attempt(own)).toMatchObject({ is_good: true, problem: '' })
      expect(await attempt({ ...own, folder: other.folder })).toMatchObject({ is_good: false })
      expect(await attempt({ ...own, secret: other.secret })).toMatchObject({ is_good: false })

      const { id: storageId, recovery_key } = await json('POST', '/api/backup-storages', {
        ...{ name: 'Cloud', place, secret, node_keys: [{ node_id: nodeId, ...own }] },
      })
      const { id, uuid } = await world.createArena({ name: 'Survival' })
      await world.putFile(id, 'world.txt', 'three towers')
      const { task_id } = await json('POST', `/api/servers/${id}/backups`, {})
      expect(await world.untilTaskEnds(task_id)).toMatchObject({ status: 'success' })
      expect(existsSync(join(repositoryFolder(storage, own, uuid), 'config'))).toBe(true)
      expect(existsSync(repositoryFolder(storage, other, uuid))).toBe(false)

      const [{ id: backup }] = await json('GET', `/api/servers/${id}/backups`)
      const files = await json('GET', `/api/servers/${id}/backups/${backup}/files`)
      expect(JSON.stringify(files)).toContain('world.txt')

      // Another folder is another repository, which the recovery key opens as well.
      const moved = [{ node_id: nodeId, ...other }]
      await json('PUT', `/api/backup-storages/${storageId}`, { name: 'Cloud', place, node_keys: moved })
      const next = await json('POST', `/api/servers/${id}/backups`, {})
      expect(await world.untilTaskEnds(next.task_id)).toMatchObject({ status: 'success' })
      const password = recoveryPassword(parseRecoveryKey(recovery_key) ?? Buffer.alloc(32), uuid)
      const repositoryWith = (key: typeof own) =>
        engine.repository({
          ...{ storage: asStorage({ place: placeWithKey(place, key), secret: key.secret }) },
          ...{ name: uuid, password },
        })
      expect(await repositoryWith(other).list()).toHaveLength(1)
      // With the key of one node and the very password, what the other has stored stays closed.
      const foreign = repositoryWith({ ...own, folder: other.folder })
      for (const asked of [() => foreign.list(), () => foreign.create(), () => foreign.remove()])
        await expect(asked()).rejects.toMatchObject({ name: 'BackupError', code: 'denied' })
      expect(await repositoryWith(other).list()).toHaveLength(1)
    },
    900_000,
  )
}
