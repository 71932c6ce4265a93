// Gives a finished file its name: at once, and only where the name still means what the writer expects.

import type { BigIntStats } from 'node:fs'
import { type FileHandle, link, rename, unlink } from 'node:fs/promises'
import { ConfinedFileError, errnoOf } from './confined-file-error.ts'
import { type ConfinedFolder, childOf, openPlace, withParent } from './folder-handle.ts'
import { etagOf, type FileState } from './logic/etag.ts'
import { inTurn } from './names/in-turn.ts'

/** What must be true of the name when the new content appears there. */
export type Expectation = 'anything' | 'nothing' | { etag: string }

/** Returns the etag of what has appeared; its unfinished name is gone then. */
export async function renameIntoPlace(
  finished: { handle: FileHandle; name: string | Buffer },
  parent: ConfinedFolder,
  name: string,
  { path, expect }: { path: string; expect: Expectation },
): Promise<string> {
  const target = childOf(parent, name)
  return inTurn(parent, name, async () => {
    const before = await finished.handle.stat({ bigint: true })
    if (typeof expect === 'object') requireEtag(await stateAt(parent, name, path), path, expect.etag)
    if (expect === 'nothing') {
      await link(finished.name, target)
      await unlink(finished.name)
    } else await rename(finished.name, target)
    const after = await finished.handle.stat({ bigint: true })
    return etagOf(isSameContent(before, after) ? after : before)
  })
}

/** What `renameIntoPlace` would refuse, before anything is written; a name in folders that are missing is free. */
export async function requireExpected(
  root: ConfinedFolder,
  path: string,
  expect: Expectation,
): Promise<void> {
  const found = await withParent(root, path, (parent, name) => stateAt(parent, name, path)).catch(
    noneIfMissing,
  )
  if (typeof expect === 'object') requireEtag(found, path, expect.etag)
  if (found === null) return
  if (expect === 'nothing') throw new ConfinedFileError('exists', path, 'this name is already taken')
  if (found.isDirectory()) throw new ConfinedFileError('not_a_file', path, 'this is a folder')
  if (!found.isFile() && !found.isSymbolicLink())
    throw new ConfinedFileError('not_a_file', path, 'this is not a regular file')
}

function requireEtag(found: FileState | null, path: string, etag: string): void {
  if (found === null || etagOf(found) !== etag)
    throw new ConfinedFileError('changed', path, 'this was changed in the meantime: review it and save again')
}

async function stateAt(parent: ConfinedFolder, name: string, path: string): Promise<BigIntStats | null> {
  try {
    const place = await openPlace(parent, name, path)
    try {
      return await place.stat({ bigint: true })
    } finally {
      await place.close()
    }
  } catch (error) {
    return noneIfMissing(error)
  }
}

function noneIfMissing(error: unknown): null {
  if (errnoOf(error) === 'ENOENT') return null
  throw error
}

/** Somebody who wrote into the file as soon as it had its name: its etag must not pass for that of our content. */
function isSameContent(before: FileState, after: FileState): boolean {
  return before.size === after.size && before.mtimeNs === after.mtimeNs
}
