// Backups of restic out of every kind of storage, with nothing but the storage and the recovery key.

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatRecoveryKey } from '@rookery/contracts/backup-recovery-key.ts'
import type { BackupPlace } from '@rookery/contracts/backups.ts'
import type { RecoveryAnswer } from '@rookery/contracts/recovery-command.ts'
import { expect, onTestFinished, test } from 'vitest'
import { missingRestic, restic as oldestRestic } from '../../../test-services/restic.ts'
import { performRecoveryCommand } from '../../src/features/backups/perform-recovery-command.ts'
import { ArchiveEngine } from '../../src/platform/backups/archive/archive-engine.ts'
import type { BackupStorage } from '../../src/platform/backups/backup-engine.ts'
import { remoteStorages } from '../../src/platform/backups/conformance/remote-storages.ts'
import { ResticEngine } from '../../src/platform/backups/restic/restic-engine.ts'
import { creative, fillStorage, recoveryKey, survival } from './recovery-world.ts'

const storages = [
  {
    ...{ name: 'a folder', missing: null },
    open: async (folder: string) => ({
      storage: { kind: 'folder', path: folder } as BackupStorage,
      end: async () => {},
    }),
  },
  ...remoteStorages,
]

/** The reverse of what a daemon does with what the panel says. */
function placeOf(storage: BackupStorage): { place: BackupPlace; secret: string } {
  switch (storage.kind) {
    case 'folder':
      return { place: storage, secret: '' }
    case 's3': {
      const { accessKey: access_key_id, secretKey: secret, ...place } = storage
      return { place: { ...place, access_key_id }, secret }
    }
    case 'sftp': {
      const { hostKey: host_key, privateKey: secret, ...place } = storage
      return { place: { ...place, host_key }, secret }
    }
    case 'rest': {
      const { password: secret, ...place } = storage
      return { place, secret }
    }
  }
}

for (const { name, missing, open } of storages) {
  const reason = missingRestic() ?? missing
  if (reason !== null) console.log(`skipped: ${reason}`)
  test.skipIf(reason !== null)(`servers are listed and restored from ${name}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rookery-recovery-'))
    mkdirSync(join(folder, 'storage'))
    const { storage, end } = await open(join(folder, 'storage'))
    const restic = new ResticEngine({ program: await oldestRestic(), stateFolder: join(folder, 'state') })
    onTestFinished(async () => {
      await restic.close()
      await end()
      rmSync(folder, { recursive: true, force: true })
    })
    const ids = await fillStorage(restic, storage, join(folder, 'games'))
    const said: RecoveryAnswer[] = []
    const deps = {
      engines: { restic, archive: new ArchiveEngine(Date.now) },
      say: (answer: RecoveryAnswer) => said.push(answer),
      signal: AbortSignal.timeout(170_000),
    }
    const access = { ...placeOf(storage), recovery_key: recoveryKey }
    const list = (server: string | null) =>
      performRecoveryCommand({ command: 'list', of: 'servers', ...access, server }, deps)
    const listed = {
      ...{ uuid: survival, name: 'Survival', problem: '' },
      backups: [{ id: ids[0] }, { id: ids[1], note: 'before the storm, 100 %', engine: 'restic' }],
    }
    if (storage.kind === 'rest') {
      await expect(list(null)).rejects.toThrow('Name the server by its uuid')
      expect(await list(survival)).toMatchObject({ servers: [listed] })
    } else {
      expect(await list(null)).toMatchObject({ servers: [listed, { uuid: creative, name: 'Creative' }] })
    }
    const into = join(folder, 'back')
    const restore = {
      command: 'restore',
      of: 'servers',
      ...access,
      server: survival,
      backup: null,
      into,
    } as const
    expect(await performRecoveryCommand(restore, deps)).toMatchObject({ backup: { id: ids[1] }, into })
    expect(readFileSync(join(into, 'files/world/level.dat'), 'utf8')).toBe('second')
    expect(JSON.parse(readFileSync(join(into, 'manifest.json'), 'utf8'))).toMatchObject({ name: 'Survival' })
    const another = {
      ...restore,
      into: join(folder, 'x'),
      recovery_key: formatRecoveryKey(Buffer.alloc(32, 8)),
    }
    await expect(performRecoveryCommand(another, deps)).rejects.toThrow('it is the key of another storage')
  })
}
