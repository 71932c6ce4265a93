// The storages that a story of restic goes through: a real S3 server, and in a proof also the others.

import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupPlace } from '@rookery/contracts/backups.ts'
import { prepareRepository } from '../../test-services/prepared-repository.ts'
import { proofSize } from '../../test-services/proof-size.ts'
import { missingRestServer, restUsers, startRestServer } from '../../test-services/rest-server.ts'
import { missingRestic } from '../../test-services/restic.ts'
import { missingS3Proxy, s3Bucket, s3Keys } from '../../test-services/s3-server.ts'
import { sharedS3 } from '../../test-services/shared.ts'
import { missingSshServer, startSshServer } from '../../test-services/ssh-server.ts'

export interface StoryStorage {
  place: BackupPlace
  secret: string
  /** For a story that does not create the repository itself: puts one there that opens quickly with these passwords. */
  prepare?: (uuid: string, passwords: readonly string[]) => void
  /** Stops its server, where that is not shared. */
  end?: () => Promise<void>
}

interface NamedStorage {
  name: string
  /** Why it cannot be had here, or null. */
  missing: string | null
  open(folder: string): Promise<StoryStorage>
}

async function openFolder(folder: string): Promise<StoryStorage> {
  const path = join(folder, 'storage')
  mkdirSync(path)
  return { place: { kind: 'folder', path }, secret: '', ...preparing(path) }
}

async function openS3(): Promise<StoryStorage> {
  const { url: endpoint, bucketFolder } = await sharedS3()
  const { accessKey: access_key_id, secretKey: secret } = s3Keys
  const prefix = `games/${randomUUID()}`
  const place = { endpoint, bucket: s3Bucket, prefix, region: 'us-east-1', access_key_id }
  return { place: { kind: 's3', ...place }, secret, ...preparing(join(bucketFolder, prefix)) }
}

async function openSftp(): Promise<StoryStorage> {
  const { port, user, folder, privateKey, hostKey, stop } = await startSshServer()
  const place = { host: '127.0.0.1', port, user, path: folder, host_key: hostKey }
  return { place: { kind: 'sftp', ...place }, secret: privateKey, end: stop }
}

async function openRest(): Promise<StoryStorage> {
  const { url, stop } = await startRestServer()
  const place = { url: `${url}/node1`, user: 'node1' }
  return { place: { kind: 'rest', ...place }, secret: restUsers.node1, end: stop }
}

/** The contract of restic creates repositories; before a change lands a story finds one. */
function preparing(folder: string): Pick<StoryStorage, 'prepare'> {
  const prepare: StoryStorage['prepare'] = (uuid, passwords) =>
    prepareRepository(join(folder, uuid), passwords)
  return proofSize<Pick<StoryStorage, 'prepare'>>({ short: { prepare }, proof: {} })
}

const withoutRestic = missingRestic()
const s3 = { name: 'S3', missing: withoutRestic ?? missingS3Proxy(), open: openS3 }
const folder = { name: 'a folder', missing: withoutRestic, open: openFolder }

/** With archives the same stories go through a folder. */
export const resticStorages = (): NamedStorage[] => present({ short: [s3], proof: [folder, s3] })

/** Where nodes reach it from the panel, each kind. */
export function storagesOfEachKind(): NamedStorage[] {
  const sftp = { name: 'SFTP', missing: withoutRestic ?? missingSshServer(), open: openSftp }
  const rest = { name: 'a REST server', missing: withoutRestic ?? missingRestServer(), open: openRest }
  return present({ short: [s3], proof: [folder, s3, sftp, rest] })
}

function present(sizes: { short: NamedStorage[]; proof: NamedStorage[] }): NamedStorage[] {
  const storages = proofSize(sizes)
  for (const { missing } of storages) if (missing !== null) console.log(`skipped: ${missing}`)
  return storages
}
