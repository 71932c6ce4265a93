// Makes the folder that a file goes to.

import type { ConfinedRoot } from '../../platform/confined-files.ts'

export async function createParent(root: ConfinedRoot, path: string): Promise<void> {
  const parent = path.split('/').slice(0, -1).join('/')
  if (parent !== '') await root.mkdir(parent, { mayExist: true })
}
