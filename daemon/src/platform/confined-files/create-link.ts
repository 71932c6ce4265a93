// Makes a symbolic link that leads to a place inside the root, in the place of whatever file had its name.

import { randomBytes } from 'node:crypto'
import { lchown, rename, symlink, unlink } from 'node:fs/promises'
import { ConfinedFileError } from './confined-file-error.ts'
import { type ConfinedFolder, childOf, withParent } from './folder-handle.ts'
import { linkTargetProblem } from './logic/link-target.ts'
import type { Owner } from './write-file.ts'

export async function createLink(
  root: ConfinedFolder,
  path: string,
  target: string,
  owner: Owner | null,
): Promise<void> {
  const problem = linkTargetProblem(path, target)
  if (problem !== null) throw new ConfinedFileError('escapes', path, problem)
  await placeLink(root, path, target, owner)
}

/** Wherever it leads: for what comes back as it was. */
export async function placeLink(
  root: ConfinedFolder,
  path: string,
  target: string,
  owner: Owner | null,
): Promise<void> {
  await withParent(root, path, async (parent, name) => {
    const temporary = childOf(parent, `.rookery-${randomBytes(9).toString('hex')}.tmp`)
    await symlink(target, temporary)
    try {
      if (owner !== null) await lchown(temporary, owner.uid, owner.gid)
      await rename(temporary, childOf(parent, name))
    } finally {
      // After a rename there is nothing left under this name.
      await unlink(temporary).catch(() => {})
    }
  })
}
