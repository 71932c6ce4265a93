// What a session has open: files and folders by the handles that its client was given.

import type { FolderReader } from '../../platform/confined-files/handles/folder-reader.ts'
import type { OpenedFile } from './opened-file.ts'
import { SftpRefusal } from './sftp-refusal.ts'

export type Opened = { folder: FolderReader } | { file: OpenedFile; path: string }

/** A client has one for each transfer, and transfers go a few at a time. */
const handleLimit = 64

export class OpenHandles {
  readonly #opened = new Map<number, Opened>()
  #lastHandle = 0

  requireCapacity(): void {
    if (this.#opened.size >= handleLimit) {
      throw new SftpRefusal(`at most ${handleLimit} files and folders can be open at the same time`)
    }
  }

  add(opened: Opened): Buffer {
    this.#lastHandle += 1
    this.#opened.set(this.#lastHandle, opened)
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(this.#lastHandle)
    return handle
  }

  file(handle: Buffer): OpenedFile {
    const opened = this.#opened.get(numberOf(handle))
    if (!opened || !('file' in opened)) throw unknownHandle()
    return opened.file
  }

  folder(handle: Buffer): FolderReader {
    const opened = this.#opened.get(numberOf(handle))
    if (!opened || !('folder' in opened)) throw unknownHandle()
    return opened.folder
  }

  /** Whoever takes it closes it. */
  take(handle: Buffer): Opened {
    const number = numberOf(handle)
    const opened = this.#opened.get(number)
    if (!opened) throw unknownHandle()
    this.#opened.delete(number)
    return opened
  }

  /** The session is over: whoever takes them closes them. */
  takeAll(): Opened[] {
    const all = [...this.#opened.values()]
    this.#opened.clear()
    return all
  }
}

function numberOf(handle: Buffer): number {
  return handle.length === 4 ? handle.readUInt32BE() : -1
}

function unknownHandle(): SftpRefusal {
  return new SftpRefusal('this handle is not open')
}
