// The names of all that may be repositories in a storage, which engines do not know.

import { BackupError, type BackupStorage } from '../backup-engine.ts'
import { withStorageClient } from './open-storage-client.ts'

const limitMs = 60_000

export async function listRepositories(storage: BackupStorage, signal: AbortSignal): Promise<string[]> {
  const limit = AbortSignal.timeout(limitMs)
  const both = AbortSignal.any([signal, limit])
  try {
    const names = await withStorageClient(storage, 'look into the storage', both, client => client.folders())
    return names.toSorted()
  } catch (error) {
    if (!limit.aborted) throw error
    const message = "Can't look into the storage: it did not answer within a minute. Check its address."
    throw new BackupError('unreachable', message, { cause: error })
  }
}
