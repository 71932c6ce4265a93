// Changes mode and owner of what is in a confined folder, on the inode that was looked at and no other.

import type { BigIntStats } from 'node:fs'
import { chmod, chown, opendir } from 'node:fs/promises'
import { ConfinedFileError } from '../confined-file-error.ts'
import {
  type ConfinedFolder,
  descriptorPath,
  namesOf,
  openChildFolder,
  openFolder,
  openPlace,
  withParent,
} from '../folder-handle.ts'
import { requireNoForeignInode } from '../regular-file.ts'
import type { Owner } from '../write-file.ts'

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

interface Change {
  owner: Owner
  path: string
  /** How many names of a file with several of them were met so far, by inode. */
  namesSeen: Map<bigint, number>
}

/**
 * Everything at and below `path` ('' is the root itself). A file with several names is given over at the last of them:
 * when one is elsewhere, it stays with its owner.
 */
export async function changeOwnerOfTree(root: ConfinedFolder, path: string, owner: Owner): Promise<void> {
  const folder = await openFolder(root, namesOf(path), path)
  try {
    await changeOwnerBelow(folder, { owner, path, namesSeen: new Map() }, 1)
    await chown(descriptorPath(folder.handle), owner.uid, owner.gid)
  } finally {
    await folder.handle.close()
  }
}

async function changeOwnerBelow(folder: ConfinedFolder, change: Change, depth: number): Promise<void> {
  const { path } = change
  if (depth > depthLimit)
    throw new ConfinedFileError('too_deep', path, `there are more than ${depthLimit} levels`)
  const names = await opendir(descriptorPath(folder.handle), { encoding: 'buffer' as BufferEncoding })
  for await (const { name } of names) await changeOwnerOf(folder, name as unknown as Buffer, change, depth)
}

async function changeOwnerOf(
  folder: ConfinedFolder,
  name: Buffer,
  change: Change,
  depth: number,
): Promise<void> {
  const place = await openPlace(folder, name, change.path)
  try {
    const stats = await place.stat({ bigint: true })
    if (stats.isDirectory()) {
      const below = await openChildFolder(folder, name, change.path)
      try {
        await changeOwnerBelow(below, change, depth + 1)
      } finally {
        await below.handle.close()
      }
    } else if (!isLastName(stats, change.namesSeen)) return
    await chown(descriptorPath(place), change.owner.uid, change.owner.gid)
  } finally {
    await place.close()
  }
}

function isLastName({ ino, nlink }: BigIntStats, namesSeen: Map<bigint, number>): boolean {
  const seen = (namesSeen.get(ino) ?? 0) + 1
  if (nlink > 1n) namesSeen.set(ino, seen)
  return BigInt(seen) === nlink
}
