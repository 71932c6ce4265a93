// A new panel finds the servers of one that is gone in restic's repositories, in a real S3 server; as a proof in each kind of
// storage.

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseRecoveryKey, recoveryPassword } from '@rookery/contracts/backup-recovery-key.ts'
import type { FoundServer } from '@rookery/contracts/http/found-servers.ts'
import { expect, onTestFinished, test } from 'vitest'
import { asStorage } from '../../daemon/src/features/backups/repositories.ts'
import { ResticEngine } from '../../daemon/src/platform/backups/restic/restic-engine.ts'
import { proofSize } from '../../test-services/proof-size.ts'
import { restic } from '../../test-services/restic.ts'
import { waitFor } from '../wait-for.ts'
import {
  expectBroughtBack,
  expectFound,
  expectOlderRestored,
  expectWrongKeysRefused,
  forgetPassword,
  losePanelOf,
  openNewPanel,
} from './found-servers.ts'
import { storagesOfEachKind } from './restic-storages.ts'

/** Two panels and some forty calls of restic: a machine that is busy with other things is no failure. */
const limitMs = 900_000
/** What the node does with each backup is shown with archives; the proof does it again with restic. */
const isWhole = proofSize({ short: false, proof: true })

for (const { name, missing, open } of storagesOfEachKind()) {
  test.skipIf(missing !== null)(
    `L27 a server is found in ${name} with the old recovery key, comes back, and both keys open it`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'rookery-found-'))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      const program = await restic()
      const engine = () => new ResticEngine({ program, stateFolder: join(folder, `state-${randomUUID()}`) })
      const storage = await open(folder)
      onTestFinished(() => storage.end?.())
      const lost = await losePanelOf(storage, engine)
      const { world, at, named, look, storageId, recoveryKey } = await openNewPanel(storage, engine, lost)
      onTestFinished(() => world.end())

      if (storage.place.kind === 'rest') {
        expect((await look({ uuid: undefined })).text).toContain('Name the server by its uuid')
      }
      // Its own key is another one.
      const [sealed] = (await look()).json.servers as FoundServer[]
      expect(sealed).toMatchObject({ uuid: lost.uuid, name: '', is_sealed: true, problem: '', backups: [] })
      const without = await world.request('POST', `${at}/${lost.uuid}/bring-back`, { node_id: world.nodeId })
      expect([without.status, without.json.errors?.recovery_key?.[0]]).toEqual([
        422,
        expect.stringContaining('does not open the backups'),
      ])
      await expectWrongKeysRefused(look)
      // However it is typed.
      const key = { recovery_key: lost.recoveryKey.toLowerCase().replaceAll('-', ' ') }
      expectFound((await look(key)).json.servers, lost)

      const id = await expectBroughtBack({ world, at }, lost, key)
      const { task_id } = await world.json('POST', `/api/servers/${id}/backups`, { note: 'by the new panel' })
      expect(await world.untilTaskEnds(task_id)).toMatchObject({ status: 'success' })
      for (const text of [lost.recoveryKey, recoveryKey]) {
        const password = recoveryPassword(parseRecoveryKey(text) ?? Buffer.alloc(32), lost.uuid)
        const repository = engine().repository({ storage: asStorage(storage), name: lost.uuid, password })
        expect(await repository.list()).toHaveLength(3)
      }
      if (isWhole) {
        await expectOlderRestored(world, id, lost.uuid)
        await forgetPassword(world, id, lost.uuid)
        const { task_id: next } = await world.json('POST', `/api/servers/${id}/backups`, {})
        expect(await world.untilTaskEnds(next)).toMatchObject({ status: 'success' })
        const known = async () => (await world.json('GET', `/api/servers/${id}/backups`)).length
        await waitFor('all its backups are known again', async () => (await known()) === 4)
      }
      // Nothing that was entered is told anywhere.
      const told = (await world.ask('GET', '/api/backup-storages')).text
      for (const text of [lost.recoveryKey, recoveryKey]) expect(told).not.toContain(text)

      // A storage that is made with the old key finds it without asking.
      await world.ask('DELETE', `/api/servers/${id}?files=keep`)
      await world.ask('DELETE', `/api/deleted-servers/${lost.uuid}`)
      await world.ask('DELETE', `/api/backup-storages/${storageId}`)
      const made = await world.json('POST', '/api/backup-storages', {
        ...{ name: 'The old one', place: storage.place, secret: storage.secret },
        recovery_key: lost.recoveryKey,
      })
      expect(made.recovery_key).toBeNull()
      const again = await world.json('POST', `/api/backup-storages/${made.id}/found-servers`, named)
      const backup_count = isWhole ? 4 : 3
      expect(again.servers).toMatchObject([{ uuid: lost.uuid, name: 'Survival', backup_count }])
    },
    limitMs,
  )
}
