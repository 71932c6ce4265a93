// Storages of each kind whose server gives every user a place of its own, which no other may enter.

import { join } from 'node:path'
import type { BackupPlace } from '@rookery/contracts/backups.ts'
import { missingRestServer, restUsers, startRestServer } from '../../test-services/rest-server.ts'
import {
  missingVersityGateway,
  s3Bucket,
  s3Keys,
  s3Users,
  startVersityGateway,
} from '../../test-services/s3-server.ts'
import { missingSshServer, startSshServer } from '../../test-services/ssh-server.ts'

interface UserKey {
  user: string
  folder: string
  secret: string
}

interface PrivateStorage {
  place: BackupPlace
  secret: string
  /** Of two users, each with the folder that it may use. */
  keys: [UserKey, UserKey]
  /** On this machine. */
  folder: string
  end(): Promise<void>
}

interface NamedPrivateStorage {
  name: string
  /** Why it cannot be had here, or null. */
  missing: string | null
  open(): Promise<PrivateStorage>
}

const { node1, node2 } = restUsers
const keyOf = (user: string, secret: string): UserKey => ({ user, folder: user, secret })

export const privateStorages: NamedPrivateStorage[] = [
  {
    name: 'a REST server',
    missing: missingRestServer(),
    async open() {
      const { url, folder, stop: end } = await startRestServer()
      const place = { kind: 'rest' as const, url, user: 'node1' }
      return { place, secret: node1, keys: [keyOf('node1', node1), keyOf('node2', node2)], folder, end }
    },
  },
  {
    name: 'S3',
    missing: missingVersityGateway(),
    async open() {
      const { url: endpoint, bucketFolder: folder, stop: end } = await startVersityGateway()
      const { accessKey: access_key_id, secretKey: secret } = s3Keys
      const place = { endpoint, bucket: s3Bucket, prefix: '', region: 'us-east-1', access_key_id }
      const keys: PrivateStorage['keys'] = [keyOf('node1', s3Users.node1), keyOf('node2', s3Users.node2)]
      return { place: { kind: 's3', ...place }, secret, keys, folder, end }
    },
  },
  {
    name: 'SFTP',
    missing: missingSshServer() ?? (process.getuid?.() === 0 ? null : 'only root lets several users in'),
    async open() {
      const server = await startSshServer()
      const { port, user, othersFolder: folder, privateKey: secret, hostKey, others } = server
      const place = { host: '127.0.0.1', port, user, path: folder, host_key: hostKey }
      const [first, second] = others.map(other => keyOf(other.user, other.privateKey))
      if (!first || !second) throw new Error('there are not two other users')
      return { place: { kind: 'sftp', ...place }, secret, keys: [first, second], folder, end: server.stop }
    },
  },
]

/** Where the repository of a game server is on this machine. */
export const repositoryFolder = ({ folder }: PrivateStorage, key: UserKey, uuid: string) =>
  join(folder, key.folder, uuid)
