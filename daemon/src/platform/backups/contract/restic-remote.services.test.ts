// Restic with storages on other machines keeps the contract: S3, SFTP and its own REST server.

import { describe, expect, test } from 'vitest'
import { missingRestServer, restUsers, startRestServer } from '../../../../../test-services/rest-server.ts'
import { missingRestic } from '../../../../../test-services/restic.ts'
import { missingS3Proxy, s3Bucket, s3Keys, startS3Proxy } from '../../../../../test-services/s3-server.ts'
import { missingSshServer, startSshServer } from '../../../../../test-services/ssh-server.ts'
import type { BackupStorage } from '../backup-engine.ts'
import { describeBackupEngine } from './backup-engine-contract.ts'
import type { EngineFixture } from './engine-under-test.ts'
import { resticUnderTest } from './restic-fixture.ts'

interface RemoteStorage {
  name: string
  missing: string | null
  open(): Promise<{ storage: BackupStorage; end: () => Promise<void> }>
  /** The same place with keys that are not right, and one where nobody listens. */
  wrong(storage: BackupStorage): { denied: BackupStorage; away: BackupStorage }
}

const nobodyListens = 9

export const remoteStorages: RemoteStorage[] = [
  {
    name: 'S3',
    missing: missingS3Proxy(),
    async open() {
      const { url: endpoint, stop: end } = await startS3Proxy()
      const place = { endpoint, bucket: s3Bucket, prefix: 'nodes/1', region: 'us-east-1' }
      return { storage: { kind: 's3', ...place, ...s3Keys }, end }
    },
    wrong: storage => ({
      denied: { ...storage, secretKey: 'another' } as BackupStorage,
      away: { ...storage, endpoint: `http://127.0.0.1:${nobodyListens}` } as BackupStorage,
    }),
  },
  {
    name: 'SFTP',
    missing: missingSshServer(),
    async open() {
      const { port, user, folder, privateKey, hostKey, stop: end } = await startSshServer()
      const place = { host: '127.0.0.1', port, user, path: folder }
      return { storage: { kind: 'sftp', ...place, privateKey, hostKey }, end }
    },
    wrong: storage => ({
      denied: { ...storage, hostKey: anotherHostKey } as BackupStorage,
      away: { ...storage, port: nobodyListens } as BackupStorage,
    }),
  },
  {
    name: 'REST',
    missing: missingRestServer(),
    async open() {
      const { url, stop: end } = await startRestServer()
      return { storage: { kind: 'rest', url: `${url}/node1`, user: 'node1', password: restUsers.node1 }, end }
    },
    wrong: storage => ({
      // Another node's folder, with one's own password.
      denied: {
        ...storage,
        url: String(Reflect.get(storage, 'url')).replace('node1', 'node2'),
      } as BackupStorage,
      away: { ...storage, url: `http://127.0.0.1:${nobodyListens}/node1` } as BackupStorage,
    }),
  },
]

const anotherHostKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGPKSUTyz6mNCWGLtWlfqHzPcN3vJ6q3Xz0m6w7d4yKQ'

for (const { name, missing, open, wrong } of remoteStorages) {
  const reason = missingRestic() ?? missing
  if (reason !== null) console.log(`skipped: ${reason}`)
  describe.skipIf(reason !== null)(name, () => {
    describeBackupEngine({
      name: `restic in ${name}`,
      open: resticUnderTest(open),
      isIncremental: true,
      storesAnyName: true,
      isShort: true,
    })

    test('a wrong key is refused and a place where nobody answers is told as such, within the limit', async () => {
      const fixture: EngineFixture = await resticUnderTest(open)()
      try {
        const { denied, away } = wrong(fixture.storage)
        await expect(fixture.engine.testStorage(denied)).rejects.toMatchObject({ code: 'denied' })
        await expect(fixture.engine.testStorage(away)).rejects.toMatchObject({ code: 'unreachable' })
      } finally {
        await fixture.end()
      }
    })
  })
}
