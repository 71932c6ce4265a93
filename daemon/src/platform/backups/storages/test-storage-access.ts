// Tries a storage: something is written there, read again, compared and deleted.

import { randomBytes } from 'node:crypto'
import { BackupError, type BackupStorage } from '../backup-engine.ts'
import { withStorageClient } from './open-storage-client.ts'

export async function testStorageAccess(storage: BackupStorage, signal: AbortSignal): Promise<void> {
  const action = 'use this storage'
  await withStorageClient(storage, action, signal, async client => {
    const content = randomBytes(1024)
    const name = `rookery-test-${randomBytes(9).toString('hex')}`
    await client.write(name, content)
    const read = await client.read(name).finally(() => client.delete(name))
    if (!read.equals(content)) {
      throw new BackupError(
        'damaged',
        `Can't ${action}: what was written there came back different. Check the storage, then try again.`,
      )
    }
  })
}
