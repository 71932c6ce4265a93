// The one way to files below a game server's folder: no link, no `..` and no mount leads out of it, races included.

import { constants } from 'node:fs'
import { type FileHandle, open, rename, statfs } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { ConfinedFileError, describingErrors, describingWalk } from './confined-files/confined-file-error.ts'
import { createFolder, unmakeFolders } from './confined-files/create-folder.ts'
import { createLink, placeLink } from './confined-files/create-link.ts'
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
import { type FolderReader, openFolderReader } from './confined-files/handles/folder-reader.ts'
import {
  openReplacement,
  type Replacement,
  type ReplacementOptions,
} from './confined-files/handles/replacement.ts'
import { readLink, removeEmptyFolder, removeFile, setTimes } from './confined-files/handles/single-name.ts'
import { etagOf } from './confined-files/logic/etag.ts'
import { type MoveOptions, moveIn } from './confined-files/move-in.ts'
import { meantName } from './confined-files/names/display-name.ts'
import { listFolder, type Page } from './confined-files/names/list-folder.ts'
import { openRegularFile, readWholeFile } from './confined-files/regular-file.ts'
import { type Expectation, requireExpected } from './confined-files/rename-into-place.ts'
import { changeMode, changeOwnerOfTree } from './confined-files/trees/change-rights.ts'
import { copyInside } from './confined-files/trees/copy-inside.ts'
import { copyTree, type TreeCopy } from './confined-files/trees/copy-tree.ts'
import { measureTree } from './confined-files/trees/measure-tree.ts'
import { type Merge, mergeTree } from './confined-files/trees/merge-tree.ts'
import { type OrderedEntry, type OrderedWalk, walkInOrder } from './confined-files/trees/ordered-tree.ts'
import { removeTree } from './confined-files/trees/remove-tree.ts'
import { renameInside } from './confined-files/trees/rename-inside.ts'
import { type ScanLimits, type SeenEntry, scanTree } from './confined-files/trees/scan-tree.ts'
import { type VisitedEntry, type VisitOptions, visitTree } from './confined-files/trees/visit-tree.ts'
import {
  type Content,
  type Owner,
  type WriteOptions,
  type Written,
  writeFileAtomic,
} from './confined-files/write-file.ts'

export interface RootOptions {
  /** Who owns what is made here; the daemon's own user when absent. */
  owner?: Owner
}

/**
 * What people's requests work on: all but what only the node's own tasks do. It may be a root that keeps people off some
 * files (protected-files.ts), whose list of verbs is closed: one that is added here needs a rule there.
 */
export type ConfinedRoot = Omit<
  OpenedRoot,
  'copyTree' | 'chownTree' | 'identify' | 'walkInOrder' | 'placeLink' | 'moveFolderIn'
>

