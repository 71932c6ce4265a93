// What was chosen to be packed: each name must be one, and there.

import { type PackSelection, packSelection } from '../../platform/archives/logic/pack-selection.ts'
import type { ConfinedRoot } from '../../platform/confined-files.ts'
import { requirePath } from './require-path.ts'

export async function selectPaths(root: ConfinedRoot, paths: readonly string[]): Promise<PackSelection> {
  for (const path of paths) {
    requirePath(path)
    await root.stat(path)
  }
  return packSelection(paths)
}
