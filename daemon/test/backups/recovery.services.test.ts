// Backups of restic out of every kind of storage, with nothing but the storage and the recovery key.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatRecoveryKey } from '@rookery/contracts/backup-recovery-key.ts'
import type { BackupPlace } from '@rookery/contracts/backups.ts'
import type { RecoveryAnswer } from '@rookery/contracts/recovery-command.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { prepareRepository } from '../../../test-services/prepared-repository.ts'
import { proofSize } from '../../../test-services/proof-size.ts'
import { missingRestic, restic as oldestRestic } from '../../../test-services/restic.ts'
import { performRecoveryCommand } from '../../src/features/backups/perform-recovery-command.ts'
import { ArchiveEngine } from '../../src/platform/backups/archive/archive-engine.ts'
import type { BackupStorage } from '../../src/platform/backups/backup-engine.ts'
import { remoteStorages } from '../../src/platform/backups/conformance/remote-storages.ts'
import { openFolderStorage } from '../../src/platform/backups/conformance/restic-fixture.ts'
import { ResticEngine } from '../../src/platform/backups/restic/restic-engine.ts'
import { creative, fillStorage, passwordsOf, recoveryKey, survival } from './recovery-world.ts'

const inFolder = { name: 'a folder', missing: null, open: openFolderStorage }
const storages = proofSize({ short: remoteStorages, proof: [inFolder, ...remoteStorages] })
/** How servers are found differs by the kind of storage; what comes then is shown once before a change lands. */
const isRestored = ({ kind }: BackupStorage) => proofSize({ short: kind === 's3', proof: true })

/** The contract of restic creates repositories; here they are there already, unless this is a proof. */
const prepare = proofSize({ short: prepareRepository, proof: () => {} })

let folder: string
/** What nodes have stored, in a folder: every storage gets a copy of it. */
let filled: string
let ids: string[]

beforeAll(async () => {
  if (missingRestic() !== null) return
  folder = mkdtempSync(join(tmpdir(), 'rookery-recovery-'))
  filled = join(folder, 'filled')
  mkdirSync(filled)
  for (const uuid of [survival, creative]) prepare(join(filled, uuid), passwordsOf(uuid))
  const node = await openRestic(join(folder, 'node'))
  ids = await fillStorage(node, { kind: 'folder', path: filled }, join(folder, 'games'))
  await node.close()
})
afterAll(() => {
  if (folder) rmSync(folder, { recursive: true, force: true })
})

/** Each with a cache of its own: what one has read of a storage tells nothing of the next. */
const openRestic = async (stateFolder: string) =>
  new ResticEngine({ program: await oldestRestic(), stateFolder })

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
  test.skipIf(reason !== null)(`servers are found in ${name} with nothing but the recovery key`, async () => {
    const own = mkdtempSync(join(folder, 'own-'))
    mkdirSync(join(own, 'storage'))
    const { storage, repositories, end } = await open(join(own, 'storage'))
    const restic = await openRestic(join(own, 'state'))
    onTestFinished(async () => {
      await restic.close()
      await end()
    })
    cpSync(filled, repositories, { recursive: true })
    const said: RecoveryAnswer[] = []
    const deps = {
      engines: { restic, archive: new ArchiveEngine(Date.now) },
      say: (answer: RecoveryAnswer) => said.push(answer),
      signal: new AbortController().signal,
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
    if (!isRestored(storage)) return
    const into = join(own, 'back')
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
      into: join(own, 'x'),
      recovery_key: formatRecoveryKey(Buffer.alloc(32, 8)),
    }
    await expect(performRecoveryCommand(another, deps)).rejects.toThrow('it is the key of another storage')
  })
}
