// Writes a file so that its name shows either the old content or the whole new one, never a part.

import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, link, lstat, open, rename, unlink } from 'node:fs/promises'
import { type ConfinedFolder, childOf, withParent } from './folder-handle.ts'
import { tooLarge } from './regular-file.ts'

export interface Owner {
  uid: number
  gid: number
}

export type Content = Uint8Array | AsyncIterable<Uint8Array>

export interface WriteOptions {
  /** Permission bits; those of the file that is replaced, or 0640, when absent. */
  mode?: number
  limitBytes?: number
  /** Refuses (`exists`) when the name is taken, also by somebody who comes at the same moment. */
  mustBeNew?: boolean
  /** Not waited for until the disk has it: for the many files of an archive, which can be unpacked again. */
  mayBeLost?: boolean
}

const freshMode = 0o640

/** Returns the number of bytes written. */
export async function writeFileAtomic(
  root: ConfinedFolder,
  path: string,
  content: Content,
  owner: Owner | null,
  options: WriteOptions,
): Promise<number> {
  return withParent(root, path, async (parent, name) => {
    const target = childOf(parent, name)
    const mode = (options.mode ?? (await modeOf(target))) & 0o777
    const temporary = childOf(parent, `.rookery-${randomBytes(9).toString('hex')}.tmp`)
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW
    const handle = await open(temporary, flags, 0o600)
    try {
      const length = await fill(handle, content, path, options.limitBytes ?? Number.POSITIVE_INFINITY)
      if (owner !== null) await handle.chown(owner.uid, owner.gid)
      await handle.chmod(mode)
      if (!options.mayBeLost) await handle.datasync()
      if (options.mustBeNew) await link(temporary, target)
      else await rename(temporary, target)
      return length
    } finally {
      await handle.close()
      // After a rename there is nothing left under this name.
      await unlink(temporary).catch(() => {})
    }
  })
}

async function fill(handle: FileHandle, content: Content, path: string, limitBytes: number): Promise<number> {
  let length = 0
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    length += chunk.length
    if (length > limitBytes) throw tooLarge(path, limitBytes)
    await handle.writeFile(chunk)
  }
  return length
}

async function modeOf(target: Buffer): Promise<number> {
  try {
    const stats = await lstat(target)
    return stats.isFile() ? stats.mode : freshMode
  } catch {
    return freshMode
  }
}
