// Refuses what is not plainly a path below the game server's folder, before anything is begun.

import { ConfinedFileError } from '../../platform/confined-files/confined-file-error.ts'
import { splitPath } from '../../platform/confined-files/logic/path-components.ts'

/** '' is the folder itself. */
export function requirePath(path: string): void {
  const split = splitPath(path)
  if ('problem' in split) throw new ConfinedFileError('invalid_path', path, split.problem)
}
