// Lets the disk begin with a large file while its rest is still coming, so that little is left to wait for at the end.

import type { FileHandle } from 'node:fs/promises'

const syncEveryBytes = 8 * 1024 * 1024

export interface EarlySync {
  wrote(bytes: number): void
  /** Waits for what has begun. The system tells of a failed write once, so whatever it said comes out here. */
  settle(): Promise<void>
}

export function createEarlySync(file: Pick<FileHandle, 'datasync'>): EarlySync {
  let unsyncedBytes = 0
  let current: Promise<void> | null = null
  let failure: { error: unknown } | null = null

  async function sync(): Promise<void> {
    try {
      await file.datasync()
    } catch (error) {
      failure = { error }
    } finally {
      current = null
    }
  }

  return {
    wrote(bytes) {
      unsyncedBytes += bytes
      if (unsyncedBytes < syncEveryBytes || current !== null) return
      unsyncedBytes = 0
      current = sync()
    },
    async settle() {
      await current
      if (failure !== null) throw failure.error
    },
  }
}