/** `path` is always relative to the root, with / between names; '' is the root itself, where that makes sense. */
export class OpenedRoot {
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
  openFile(path: string): Promise<{ entry: Entry; etag: string; handle: FileHandle }> {
    return describingErrors(path, async () => {
      const { handle, stats } = await openRegularFile(this.#root, path)
      return { handle, entry: entryOf(namesOf(path).at(-1) ?? '', stats), etag: etagOf(stats) }
    })
  }

  /** As `openFile`, for changes of the file itself; `append` writes at its end, wherever that is by then. */
  openForChange(
    path: string,
    { append }: { append: boolean },
  ): Promise<{ entry: Entry; handle: FileHandle }> {
    return describingErrors(path, async () => {
      const access = constants.O_RDWR | (append ? constants.O_APPEND : 0)
      const { handle, stats } = await openRegularFile(this.#root, path, access)
      return { handle, entry: entryOf(namesOf(path).at(-1) ?? '', stats) }
    })
  }

  /** For content that comes here and there; the name stays as it was until `publish`. */
  openReplacement(path: string, options: ReplacementOptions = {}): Promise<Replacement> {
    return describingErrors(path, () => openReplacement(this.#root, path, this.#owner, options))
  }

  /** For those who list a folder in their own time. */
  openFolderReader(path: string): Promise<FolderReader> {
    return describingErrors(path, () => openFolderReader(this.#root, path))
  }

  /** Returns the number of bytes written. */
  async writeFileAtomic(path: string, content: Content, options: WriteOptions = {}): Promise<number> {
    return (await this.putFile(path, content, options)).sizeBytes
  }

  /** As `writeFileAtomic`, for those who want to know the file again. */
  putFile(path: string, content: Content, options: WriteOptions = {}): Promise<Written> {
    return describingErrors(path, () => writeFileAtomic(this.#root, path, content, this.#owner, options))
  }

  /**
   * Refuses now what a write to this name would be refused for at its end: what is there, and what is expected there.
   * Folders on the way may be missing.
   */
  checkWrite(path: string, expect: Expectation): Promise<void> {
    return describingErrors(path, () => requireExpected(this.#root, path, expect))
  }

  /** `sourceFile` is a path of the daemon's own, not one that a user gave. */
  copyIn(sourceFile: string, path: string, options: WriteOptions = {}): Promise<number> {
    return describingErrors(path, async () => {
      const source = await open(sourceFile, constants.O_RDONLY)
      const stream = source.createReadStream({ autoClose: true })
      try {
        return (await writeFileAtomic(this.#root, path, stream, this.#owner, options)).sizeBytes
      } finally {
        stream.destroy()
      }
    })
  }

  /** As `copyIn`, for a file that the daemon does not need any longer. Returns the etag of the new file. */
  moveIn(sourceFile: string, path: string, options: MoveOptions): Promise<string> {
    return describingErrors(path, () => moveIn(this.#root, sourceFile, path, this.#owner, options))
  }

  /** A folder of the daemon's own, on the same drive, to a name that is not taken; its owners stay as they are. */
  moveFolderIn(sourceFolder: string, path: string): Promise<void> {
    return describingErrors(path, () =>
      withParent(this.#root, path, (parent, name) => rename(sourceFolder, childOf(parent, name))),
    )
  }

  /** Refuses (`escapes`) a target outside of the root. */
  symlink(path: string, target: string): Promise<void> {
    return describingErrors(path, () => createLink(this.#root, path, target, this.#owner))
  }

  /** As `symlink`, wherever it leads: links are never followed here. */
  placeLink(path: string, target: string): Promise<void> {
    return describingErrors(path, () => placeLink(this.#root, path, target, this.#owner))
  }

  /** All that is below another root, into this one, which is empty. */
  copyTree(source: OpenedRoot, copy: TreeCopy): Promise<{ files: number; bytes: number }> {
    return describingErrors('', () => copyTree(source.#root, this.#root, this.#owner, copy))
  }

  /** Everything below it, at this moment. */
  measure(): Promise<{ files: number; bytes: number }> {
    return describingErrors('', () => measureTree(this.#root))
  }

  /** Everything at and below a name, one after another; '' is all that is below the root. */
  visit(path: string, options: VisitOptions): AsyncGenerator<VisitedEntry> {
    return describingWalk(path, visitTree(this.#root, path, options))
  }

  /** Puts what was made elsewhere below this root in its place: all of it, or nothing. */
  merge(merge: Merge): Promise<void> {
    return describingErrors(merge.staged, () => mergeTree(this.#root, merge))
  }

  /** What may still be written on the drive of this folder. */
  freeBytes(): Promise<number> {
    return describingErrors('', async () => {
      const { bavail, bsize } = await statfs(descriptorPath(this.#root.handle))
      return bavail * bsize
    })
  }

  /** Of the name itself: a link is told as a link. */
  stat(path: string): Promise<Entry & { etag: string }> {
    return describingErrors(path, async () => {
      if (path === '') return reportedOf('', this.#root.handle)
      return withParent(this.#root, path, async (parent, name) => {
        const place = await openPlace(parent, await meantName(parent, name), path)
        try {
          return await reportedOf(name, place)
        } finally {
          await place.close()
        }
      })
    })
  }

  /** Which file has this name, whatever else it is called. */
  identify(path: string): Promise<{ links: number; inode: string }> {
    return describingErrors(path, () =>
      withParent(this.#root, path, async (parent, name) => {
        const place = await openPlace(parent, await meantName(parent, name), path)
        try {
          const { nlink, dev, ino } = await place.stat({ bigint: true })
          return { links: Number(nlink), inode: `${dev}:${ino}` }
        } finally {
          await place.close()
        }
      }),
    )
  }

  /** All names below a folder, in no order; whoever looks may leave at any time. */
  scanTree(path: string, limits: ScanLimits): AsyncGenerator<SeenEntry> {
    return describingWalk(path, scanTree(this.#root, path, limits))
  }

  /** All names below a folder, in their order. */
  walkInOrder(path: string, walk: OrderedWalk): AsyncGenerator<OrderedEntry> {
    return describingWalk(path, walkInOrder(this.#root, path, walk))
  }

  list(path: string, { offset = 0, limit = 1000 }: { offset?: number; limit?: number } = {}): Promise<Page> {
    return describingErrors(path, () => listFolder(this.#root, path, { offset, limit }))
  }

  /** Folders on the way are made too. Returns the paths of those that are new, the uppermost first. */
  mkdir(path: string, { mayExist = false }: { mayExist?: boolean } = {}): Promise<string[]> {
    return describingErrors(path, () => createFolder(this.#root, path, this.#owner, mayExist))
  }

  /** Takes back folders that `mkdir` has made, where they are still empty. */
  unmake(made: readonly string[]): Promise<void> {
    return unmakeFolders(this.#root, made)
  }

  /** Refuses (`exists`) when the new name is taken. */
  rename(from: string, to: string): Promise<void> {
    return describingErrors(from, () => renameInside(this.#root, from, to))
  }

  /** As `rename`, and what is there stays; a folder is copied whole or not at all. */
  copy(from: string, to: string, copy: TreeCopy): Promise<void> {
    return describingErrors(from, () => copyInside(this.#root, from, to, this.#owner, copy))
  }

  /** A folder goes with all that is in it, a link goes alone. */
  remove(path: string): Promise<void> {
    return describingErrors(path, () => removeTree(this.#root, path))
  }

  /** Refuses now what `remove` would refuse. */
  async checkRemoval(path: string): Promise<void> {
    if (path === '')
      throw new ConfinedFileError('root_protected', path, 'the root folder itself stays as it is')
    await this.stat(path)
  }

  /** Anything but a folder. */
  removeFile(path: string): Promise<void> {
    return describingErrors(path, () => removeFile(this.#root, path))
  }

  removeEmptyFolder(path: string): Promise<void> {
    return describingErrors(path, () => removeEmptyFolder(this.#root, path))
  }

  /** Where a link says that it leads. */
  readLink(path: string): Promise<string> {
    return describingErrors(path, () => readLink(this.#root, path))
  }

  setTimes(path: string, times: { accessedAtMs: number; modifiedAtMs: number }): Promise<void> {
    return describingErrors(path, () => setTimes(this.#root, path, times))
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
export async function openRoot(path: string, options: RootOptions = {}): Promise<OpenedRoot> {
  return describingErrors(path, async () => new OpenedRoot(await openRootFolder(path), options.owner ?? null))
}

async function reportedOf(name: string, place: FileHandle): Promise<Entry & { etag: string }> {
  const stats = await place.stat({ bigint: true })
  return { ...entryOf(name, stats), etag: etagOf(stats) }
}
