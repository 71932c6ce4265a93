// Copies everything below one confined root into another, folder by open folder: links stay links, nothing is followed.

import { constants, type Stats } from 'node:fs'
import { chmod, chown, lchown, mkdir, open, opendir, readlink, symlink } from 'node:fs/promises'
import { ConfinedFileError, errnoOf } from '../confined-file-error.ts'
import { type ConfinedFolder, childOf, descriptorPath, openChildFolder, openPlace } from '../folder-handle.ts'
import { readChunks } from '../read-chunks.ts'
import { requireNoForeignInode } from '../regular-file.ts'
import type { Owner } from '../write-file.ts'

const depthLimit = 200

export interface TreeCopy {
  signal: AbortSignal
  /** Told after every file, and while a large one is copied. */
  onProgress: (copied: { files: number; bytes: number }) => void
  /** Takes room before bytes are written. */
  take?: (bytes: number) => Promise<void>
}

export interface Copying extends TreeCopy {
  source: ConfinedFolder
  owner: Owner | null
  files: number
  bytes: number
  /** The copy itself, which may lie within what is copied. */
  leaveOut?: { dev: number; ino: number }
}

/** Pipes, sockets and devices are left out; files get the target's owner, and the mode they had. */
export async function copyTree(
  source: ConfinedFolder,
  target: ConfinedFolder,
  owner: Owner | null,
  copy: TreeCopy,
): Promise<{ files: number; bytes: number }> {
  const copying: Copying = { ...copy, source, owner, files: 0, bytes: 0 }
  await copyBelow(source, target, copying, 1)
  return { files: copying.files, bytes: copying.bytes }
}

export async function copyBelow(
  from: ConfinedFolder,
  to: ConfinedFolder,
  copying: Copying,
  depth: number,
): Promise<void> {
  if (depth > depthLimit)
    throw new ConfinedFileError('too_deep', '', `there are more than ${depthLimit} levels`)
  const names = await opendir(descriptorPath(from.handle), { encoding: 'buffer' as BufferEncoding })
  for await (const { name } of names) {
    copying.signal.throwIfAborted()
    await copyEntry(from, to, name as unknown as Buffer, copying, depth)
  }
}

async function copyEntry(
  from: ConfinedFolder,
  to: ConfinedFolder,
  name: Buffer,
  copying: Copying,
  depth: number,
): Promise<void> {
  const place = await openPlace(from, name, name.toString())
  try {
    const stats = await place.stat()
    if (isLeftOut(stats, copying)) return
    if (stats.isDirectory()) return await copyFolder(from, to, name, stats, copying, depth)
    if (stats.isSymbolicLink()) await copyLink(from, to, name, copying)
    else if (stats.isFile()) {
      await requireNoForeignInode(copying.source, stats, name.toString())
      await copyFile(descriptorPath(place), childOf(to, name), stats.mode, copying)
    } else return
  } finally {
    await place.close()
  }
  copying.files += 1
  copying.onProgress(copying)
}

function isLeftOut({ dev, ino }: Stats, { leaveOut }: Copying): boolean {
  return leaveOut !== undefined && leaveOut.ino === ino && leaveOut.dev === dev
}

async function copyFolder(
  from: ConfinedFolder,
  to: ConfinedFolder,
  name: Buffer,
  { mode }: Stats,
  copying: Copying,
  depth: number,
): Promise<void> {
  await mkdir(childOf(to, name), 0o700)
  const below = await openChildFolder(from, name, name.toString())
  const target = await openChildFolder(to, name, name.toString())
  try {
    await copyBelow(below, target, copying, depth + 1)
    await giveAway(descriptorPath(target.handle), mode, copying.owner)
  } finally {
    await below.handle.close()
    await target.handle.close()
  }
}

async function copyLink(
  from: ConfinedFolder,
  to: ConfinedFolder,
  name: Buffer,
  { owner }: Copying,
): Promise<void> {
  const target = await linkTextAt(childOf(from, name), name.toString())
  await symlink(target, childOf(to, name))
  if (owner !== null) await lchown(childOf(to, name), owner.uid, owner.gid)
}

/** What a link says. It was one when it was looked at; the name may mean something else by now. */
export async function linkTextAt(link: Buffer, path: string): Promise<Buffer> {
  return readlink(link, { encoding: 'buffer' }).catch((error: unknown) => {
    if (errnoOf(error) !== 'EINVAL') throw error
    throw new ConfinedFileError('busy', path, 'this was exchanged while it was copied: try again')
  })
}

async function copyFile(from: string, to: Buffer, mode: number, copying: Copying): Promise<void> {
  const source = await open(from, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  try {
    const target = await open(to, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600)
    try {
      for await (const chunk of readChunks(source)) {
        copying.signal.throwIfAborted()
        await copying.take?.(chunk.length)
        await target.writeFile(chunk)
        copying.bytes += chunk.length
        copying.onProgress(copying)
      }
      await giveAway(descriptorPath(target), mode, copying.owner)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

export async function giveAway(path: string, mode: number, owner: Owner | null): Promise<void> {
  if (owner !== null) await chown(path, owner.uid, owner.gid)
  await chmod(path, mode & 0o777)
}
