// The files of one game server in the words of SFTP: every path is walked below its folder, links are never followed.

import type { Stats } from 'node:fs'
import { ConfinedFileError } from '../../platform/confined-files/confined-file-error.ts'
import { type Entry, entryOf } from '../../platform/confined-files/entry.ts'
import type { FolderReader } from '../../platform/confined-files/handles/folder-reader.ts'
import type { ConfinedRoot } from '../../platform/confined-files.ts'
import type { DiskQuota } from '../files/logic/file-work.ts'
import { mayWrite, openFlags, planOpen } from './logic/open-plan.ts'
import { insidePath } from './logic/sftp-path.ts'
import { type Opened, OpenHandles } from './open-handles.ts'
import { OpenedFile } from './opened-file.ts'
import type { SftpFolders, SftpUser } from './sftp-folders.ts'
import { SftpRefusal } from './sftp-refusal.ts'

/** What a client wants to have changed; the owner is the game's user, whatever it says. */
export interface WantedAttributes {
  size?: number | undefined
  mode?: number | undefined
  /** Seconds. */
  atime?: number | undefined
  mtime?: number | undefined
}

type Reported = <Result>(operation: string, paths: string[], work: () => Promise<Result>) => Promise<Result>

/** A file is written from its opening to its closing: success is reported at the end, and a failure when it happens. */
export interface OperationReporter {
  /** Does the work and reports how it ended; refuses beforehand what could not be reported. */
  perform: Reported
  /** The same, but a success is the beginning of something whose end is reported. */
  begin: Reported
  /** The end of what was begun: never refused for want of room. */
  finish: Reported
}

export class SessionFiles {
  readonly #folders: SftpFolders
  readonly #gameServerId: number
  readonly #isAdministrator: () => boolean
  readonly #report: OperationReporter
  readonly #handles = new OpenHandles()

  /** `isAdministrator` is asked for each operation anew: it may change while the session lasts. */
  constructor(
    folders: SftpFolders,
    gameServerId: number,
    isAdministrator: () => boolean,
    report: OperationReporter,
  ) {
    this.#folders = folders
    this.#gameServerId = gameServerId
    this.#isAdministrator = isAdministrator
    this.#report = report
  }

  stat(clientPath: string): Promise<Entry> {
    return this.#read(root => root.stat(insidePath(clientPath)))
  }

  async open(clientPath: string, flags: number, { mode }: WantedAttributes): Promise<Buffer> {
    this.#handles.requireCapacity()
    const path = insidePath(clientPath)
    const file = mayWrite(flags)
      ? await this.#report.begin('written', [path], () =>
          this.#change((root, quota) => openToWrite(root, quota, path, flags, mode)),
        )
      : await this.#report.perform('downloaded', [path], () => this.#read(root => openToRead(root, path)))
    return this.#handles.add({ file, path })
  }

  read(handle: Buffer, offset: number, length: number): Promise<Buffer | null> {
    return this.#handles.file(handle).read(offset, length)
  }

  async write(handle: Buffer, offset: number, bytes: Buffer): Promise<void> {
    const file = this.#handles.file(handle)
    try {
      this.#folders.requireChangeable(this.#gameServerId)
      await file.write(offset, bytes)
    } catch (error) {
      file.spoil()
      throw error
    }
  }

  async statHandle(handle: Buffer): Promise<Entry> {
    const stats: Stats = await this.#handles.file(handle).stat()
    return entryOf('', stats)
  }

  async close(handle: Buffer): Promise<void> {
    const opened = this.#handles.take(handle)
    if ('folder' in opened) return opened.folder.close()
    const { file, path } = opened
    if (!file.mayWrite) return file.finish()
    await this.#report.finish('written', [path], async () => {
      try {
        this.#folders.requireChangeable(this.#gameServerId)
      } catch (error) {
        await file.drop()
        throw error
      }
      await file.finish()
    })
  }

  async openFolder(clientPath: string): Promise<Buffer> {
    this.#handles.requireCapacity()
    const folder = await this.#read(root => root.openFolderReader(insidePath(clientPath)))
    return this.#handles.add({ folder })
  }

  folder(handle: Buffer): FolderReader {
    return this.#handles.folder(handle)
  }

  async remove(clientPath: string): Promise<void> {
    const path = insidePath(clientPath)
    await this.#report.perform('deleted', [path], () =>
      this.#change(async (root, quota) => {
        await root.removeFile(path)
        quota.hasShrunk()
      }),
    )
  }

  async createFolder(clientPath: string): Promise<void> {
    const path = insidePath(clientPath)
    await this.#report.perform('folder_created', [path], () =>
      this.#change(async root => {
        // One folder at a time, as SFTP has it: a typing mistake makes no tree.
        if (path.includes('/')) await root.stat(path.slice(0, path.lastIndexOf('/')))
        await root.mkdir(path)
      }),
    )
  }

  async removeFolder(clientPath: string): Promise<void> {
    const path = insidePath(clientPath)
    await this.#report.perform('deleted', [path], () => this.#change(root => root.removeEmptyFolder(path)))
  }

  async rename(clientFrom: string, clientTo: string): Promise<void> {
    const [from, to] = [insidePath(clientFrom), insidePath(clientTo)]
    await this.#report.perform('renamed', [from, to], () => this.#change(root => root.rename(from, to)))
  }

  readLink(clientPath: string): Promise<string> {
    return this.#read(root => root.readLink(insidePath(clientPath)))
  }

  async createLink(clientPath: string, target: string): Promise<void> {
    const path = insidePath(clientPath)
    await this.#report.perform('linked', [path, target], () =>
      this.#change(async root => {
        if (await findEntry(root, path))
          throw new ConfinedFileError('exists', path, 'this name is already taken')
        await root.symlink(path, target)
      }),
    )
  }

  async setAttributes(clientPath: string, wanted: WantedAttributes): Promise<void> {
    const path = insidePath(clientPath)
    const isCut = wanted.size !== undefined
    await this.#report.perform(isCut ? 'written' : 'mode_changed', [path], () =>
      this.#change(async (root, quota) => {
        if (wanted.size !== undefined) await truncate(root, quota, path, wanted.size)
        if (wanted.mode !== undefined) await root.chmod(path, wanted.mode)
        const times = timesOf(wanted)
        if (times) await root.setTimes(path, times)
      }),
    )
  }

  async setAttributesOfHandle(handle: Buffer, wanted: WantedAttributes): Promise<void> {
    this.#folders.requireChangeable(this.#gameServerId)
    const file = this.#handles.file(handle)
    if (wanted.size !== undefined) await file.truncate(wanted.size)
    if (wanted.mode !== undefined) await file.setMode(wanted.mode)
    const times = timesOf(wanted)
    if (times) await file.setTimes(times.accessedAtMs, times.modifiedAtMs)
  }

  /** What is not closed by its client leaves nothing under its name. */
  async dropAll(): Promise<void> {
    await Promise.allSettled(this.#handles.takeAll().map(opened => this.#drop(opened)))
  }

  #drop(opened: Opened): Promise<void> {
    if ('folder' in opened) return opened.folder.close()
    const { file, path } = opened
    if (!file.mayWrite) return file.drop()
    return this.#report.finish('written', [path], async () => {
      await file.drop()
      throw new SftpRefusal('the session ended before the file was closed')
    })
  }

  #read<Result>(work: (root: ConfinedRoot) => Promise<Result>): Promise<Result> {
    return this.#folders.read(this.#user(), work)
  }

  #change<Result>(work: (root: ConfinedRoot, quota: DiskQuota) => Promise<Result>): Promise<Result> {
    return this.#folders.change(this.#user(), work)
  }

  #user(): SftpUser {
    return { gameServerId: this.#gameServerId, by: this.#isAdministrator() ? 'administrator' : 'person' }
  }
}

