// Tries a storage: something is written there, read again, compared and deleted.

import { randomBytes } from 'node:crypto'
import { BackupError, type BackupStorage } from '../backup-engine.ts'
import { createStorageFolder } from './create-storage-folder.ts'
import { withStorageClient } from './open-storage-client.ts'
import type { StorageClient } from './storage-client.ts'

export async function testStorageAccess(storage: BackupStorage, signal: AbortSignal): Promise<void> {
  const action = 'use this storage'
  if (storage.kind === 'folder') await createStorageFolder(storage.path, action)
  await withStorageClient(storage, action, signal, async client => {
    const content = randomBytes(1024)
    const name = `rookery-test-${randomBytes(9).toString('hex')}`
    await client.write(name, content)
    const isSame = await readAgain(client, name, content)
    if (!isSame) {
      throw new BackupError(
        'damaged',
        `Can't ${action}: what was written there came back different. Check the storage, then try again.`,
      )
    }
  })
}

/** Nothing of the test stays. */
async function readAgain(client: StorageClient, name: string, content: Buffer): Promise<boolean> {
  try {
    return (await client.read(name)).equals(content)
  } finally {
    await client.delete(name)
  }
}
