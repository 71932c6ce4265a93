// The folder of a storage on this machine: made when nothing but it is missing. Where the folder above is missing too,
// a disk may not be mounted, and backups must not fill another one.

import { mkdir } from 'node:fs/promises'
import { BackupError } from '../backup-engine.ts'
import { describeStorageError } from './open-storage-client.ts'

export async function createStorageFolder(path: string, action: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      const message = `Can't ${action}: neither ${path} nor the folder above it is on this machine. Create it, or check that its disk is mounted.`
      throw new BackupError('not_found', message, { cause: error })
    }
    throw describeStorageError(error, { kind: 'folder', path }, action)
  }
}
