// The storages that a story of restic goes through: a real S3 server, and in a proof also a folder.

import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupPlace } from '@rookery/contracts/backups.ts'
import { prepareRepository } from '../../test-services/prepared-repository.ts'
import { proofSize } from '../../test-services/proof-size.ts'
import { missingRestic } from '../../test-services/restic.ts'
import { missingS3Proxy, s3Bucket, s3Keys } from '../../test-services/s3-server.ts'
import { sharedS3 } from '../../test-services/shared.ts'

export interface StoryStorage {
  place: BackupPlace
  secret: string
  /** For a story that does not create the repository itself: puts one there that opens quickly with these passwords. */
  prepare?: (uuid: string, passwords: readonly string[]) => void
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

/** The contract of restic creates repositories; before a change lands a story finds one. */
function preparing(folder: string): Pick<StoryStorage, 'prepare'> {
  const prepare: StoryStorage['prepare'] = (uuid, passwords) =>
    prepareRepository(join(folder, uuid), passwords)
  return proofSize<Pick<StoryStorage, 'prepare'>>({ short: { prepare }, proof: {} })
}

/** With archives the same stories go through a folder. */
export function resticStorages(): NamedStorage[] {
  const withoutRestic = missingRestic()
  const folder = { name: 'a folder', missing: withoutRestic, open: openFolder }
  const s3 = { name: 'S3', missing: withoutRestic ?? missingS3Proxy(), open: openS3 }
  const storages = proofSize({ short: [s3], proof: [folder, s3] })
  for (const { missing } of storages) if (missing !== null) console.log(`skipped: ${missing}`)
  return storages
}
