// Copies a file, a link or a whole folder to another name of the same root: it appears when it is whole, or never.

import { constants, type Stats } from 'node:fs'
import { type FileHandle, lchown, mkdir, open, rename, symlink } from 'node:fs/promises'
import { ConfinedFileError } from '../confined-file-error.ts'
import {
  type ConfinedFolder,
  childOf,
  descriptorPath,
  namesOf,
  openChildFolder,
  openPlace,
  withParent,
} from '../folder-handle.ts'
import { inTurn } from '../names/in-turn.ts'
import { readChunks } from '../read-chunks.ts'
import { requireNoForeignInode } from '../regular-file.ts'
import { type Owner, temporaryName, writeFileAtomic } from '../write-file.ts'
import { type Copying, copyBelow, giveAway, linkTextAt, type TreeCopy } from './copy-tree.ts'
import { removeNamed } from './remove-tree.ts'
import { requireFree } from './rename-inside.ts'

interface Copy extends TreeCopy {
  root: ConfinedFolder
  owner: Owner | null
  from: string
  to: string
}

/** Refuses (`exists`) when the new name is taken. Within a folder, pipes, sockets and devices are left out. */
export async function copyInside(
  root: ConfinedFolder,
  from: string,
  to: string,
  owner: Owner | null,
  copy: TreeCopy,
): Promise<void> {
  if (leadsInto(namesOf(from), namesOf(to)))
    throw new ConfinedFileError('exists', to, 'a folder cannot be copied onto or into itself')
  const all: Copy = { ...copy, root, owner, from, to }
  await withParent(root, from, async (oldParent, oldName) => {
    const place = await openPlace(oldParent, oldName, from)
    try {
      const stats = await place.stat()
      if (stats.isDirectory()) await copyFolder(oldParent, oldName, stats, all)
      else if (stats.isSymbolicLink()) await copyLink(childOf(oldParent, oldName), all)
      else if (stats.isFile()) await copyFile(place, stats, all)
      else throw new ConfinedFileError('not_a_file', from, 'pipes, sockets and devices cannot be copied')
    } finally {
      await place.close()
    }
  })
}

function leadsInto(from: string[], to: string[]): boolean {
  return from.every((name, index) => to[index] === name)
}

async function copyFile(place: FileHandle, stats: Stats, copy: Copy): Promise<void> {
  await requireNoForeignInode(copy.root, stats, copy.from)
  const source = await open(
    descriptorPath(place),
    constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY,
  )
  try {
    const mode = stats.mode & 0o777
    await writeFileAtomic(copy.root, copy.to, paid(source, copy), copy.owner, { mode, mustBeNew: true })
  } finally {
    await source.close()
  }
}

async function* paid(source: FileHandle, { signal, take }: Copy): AsyncGenerator<Buffer> {
  for await (const chunk of readChunks(source)) {
    signal.throwIfAborted()
    await take?.(chunk.length)
    yield chunk
  }
}

/** What it says is copied, wherever it leads: nobody follows it here. */
async function copyLink(source: Buffer, { root, from, to, owner }: Copy): Promise<void> {
  const target = await linkTextAt(source, from)
  await withParent(root, to, async (parent, name) => {
    await symlink(target, childOf(parent, name))
    if (owner !== null) await lchown(childOf(parent, name), owner.uid, owner.gid)
  })
}

/** Filled under another name first; all of it goes again when it does not come to its end. */
async function copyFolder(
  oldParent: ConfinedFolder,
  oldName: string,
  stats: Stats,
  copy: Copy,
): Promise<void> {
  const { root, owner, from, to } = copy
  await withParent(root, to, async (parent, name) => {
    await requireFree(parent, name, to)
    const temporary = temporaryName()
    await mkdir(childOf(parent, temporary), 0o700)
    try {
      const source = await openChildFolder(oldParent, oldName, from)
      const target = await openChildFolder(parent, temporary, to)
      try {
        const { dev, ino } = await target.handle.stat()
        const copying: Copying = { ...copy, source: root, owner, files: 0, bytes: 0, leaveOut: { dev, ino } }
        await copyBelow(source, target, copying, 1)
        await giveAway(descriptorPath(target.handle), stats.mode, owner)
      } finally {
        await source.handle.close()
        await target.handle.close()
      }
      await inTurn(parent, name, async () => {
        await requireFree(parent, name, to)
        await rename(childOf(parent, temporary), childOf(parent, name))
      })
    } catch (error) {
      await removeNamed(parent, temporary, to).catch(() => {})
      throw error
    }
  })
}
