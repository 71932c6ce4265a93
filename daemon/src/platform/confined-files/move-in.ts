// Brings a file of the daemon's own into a confined folder: by its name where both are on one drive, else as a copy.

import { constants } from 'node:fs'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { errnoOf } from './confined-file-error.ts'
import { type ConfinedFolder, withParent } from './folder-handle.ts'
import { readChunks } from './read-chunks.ts'
import { type Expectation, renameIntoPlace } from './rename-into-place.ts'
import { type Owner, writeFileAtomic } from './write-file.ts'

export interface MoveOptions {
  mode: number
  /** What the name must mean at that moment; anything when absent. */
  expect?: Expectation
  signal?: AbortSignal
}

/** Returns the etag of the file in its new place. The source is gone afterwards; a refusal leaves it where it is. */
export async function moveIn(
  root: ConfinedFolder,
  sourceFile: string,
  path: string,
  owner: Owner | null,
  { mode, expect = 'anything', signal }: MoveOptions,
): Promise<string> {
  const source = await open(sourceFile, constants.O_RDWR | constants.O_NOFOLLOW)
  try {
    await source.datasync()
    if (owner !== null) await source.chown(owner.uid, owner.gid)
    await source.chmod(mode & 0o777)
    const moved = await moveByName(root, { handle: source, name: sourceFile }, path, expect)
    if (moved !== null) return moved
    const { etag } = await writeFileAtomic(root, path, readUnlessAborted(source, signal), owner, {
      mode,
      mustBeNew: expect === 'nothing',
      ...(typeof expect === 'object' && { mustBeEtag: expect.etag }),
    })
    await unlink(sourceFile)
    return etag
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

/** Null: the source is on another drive. */
async function moveByName(
  root: ConfinedFolder,
  source: { handle: FileHandle; name: string },
  path: string,
  expect: Expectation,
): Promise<string | null> {
  try {
    return await withParent(root, path, (parent, name) =>
      renameIntoPlace(source, parent, name, { path, expect }),
    )
  } catch (error) {
    if (errnoOf(error) === 'EXDEV') return null
    throw error
  }
}
