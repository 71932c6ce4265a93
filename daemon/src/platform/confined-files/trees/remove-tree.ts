// Removes a name and everything below it, folder by open folder, without ever following a link.

import { randomBytes } from 'node:crypto'
import { chmod, opendir, rename, rmdir, unlink } from 'node:fs/promises'
import { ConfinedFileError, errnoOf } from '../confined-file-error.ts'
import {
  type ConfinedFolder,
  childOf,
  descriptorPath,
  openChildFolder,
  withParent,
} from '../folder-handle.ts'
import { meantName } from '../names/display-name.ts'

/** Open folders at one time; what is deeper is lifted up to the top first, so depth costs no descriptors. */
const depthLimit = 100
/** Somebody may keep putting things into the folder that is being emptied. */
const attemptLimit = 100

export async function removeTree(root: ConfinedFolder, path: string): Promise<void> {
  await withParent(root, path, async (parent, name) => {
    await removeNamed(parent, await meantName(parent, name), path)
  })
}

/** As `removeTree`, for a name in a folder that is open. */
export async function removeNamed(
  parent: ConfinedFolder,
  name: string | Buffer,
  path: string,
): Promise<void> {
  await removeEntry(parent, Buffer.from(name), { path, top: null, depth: 0 })
}

interface Removal {
  path: string
  /** The uppermost folder that goes: a place to lift deep ones to. */
  top: ConfinedFolder | null
  depth: number
}

async function removeEntry(folder: ConfinedFolder, name: Buffer, removal: Removal): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (await unlinkUnlessFolder(folder, name)) return
      await removeFolder(folder, name, removal)
      return
    } catch (error) {
      const errno = errnoOf(error)
      const isGone = errno === 'ENOENT' && (attempt > 1 || removal.depth > 0)
      if (isGone) return
      // The name meant something else a moment ago, or the folder has been filled again.
      const isRace = errno === 'ENOTDIR' || errno === 'ENOTEMPTY' || isSwapped(error)
      if (!isRace || attempt === attemptLimit) throw error
    }
  }
}

function isSwapped(error: unknown): boolean {
  return error instanceof ConfinedFileError && (error.code === 'escapes' || error.code === 'not_a_folder')
}

/** Linux says EISDIR for a folder, whoever asks. */
async function unlinkUnlessFolder(folder: ConfinedFolder, name: Buffer): Promise<boolean> {
  try {
    await unlink(childOf(folder, name))
    return true
  } catch (error) {
    if (errnoOf(error) === 'EISDIR') return false
    throw error
  }
}

async function removeFolder(parent: ConfinedFolder, name: Buffer, removal: Removal): Promise<void> {
  const { top, depth, path } = removal
  if (top !== null && depth >= depthLimit) {
    await rename(childOf(parent, name), childOf(top, `.rookery-${randomBytes(9).toString('hex')}.tmp`))
    return
  }
  const folder = await openChildFolder(parent, name, path)
  try {
    const below = { path, top: top ?? folder, depth: depth + 1 }
    let count: number
    do {
      count = 0
      for await (const { name: inner } of await openForListing(folder)) {
        count += 1
        await removeEntry(folder, inner as unknown as Buffer, below)
      }
    } while (top === null && count > 0)
  } finally {
    await folder.handle.close()
  }
  await rmdir(childOf(parent, name))
}

/** Names as bytes: not every name on disk is valid text. A folder closed to its own owner is opened up first. */
async function openForListing(folder: ConfinedFolder) {
  const path = descriptorPath(folder.handle)
  const { mode } = await folder.handle.stat()
  if ((mode & 0o700) !== 0o700) await chmod(path, 0o700).catch(() => {})
  return opendir(path, { encoding: 'buffer' as BufferEncoding })
}
