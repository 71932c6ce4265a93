// Gives something another name within the same root.

import { lstat, rename } from 'node:fs/promises'
import { ConfinedFileError } from '../confined-file-error.ts'
import { type ConfinedFolder, childOf, withParent } from '../folder-handle.ts'
import { meantName } from '../names/display-name.ts'
import { inTurn } from '../names/in-turn.ts'

/** Refuses (`exists`) when the new name is taken. */
export async function renameInside(root: ConfinedFolder, from: string, to: string): Promise<void> {
  await withParent(root, from, (oldParent, oldName) =>
    withParent(root, to, (newParent, newName) =>
      inTurn(newParent, newName, async () => {
        const source = childOf(oldParent, await meantName(oldParent, oldName))
        await lstat(source)
        await requireFree(newParent, newName, to)
        await rename(source, childOf(newParent, newName))
      }),
    ),
  )
}

export async function requireFree(parent: ConfinedFolder, name: string, path: string): Promise<void> {
  const isTaken = await lstat(childOf(parent, name)).then(
    () => true,
    () => false,
  )
  if (isTaken) throw new ConfinedFileError('exists', path, 'this name is already taken')
}
