// Copies everything below one confined root into another, folder by open folder: links stay links, nothing is followed.

import { constants, type Stats } from 'node:fs'
import { chmod, chown, lchown, lstat, mkdir, open, opendir, readlink, symlink } from 'node:fs/promises'
import { ConfinedFileError } from './confined-file-error.ts'
import { type ConfinedFolder, childOf, descriptorPath, openChildFolder, openPlace } from './folder-handle.ts'
import { readChunks } from './read-chunks.ts'
import { requireNoForeignInode } from './regular-file.ts'
import type { Owner } from './write-file.ts'

const depthLimit = 200

export interface TreeCopy {
  signal: AbortSignal
  /** Told after every file, and while a large one is copied. */
  onProgress: (copied: { files: number; bytes: number }) => void
}

interface Copying extends TreeCopy {
  source: ConfinedFolder
  owner: Owner | null
  files: number
  bytes: number
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

/** How much `copyTree` would copy, as it is now. */
export async function measureTree(
  folder: ConfinedFolder,
  depth = 1,
): Promise<{ files: number; bytes: number }> {
  const sum = { files: 0, bytes: 0 }
  if (depth > depthLimit) return sum
  const names = await opendir(descriptorPath(folder.handle), { encoding: 'buffer' as BufferEncoding })
  for await (const { name } of names) {
    const stats = await lstat(childOf(folder, name as unknown as Buffer)).catch(() => null)
    if (stats === null) continue
    sum.files += 1
    if (stats.isFile()) sum.bytes += stats.size
    if (!stats.isDirectory()) continue
    const below = await openChildFolder(folder, name as unknown as Buffer, String(name))
    try {
      const inner = await measureTree(below, depth + 1)
      sum.files += inner.files
      sum.bytes += inner.bytes
    } finally {
      await below.handle.close()
    }
  }
  return sum
}

async function copyBelow(
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
    if (stats.isDirectory()) await copyFolder(from, to, name, stats, copying, depth)
    else if (stats.isSymbolicLink()) await copyLink(from, to, name, copying)
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
  const target = await readlink(childOf(from, name), { encoding: 'buffer' })
  await symlink(target, childOf(to, name))
  if (owner !== null) await lchown(childOf(to, name), owner.uid, owner.gid)
}

async function copyFile(from: string, to: Buffer, mode: number, copying: Copying): Promise<void> {
  const source = await open(from, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  try {
    const target = await open(to, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600)
    try {
      for await (const chunk of readChunks(source)) {
        copying.signal.throwIfAborted()
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

async function giveAway(path: string, mode: number, owner: Owner | null): Promise<void> {
  if (owner !== null) await chown(path, owner.uid, owner.gid)
  await chmod(path, mode & 0o777)
}
