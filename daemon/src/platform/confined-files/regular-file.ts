// Opens regular files for reading: what it is gets decided before it is opened, on the same inode.

import { type BigIntStats, constants, type Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { ConfinedFileError } from './confined-file-error.ts'
import { type ConfinedFolder, descriptorPath, openPlace, withParent } from './folder-handle.ts'

export interface OpenFile {
  handle: FileHandle
  stats: BigIntStats
}

/** The caller closes the handle. `access` is O_RDONLY, or O_RDWR for those who change a file in its place. */
export async function openRegularFile(
  root: ConfinedFolder,
  path: string,
  access: number = constants.O_RDONLY,
): Promise<OpenFile> {
  return withParent(root, path, (parent, name) => openRegularFileIn(root, parent, name, path, access))
}

/** As `openRegularFile`, for a name in a folder that is open. */
export async function openRegularFileIn(
  root: ConfinedFolder,
  folder: ConfinedFolder,
  name: string | Buffer,
  path: string,
  access: number = constants.O_RDONLY,
): Promise<OpenFile> {
  const place = await openPlace(folder, name, path)
  try {
    await requireOwnFile(root, await place.stat(), path)
    const handle = await open(descriptorPath(place), access | constants.O_NONBLOCK | constants.O_NOCTTY)
    return { handle, stats: await handle.stat({ bigint: true }) }
  } finally {
    await place.close()
  }
}

async function requireOwnFile(root: ConfinedFolder, stats: Stats, path: string): Promise<void> {
  if (stats.isSymbolicLink())
    throw new ConfinedFileError('escapes', path, 'this is a link, and links are not followed')
  if (!stats.isFile()) throw new ConfinedFileError('not_a_file', path, 'this is not a regular file')
  await requireNoForeignInode(root, stats, path)
}

/** A second name for somebody else's file is a way out that no path shows. */
export async function requireNoForeignInode(root: ConfinedFolder, stats: Stats, path: string): Promise<void> {
  if (stats.isDirectory() || stats.nlink < 2) return
  const { uid } = await root.handle.stat()
  if (stats.uid !== uid) {
    throw new ConfinedFileError('escapes', path, "this is a hard link to another user's file")
  }
}

export async function readWholeFile(root: ConfinedFolder, path: string, limitBytes: number): Promise<Buffer> {
  const { handle, stats } = await openRegularFile(root, path)
  try {
    if (stats.size > limitBytes) throw tooLarge(path, limitBytes)
    const chunks: Buffer[] = []
    let length = 0
    // A file may grow, or claim to be empty as those of the kernel do: the limit holds for what is read.
    for await (const chunk of handle.createReadStream({ autoClose: false })) {
      length += (chunk as Buffer).length
      if (length > limitBytes) throw tooLarge(path, limitBytes)
      chunks.push(chunk as Buffer)
    }
    return Buffer.concat(chunks)
  } finally {
    await handle.close()
  }
}

export function tooLarge(path: string, limitBytes: number): ConfinedFileError {
  return new ConfinedFileError('too_large', path, `the file is larger than ${limitBytes} bytes`)
}
