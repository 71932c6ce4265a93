// Opens the client that fits a storage, and explains what it meets in the words of the port.

import { BackupError, type BackupStorage } from '../backup-engine.ts'
import { explainFailure } from '../logic/explain-failure.ts'
import { openFolderClient } from './folder-client.ts'
import { openRestClient } from './rest-client.ts'
import { openS3Client } from './s3-client.ts'
import { openSftpClient } from './sftp-client.ts'
import type { StorageClient } from './storage-client.ts'

export async function withStorageClient<Result>(
  storage: BackupStorage,
  action: string,
  signal: AbortSignal,
  work: (client: StorageClient) => Promise<Result>,
): Promise<Result> {
  try {
    const client = await openClient(storage, signal)
    try {
      return await work(client)
    } finally {
      await client.close()
    }
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw describeStorageError(error, storage, action)
  }
}

const listLimitMs = 60_000

/** The names of all that may be repositories there, which engines do not know. */
export async function listRepositories(storage: BackupStorage, signal: AbortSignal): Promise<string[]> {
  const limit = AbortSignal.timeout(listLimitMs)
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

async function openClient(storage: BackupStorage, signal: AbortSignal): Promise<StorageClient> {
  switch (storage.kind) {
    case 'folder':
      return openFolderClient(storage)
    case 's3':
      return openS3Client(storage, signal)
    case 'sftp':
      return openSftpClient(storage, signal)
    case 'rest':
      return openRestClient(storage, signal)
  }
}

const sentences: Record<string, string> = {
  ENOENT: 'repository does not exist',
  ENOTDIR: 'repository does not exist',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'read-only file system',
  ENOSPC: 'no space left on device',
  EDQUOT: 'disk quota exceeded',
}

export function describeStorageError(error: unknown, { kind }: BackupStorage, action: string): BackupError {
  const text = error instanceof Error ? `${error.message} ${causeText(error)}` : String(error)
  const code = (error as NodeJS.ErrnoException).code ?? ''
  const texts = [sentences[code] ?? '', text]
  const explained = explainFailure({ action, storageKind: kind, exitCode: null, texts })
  return new BackupError(explained.code, explained.message, { cause: error, details: text.trim() })
}

function causeText({ cause }: Error): string {
  return cause instanceof Error ? cause.message : ''
}
