// Work on one name alone: removes a file or an empty folder, tells where a link leads, sets times.

import { readlink, rmdir, unlink, utimes } from 'node:fs/promises'
import { ConfinedFileError, errnoOf } from '../confined-file-error.ts'
import { type ConfinedFolder, childOf, descriptorPath, openPlace, withParent } from '../folder-handle.ts'
import { meantName } from '../names/display-name.ts'
import { requireNoForeignInode } from '../regular-file.ts'

/** Whatever it is except a folder; a link goes alone. */
export async function removeFile(root: ConfinedFolder, path: string): Promise<void> {
  await withParent(root, path, async (parent, name) => unlink(childOf(parent, await meantName(parent, name))))
}

export async function removeEmptyFolder(root: ConfinedFolder, path: string): Promise<void> {
  await withParent(root, path, async (parent, name) => {
    await rmdir(childOf(parent, name)).catch((error: unknown) => {
      if (errnoOf(error) !== 'ENOTEMPTY') throw error
      throw new ConfinedFileError('exists', path, 'this folder is not empty')
    })
  })
}

/** The text of the link; nobody has looked whether there is anything. */
export async function readLink(root: ConfinedFolder, path: string): Promise<string> {
  return withParent(root, path, async (parent, name) => {
    const place = await openPlace(parent, name, path)
    try {
      if (!(await place.stat()).isSymbolicLink())
        throw new ConfinedFileError('not_a_file', path, 'this is not a link')
      return await readlink(childOf(parent, name))
    } finally {
      await place.close()
    }
  })
}

export async function setTimes(
  root: ConfinedFolder,
  path: string,
  times: { accessedAtMs: number; modifiedAtMs: number },
): Promise<void> {
  await withParent(root, path, async (parent, name) => {
    const place = await openPlace(parent, name, path)
    try {
      const stats = await place.stat()
      if (stats.isSymbolicLink())
        throw new ConfinedFileError('escapes', path, 'this is a link, and links are not followed')
      await requireNoForeignInode(root, stats, path)
      await utimes(descriptorPath(place), times.accessedAtMs / 1_000, times.modifiedAtMs / 1_000)
    } finally {
      await place.close()
    }
  })
}
