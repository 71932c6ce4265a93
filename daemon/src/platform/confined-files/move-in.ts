// Brings a file of the daemon's own into a confined folder: by its name where both are on one drive, else as a copy.

import { constants } from 'node:fs'
import { type FileHandle, open, rename, unlink } from 'node:fs/promises'
import { errnoOf } from './confined-file-error.ts'
import { type ConfinedFolder, childOf, withParent } from './folder-handle.ts'
import { readChunks } from './read-chunks.ts'
import { type Owner, writeFileAtomic } from './write-file.ts'

export interface MoveOptions {
  mode: number
  signal?: AbortSignal
}

/** The source is gone afterwards. */
export async function moveIn(
  root: ConfinedFolder,
  sourceFile: string,
  path: string,
  owner: Owner | null,
  { mode, signal }: MoveOptions,
): Promise<void> {
  const source = await open(sourceFile, constants.O_RDWR | constants.O_NOFOLLOW)
  try {
    await source.datasync()
    if (owner !== null) await source.chown(owner.uid, owner.gid)
    await source.chmod(mode & 0o777)
    if (await hasMoved(root, sourceFile, path)) return
    await writeFileAtomic(root, path, readUnlessAborted(source, signal), owner, { mode })
    await unlink(sourceFile)
  } finally {
    await source.close()
  }
}

async function* readUnlessAborted(source: FileHandle, signal?: AbortSignal): AsyncGenerator<Buffer> {
  for await (const chunk of readChunks(source)) {
    signal?.throwIfAborted()
    yield chunk
  }
}

async function hasMoved(root: ConfinedFolder, sourceFile: string, path: string): Promise<boolean> {
  try {
    await withParent(root, path, (parent, name) => rename(sourceFile, childOf(parent, name)))
    return true
  } catch (error) {
    if (errnoOf(error) === 'EXDEV') return false
    throw error
  }
}
