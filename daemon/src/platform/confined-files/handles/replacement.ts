// A file that is written piece by piece under a name of its own, and gets the wanted name only when it is whole.

import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, unlink } from 'node:fs/promises'
import { ConfinedFileError, describingErrors, errnoOf } from '../confined-file-error.ts'
import { type ConfinedFolder, childOf, namesOf, openFolder } from '../folder-handle.ts'
import { renameIntoPlace } from '../rename-into-place.ts'
import type { Owner } from '../write-file.ts'

export interface ReplacementOptions {
  /** For a name that is new; a file that is replaced hands its own on. */
  mode?: number | undefined
  /** Refuses (`exists`) at the end too, when somebody was faster. */
  mustBeNew?: boolean
  /** Not waited for until the disk has it. */
  mayBeLost?: boolean
}

/** Exactly one of its two ends must be asked for; the folder stays open until then. */
export interface Replacement {
  /** Open for reading and writing at any place. */
  handle: FileHandle
  /** Wins over the mode that it would get by itself. */
  setMode(mode: number): void
  /** The name shows the new content from here on. */
  publish(): Promise<void>
  /** Nothing of it stays. */
  discard(): Promise<void>
}

const freshMode = 0o640

export async function openReplacement(
  root: ConfinedFolder,
  path: string,
  owner: Owner | null,
  options: ReplacementOptions,
): Promise<Replacement> {
  const names = namesOf(path)
  const name = names.pop()
  if (name === undefined) throw new ConfinedFileError('not_a_file', path, 'this is the root folder')
  const parent = await openFolder(root, names, path)
  try {
    const former = await modeOfFormer(childOf(parent, name), path, options)
    const temporary = childOf(parent, `.rookery-${randomBytes(9).toString('hex')}.tmp`)
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR | constants.O_NOFOLLOW
    const handle = await open(temporary, flags, 0o600)
    const mode = former ?? options.mode ?? freshMode
    return replacementOf({ parent, handle, temporary, name, path, owner, mode, options })
  } catch (error) {
    await parent.handle.close()
    throw error
  }
}

interface Parts {
  parent: ConfinedFolder
  handle: FileHandle
  temporary: Buffer
  name: string
  path: string
  owner: Owner | null
  mode: number
  options: ReplacementOptions
}

function replacementOf(parts: Parts): Replacement {
  const { parent, handle, temporary, name, path, owner, options } = parts
  let { mode } = parts
  async function leave(): Promise<void> {
    await handle.close()
    // What has appeared is gone from this name.
    await unlink(temporary).catch(() => {})
    await parent.handle.close()
  }
  return {
    handle,
    setMode(wanted) {
      mode = wanted
    },
    publish: () =>
      describingErrors(path, async () => {
        try {
          if (owner !== null) await handle.chown(owner.uid, owner.gid)
          await handle.chmod(mode & 0o777)
          if (!options.mayBeLost) await handle.datasync()
          const expect = options.mustBeNew ? 'nothing' : 'anything'
          await renameIntoPlace({ handle, name: temporary }, parent, name, { path, expect })
        } finally {
          await leave()
        }
      }),
    discard: leave,
  }
}

/** Null when the name is free. A link is not replaced: who opens it means what it leads to, and that is not followed. */
async function modeOfFormer(
  target: Buffer,
  path: string,
  { mustBeNew = false }: ReplacementOptions,
): Promise<number | null> {
  const former = await lstat(target).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return null
    throw error
  })
  if (former === null) return null
  if (mustBeNew) throw new ConfinedFileError('exists', path, 'this name is already taken')
  if (former.isSymbolicLink())
    throw new ConfinedFileError('escapes', path, 'this is a link, and links are not followed')
  if (!former.isFile()) throw new ConfinedFileError('not_a_file', path, 'this is not a regular file')
  return former.mode
}
