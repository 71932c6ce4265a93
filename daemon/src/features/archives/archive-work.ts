// What work on an archive gets beside the files, and the paths that it may be asked for.

import { type PackSelection, packSelection } from '../../platform/archives/logic/pack-selection.ts'
import type { UnpackDeps } from '../../platform/archives/unpack/unpack-seven-zip.ts'
import { ConfinedFileError } from '../../platform/confined-files/confined-file-error.ts'
import { splitPath } from '../../platform/confined-files/logic/path-components.ts'
import type { ConfinedRoot } from '../../platform/confined-files.ts'

export interface ArchiveWork extends UnpackDeps {
  say: (message: string) => void
  /** How many entries may come out of an archive. */
  entryLimit: number
  /** Less than this may come out of any archive, however small it is. */
  ratioCountsFromBytes?: number
}

/** Refuses what is not plainly a path below the game server's folder, before anything is begun; '' is the folder itself. */
export function requirePath(path: string): void {
  const split = splitPath(path)
  if ('problem' in split) throw new ConfinedFileError('invalid_path', path, split.problem)
}

/** What was chosen to be packed: each name must be one, and there. */
export async function selectPaths(root: ConfinedRoot, paths: readonly string[]): Promise<PackSelection> {
  for (const path of paths) {
    requirePath(path)
    await root.stat(path)
  }
  return packSelection(paths)
}
