// Keeps some room free in a folder of backups: on a disk that is full to the brim not even old backups can be removed.

import { statfs } from 'node:fs/promises'
import { BackupError } from '../backup-engine.ts'
import { explain } from '../logic/explain-failure.ts'
import { reserveBytes } from '../logic/reserve.ts'

export async function requireReserve(folder: string, action: string): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder)
  if (bavail * bsize >= reserveBytes(blocks * bsize)) return
  const { code, message } = explain('no_space', action, 'folder')
  throw new BackupError(code, message, { details: `${bavail * bsize} of ${blocks * bsize} bytes are free` })
}