async function openToRead(root: ConfinedRoot, path: string): Promise<OpenedFile> {
  const { handle, entry } = await root.openFile(path)
  const { sizeBytes } = entry
  const reading = { mayRead: true, mayWrite: false, append: false, replacement: null, reservation: null }
  return new OpenedFile({ handle, sizeBytes, ...reading })
}

async function openToWrite(
  root: ConfinedRoot,
  quota: DiskQuota,
  path: string,
  flags: number,
  mode: number | undefined,
): Promise<OpenedFile> {
  const former = await findEntry(root, path)
  const plan = planOpen(flags, former !== null)
  const writing = { mayRead: (flags & openFlags.read) !== 0, mayWrite: true }
  if (plan.how === 'refuse') throw refusedOpen(plan.why, path)
  if (plan.how === 'replace') {
    const replacement = await root.openReplacement(path, { mode, mustBeNew: plan.mustBeNew })
    const { handle } = replacement
    return new OpenedFile({
      ...writing,
      handle,
      sizeBytes: 0,
      append: (flags & openFlags.append) !== 0,
      replacement,
      reservation: quota.reserve(),
    })
  }
  const append = plan.how === 'change' && plan.append
  const { handle, entry } = await root.openForChange(path, { append })
  const { sizeBytes } = entry
  return new OpenedFile({
    ...writing,
    handle,
    sizeBytes,
    append,
    replacement: null,
    reservation: quota.reserve(),
  })
}

function refusedOpen(why: 'exists' | 'not_found', path: string): ConfinedFileError {
  return why === 'exists'
    ? new ConfinedFileError('exists', path, 'this name is already taken')
    : new ConfinedFileError('not_found', path, 'there is no such file')
}

async function findEntry(root: ConfinedRoot, path: string): Promise<Entry | null> {
  return root.stat(path).catch((error: unknown) => {
    if (error instanceof ConfinedFileError && error.code === 'not_found') return null
    throw error
  })
}

async function truncate(root: ConfinedRoot, quota: DiskQuota, path: string, size: number): Promise<void> {
  const file = await openToWrite(root, quota, path, openFlags.write, undefined)
  try {
    await file.truncate(size)
  } finally {
    await file.finish()
  }
  quota.hasShrunk()
}

function timesOf({ atime, mtime }: WantedAttributes): { accessedAtMs: number; modifiedAtMs: number } | null {
  if (mtime === undefined) return null
  if (!Number.isFinite(mtime)) throw new SftpRefusal('this time cannot be set')
  return { accessedAtMs: (atime ?? mtime) * 1_000, modifiedAtMs: mtime * 1_000 }
}
