// The storages on other machines that tests use, each with a real server.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { proofSize } from '../../../../../test-services/proof-size.ts'
import { missingRestServer, restUsers, startRestServer } from '../../../../../test-services/rest-server.ts'
import {
  missingS3Proxy,
  missingVersityGateway,
  s3Bucket,
  s3Keys,
  startVersityGateway,
} from '../../../../../test-services/s3-server.ts'
import { sharedS3 } from '../../../../../test-services/shared.ts'
import { missingSshServer, startSshServer } from '../../../../../test-services/ssh-server.ts'
import type { BackupStorage } from '../backup-engine.ts'
import type { EngineUnderTest } from './engine-under-test.ts'

export interface RemoteStorage {
  name: string
  missing: string | null
  /** `folder` is empty, for one that is on this machine. */
  open(folder: string): Promise<OpenStorage>
  wrong?: EngineUnderTest['wrong']
}

export interface OpenStorage {
  storage: BackupStorage
  /** Where its repositories are on this machine. */
  repositories: string
  end(): Promise<void>
}

const nobodyListens = 9
const anotherHostKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGPKSUTyz6mNCWGLtWlfqHzPcN3vJ6q3Xz0m6w7d4yKQ'

const openShared = async () => ({ ...(await sharedS3()), stop: async () => {} })
const s3Servers = [
  { name: 'S3', missing: missingS3Proxy(), start: openShared },
  { name: 'S3 of versitygw', missing: missingVersityGateway(), start: startVersityGateway },
]

export const remoteStorages: RemoteStorage[] = [
  ...proofSize({ short: s3Servers.slice(0, 1), proof: s3Servers }).map(({ name, missing, start }) => ({
    ...{ name, missing },
    async open() {
      const { url: endpoint, bucketFolder, stop: end } = await start()
      const place = { endpoint, bucket: s3Bucket, prefix: `nodes/${randomUUID()}`, region: 'us-east-1' }
      const repositories = join(bucketFolder, place.prefix)
      return { storage: { kind: 's3' as const, ...place, ...s3Keys }, repositories, end }
    },
    wrong: (storage: BackupStorage) => ({
      denied: { ...storage, secretKey: 'another' } as BackupStorage,
      away: { ...storage, endpoint: `http://127.0.0.1:${nobodyListens}` } as BackupStorage,
    }),
  })),
  {
    name: 'SFTP',
    missing: missingSshServer(),
    async open() {
      const { port, user, folder, privateKey, hostKey, stop: end } = await startSshServer()
      const place = { host: '127.0.0.1', port, user, path: folder }
      return { storage: { kind: 'sftp', ...place, privateKey, hostKey }, repositories: folder, end }
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
      const { url, folder, stop: end } = await startRestServer()
      const storage = { kind: 'rest' as const, url: `${url}/node1`, user: 'node1', password: restUsers.node1 }
      return { storage, repositories: join(folder, 'node1'), end }
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
