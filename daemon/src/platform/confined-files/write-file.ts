// Writes a file so that its name shows either the old content or the whole new one, never a part.

import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, unlink } from 'node:fs/promises'
import { createEarlySync } from './early-sync.ts'
import { type ConfinedFolder, childOf, withParent } from './folder-handle.ts'
import { tooLarge } from './regular-file.ts'
import { type Expectation, renameIntoPlace } from './rename-into-place.ts'

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
  /** Refuses (`changed`) when the name shows another state than this at the moment of the change. */
  mustBeEtag?: string
  /** Checks the finished file before it gets its name; what this throws leaves nothing. */
  beforeAppearing?: (file: FileHandle) => Promise<void>
  /** Not waited for until the disk has it: for the many files of an archive, which can be unpacked again. */
  mayBeLost?: boolean
}

export interface Written {
  sizeBytes: number
  etag: string
}

const freshMode = 0o640

/** What a file is called before it is whole. */
export function temporaryName(): string {
  return `.rookery-${randomBytes(9).toString('hex')}.tmp`
}

export async function writeFileAtomic(
  root: ConfinedFolder,
  path: string,
  content: Content,
  owner: Owner | null,
  options: WriteOptions,
): Promise<Written> {
  return withParent(root, path, async (parent, name) => {
    const mode = (options.mode ?? (await modeOf(childOf(parent, name)))) & 0o777
    const temporary = childOf(parent, temporaryName())
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR | constants.O_NOFOLLOW
    const handle = await open(temporary, flags, 0o600)
    try {
      const sizeBytes = await fill(handle, content, path, options)
      // The disk works while the content is checked.
      await Promise.all([
        options.beforeAppearing?.(handle),
        options.mayBeLost ? undefined : handle.datasync(),
      ])
      if (owner !== null) await handle.chown(owner.uid, owner.gid)
      await handle.chmod(mode)
      const expect = expectationOf(options)
      const etag = await renameIntoPlace({ handle, name: temporary }, parent, name, { path, expect })
      return { sizeBytes, etag }
    } finally {
      await handle.close()
      // Once it has appeared there is nothing left under this name.
      await unlink(temporary).catch(() => {})
    }
  })
}

function expectationOf({ mustBeNew, mustBeEtag }: WriteOptions): Expectation {
  if (mustBeNew) return 'nothing'
  return mustBeEtag === undefined ? 'anything' : { etag: mustBeEtag }
}

async function fill(
  handle: FileHandle,
  content: Content,
  path: string,
  { limitBytes = Number.POSITIVE_INFINITY, mayBeLost = false }: WriteOptions,
): Promise<number> {
  const early = mayBeLost ? null : createEarlySync(handle)
  let length = 0
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    length += chunk.length
    if (length > limitBytes) throw tooLarge(path, limitBytes)
    await handle.writeFile(chunk)
    early?.wrote(chunk.length)
  }
  await early?.settle()
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
