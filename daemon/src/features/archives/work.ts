// What every work on an archive gets beside the files: the daemon's means, and somebody to tell.

import type { UnpackDeps } from '../../platform/archives/unpack/unpack-seven-zip.ts'

export interface ArchiveWork extends UnpackDeps {
  say: (message: string) => void
  /** How many entries may come out of an archive. */
  entryLimit: number
}
