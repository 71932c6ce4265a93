// The one way to files below a game server's folder: no link, no `..` and no mount leads out of it, races included.

import { constants } from 'node:fs'
import { type FileHandle, lstat, open, rename, statfs } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { changeMode, changeOwnerOfTree } from './confined-files/change-rights.ts'
import { ConfinedFileError, describingErrors } from './confined-files/confined-file-error.ts'
import { copyTree, measureTree, type TreeCopy } from './confined-files/copy-tree.ts'
import { type Entry, entryOf } from './confined-files/entry.ts'
import {
  type ConfinedFolder,
  childOf,
  descriptorPath,
  namesOf,
  openPlace,
  openRootFolder,
  withParent,
} from './confined-files/folder-handle.ts'
import { listFolder, type Page } from './confined-files/list-folder.ts'
import { makeFolder } from './confined-files/make-folder.ts'
import { makeLink } from './confined-files/make-link.ts'
import { type MoveOptions, moveIn } from './confined-files/move-in.ts'
import { openRegularFile, readWholeFile } from './confined-files/regular-file.ts'
import { removeTree } from './confined-files/remove-tree.ts'
import { type Content, type Owner, type WriteOptions, writeFileAtomic } from './confined-files/write-file.ts'

export interface RootOptions {
  /** Who owns what is made here; the daemon's own user when absent. */
  owner?: Owner
}

/** `path` is always relative to the root, with / between names; '' is the root itself, where that makes sense. */
export class ConfinedRoot {
  readonly #root: ConfinedFolder
  readonly #owner: Owner | null

  constructor(root: ConfinedFolder, owner: Owner | null) {
    this.#root = root
    this.#owner = owner
  }

  readFile(path: string, { limitBytes }: { limitBytes: number }): Promise<Buffer> {
    return describingErrors(path, () => readWholeFile(this.#root, path, limitBytes))
  }

  /** The stream closes the file when it ends or is destroyed. `end` is the last byte, inclusive. */
  openRead(
    path: string,
    range: { start?: number; end?: number } = {},
  ): Promise<{ entry: Entry; stream: Readable }> {
    return describingErrors(path, async () => {
      const { handle, stats } = await openRegularFile(this.#root, path)
      const name = namesOf(path).at(-1) ?? ''
      return { entry: entryOf(name, stats), stream: handle.createReadStream({ ...range, autoClose: true }) }
    })
  }

  /** For those who must read here and there in a regular file; the caller closes the handle. */
  openFile(path: string): Promise<{ entry: Entry; handle: FileHandle }> {
    return describingErrors(path, async () => {
      const { handle, stats } = await openRegularFile(this.#root, path)
      return { handle, entry: entryOf(namesOf(path).at(-1) ?? '', stats) }
    })
  }

  /** Returns the number of bytes written. */
  writeFileAtomic(path: string, content: Content, options: WriteOptions = {}): Promise<number> {
    return describingErrors(path, () => writeFileAtomic(this.#root, path, content, this.#owner, options))
  }

  /** `sourceFile` is a path of the daemon's own, not one that a user gave. */
  copyIn(sourceFile: string, path: string, options: WriteOptions = {}): Promise<number> {
    return describingErrors(path, async () => {
      const source = await open(sourceFile, constants.O_RDONLY)
      const stream = source.createReadStream({ autoClose: true })
      try {
        return await writeFileAtomic(this.#root, path, stream, this.#owner, options)
      } finally {
        stream.destroy()
      }
    })
  }

  /** As `copyIn`, for a file that the daemon does not need any longer. */
  moveIn(sourceFile: string, path: string, options: MoveOptions): Promise<void> {
    return describingErrors(path, () => moveIn(this.#root, sourceFile, path, this.#owner, options))
  }

  /** Refuses (`escapes`) a target outside of the root. */
  symlink(path: string, target: string): Promise<void> {
    return describingErrors(path, () => makeLink(this.#root, path, target, this.#owner))
  }

  /** All that is below another root, into this one, which is empty. */
  copyTree(source: ConfinedRoot, copy: TreeCopy): Promise<{ files: number; bytes: number }> {
    return describingErrors('', () => copyTree(source.#root, this.#root, this.#owner, copy))
  }

  /** Everything below it, at this moment. */
  measure(): Promise<{ files: number; bytes: number }> {
    return describingErrors('', () => measureTree(this.#root))
  }

  /** What may still be written on the drive of this folder. */
  freeBytes(): Promise<number> {
    return describingErrors('', async () => {
      const { bavail, bsize } = await statfs(descriptorPath(this.#root.handle))
      return bavail * bsize
    })
  }

  /** Of the name itself: a link is told as a link. */
  stat(path: string): Promise<Entry> {
    return describingErrors(path, async () => {
      if (path === '') return entryOf('', await this.#root.handle.stat())
      return withParent(this.#root, path, async (parent, name) => {
        const place = await openPlace(parent, name, path)
        try {
          return entryOf(name, await place.stat())
        } finally {
          await place.close()
        }
      })
    })
  }

  list(path: string, { offset = 0, limit = 1000 }: { offset?: number; limit?: number } = {}): Promise<Page> {
    return describingErrors(path, () => listFolder(this.#root, path, offset, limit))
  }

  mkdir(path: string, { mayExist = false }: { mayExist?: boolean } = {}): Promise<void> {
    return describingErrors(path, () => makeFolder(this.#root, path, this.#owner, mayExist))
  }

  /** Refuses (`exists`) when the new name is taken. */
  rename(from: string, to: string): Promise<void> {
    return describingErrors(from, () =>
      withParent(this.#root, from, (oldParent, oldName) =>
        withParent(this.#root, to, async (newParent, newName) => {
          const source = childOf(oldParent, oldName)
          const target = childOf(newParent, newName)
          await lstat(source)
          if (await isTaken(target)) throw new ConfinedFileError('exists', to, 'this name is already taken')
          await rename(source, target)
        }),
      ),
    )
  }

  /** A folder goes with all that is in it, a link goes alone. */
  remove(path: string): Promise<void> {
    return describingErrors(path, () => removeTree(this.#root, path))
  }

  chmod(path: string, mode: number): Promise<void> {
    return describingErrors(path, () => changeMode(this.#root, path, mode))
  }

  /** For a folder that was made or filled by somebody else, the root included. */
  chownTree(path: string, owner: Owner): Promise<void> {
    return describingErrors(path, () => changeOwnerOfTree(this.#root, path, owner))
  }

  async close(): Promise<void> {
    await this.#root.handle.close()
  }
}

/** `path` is the daemon's own choice and trusted; it must be a folder and not a link. */
export async function openRoot(path: string, options: RootOptions = {}): Promise<ConfinedRoot> {
  return describingErrors(
    path,
    async () => new ConfinedRoot(await openRootFolder(path), options.owner ?? null),
  )
}

async function isTaken(target: Buffer): Promise<boolean> {
  return lstat(target).then(
    () => true,
    () => false,
  )
}
