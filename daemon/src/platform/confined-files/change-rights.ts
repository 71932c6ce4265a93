// Changes mode and owner of what is in a confined folder, on the inode that was looked at and no other.

import { chmod, chown, opendir } from 'node:fs/promises'
import { ConfinedFileError } from './confined-file-error.ts'
import {
  type ConfinedFolder,
  descriptorPath,
  namesOf,
  openChildFolder,
  openFolder,
  openPlace,
  withParent,
} from './folder-handle.ts'
import { requireNoForeignInode } from './regular-file.ts'
import type { Owner } from './write-file.ts'

const depthLimit = 200

/** Permission bits only: set-user-id, set-group-id and sticky are never set. */
export async function changeMode(root: ConfinedFolder, path: string, mode: number): Promise<void> {
  await withParent(root, path, async (parent, name) => {
    const place = await openPlace(parent, name, path)
    try {
      const stats = await place.stat()
      if (stats.isSymbolicLink())
        throw new ConfinedFileError('escapes', path, 'this is a link, and links have no mode')
      await requireNoForeignInode(root, stats, path)
      await chmod(descriptorPath(place), mode & 0o777)
    } finally {
      await place.close()
    }
  })
}

/** Everything at and below `path` ('' is the root itself); files with a second name stay with their owner. */
export async function changeOwnerOfTree(root: ConfinedFolder, path: string, owner: Owner): Promise<void> {
  const folder = await openFolder(root, namesOf(path), path)
  try {
    await changeOwnerBelow(folder, owner, path, 1)
    await chown(descriptorPath(folder.handle), owner.uid, owner.gid)
  } finally {
    await folder.handle.close()
  }
}

async function changeOwnerBelow(
  folder: ConfinedFolder,
  owner: Owner,
  path: string,
  depth: number,
): Promise<void> {
  if (depth > depthLimit)
    throw new ConfinedFileError('too_deep', path, `there are more than ${depthLimit} levels`)
  const names = await opendir(descriptorPath(folder.handle), { encoding: 'buffer' as BufferEncoding })
  for await (const { name } of names)
    await changeOwnerOf(folder, name as unknown as Buffer, owner, path, depth)
}

async function changeOwnerOf(
  folder: ConfinedFolder,
  name: Buffer,
  owner: Owner,
  path: string,
  depth: number,
): Promise<void> {
  const place = await openPlace(folder, name, path)
  try {
    const stats = await place.stat()
    if (stats.isDirectory()) {
      const below = await openChildFolder(folder, name, path)
      try {
        await changeOwnerBelow(below, owner, path, depth + 1)
      } finally {
        await below.handle.close()
      }
    } else if (stats.nlink > 1) return
    await chown(descriptorPath(place), owner.uid, owner.gid)
  } finally {
    await place.close()
  }
}
