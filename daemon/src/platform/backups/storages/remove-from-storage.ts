// Removes a whole repository from its storage, which restic itself cannot do.

import type { BackupStorage } from '../backup-engine.ts'
import { withStorageClient } from './open-storage-client.ts'

export async function removeFromStorage(
  storage: BackupStorage,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  await withStorageClient(storage, 'remove the repository', signal, client => client.removeAll(name))
}
