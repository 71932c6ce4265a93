// The storages that a story of restic goes through: a folder, and a real S3 server.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupPlace } from '@rookery/contracts/backups.ts'
import { onTestFinished } from 'vitest'
import { missingRestic } from '../../test-services/restic.ts'
import { missingS3Proxy, s3Bucket, s3Keys, startS3Proxy } from '../../test-services/s3-server.ts'

export interface StoryStorage {
  place: BackupPlace
  secret: string
}

interface NamedStorage {
  name: string
  /** Why it cannot be had here, or null. */
  missing: string | null
  /** For the test that runs; what it starts ends with that. */
  open(folder: string): Promise<StoryStorage>
}

async function openFolder(folder: string): Promise<StoryStorage> {
  const path = join(folder, 'storage')
  mkdirSync(path)
  return { place: { kind: 'folder', path }, secret: '' }
}

async function openS3(): Promise<StoryStorage> {
  const { url: endpoint, stop } = await startS3Proxy()
  onTestFinished(() => stop())
  const { accessKey: access_key_id, secretKey: secret } = s3Keys
  const place = { endpoint, bucket: s3Bucket, prefix: 'games/eu', region: 'us-east-1', access_key_id }
  return { place: { kind: 's3', ...place }, secret }
}

export function resticStorages(): NamedStorage[] {
  const withoutRestic = missingRestic()
  const storages = [
    { name: 'a folder', missing: withoutRestic, open: openFolder },
    { name: 'S3', missing: withoutRestic ?? missingS3Proxy(), open: openS3 },
  ]
  for (const { missing } of storages) if (missing !== null) console.log(`skipped: ${missing}`)
  return storages
}
