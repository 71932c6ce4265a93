// One file that a client has open: read and written anywhere, as far as its flags and the disk limit allow.

import type { FileHandle } from 'node:fs/promises'
import type { Replacement } from '../../platform/confined-files/handles/replacement.ts'
import type { Reservation } from '../files/logic/file-work.ts'
import { sftpStatus } from './logic/sftp-status.ts'
import { SftpRefusal } from './sftp-refusal.ts'

export interface OpenedFileDeps {
  handle: FileHandle
  sizeBytes: number
  mayRead: boolean
  mayWrite: boolean
  /** Writes go to the end, whatever place the client names. */
  append: boolean
  /** Null: the file itself is open, and not new content for it. */
  replacement: Replacement | null
  /** Null for those who only read. */
  reservation: Reservation | null
}

/** One answer carries at most this much. */
const readLimitBytes = 128 * 1024

export class OpenedFile {
  readonly #deps: OpenedFileDeps
  #sizeBytes: number
  #isSpoilt = false

  constructor(deps: OpenedFileDeps) {
    this.#deps = deps
    this.#sizeBytes = deps.sizeBytes
  }

  get mayWrite(): boolean {
    return this.#deps.mayWrite
  }

  stat() {
    return this.#deps.handle.stat()
  }

  /** Null at the end of the file. */
  async read(offset: number, length: number): Promise<Buffer | null> {
    if (!this.#deps.mayRead)
      throw new SftpRefusal('this file is open for writing only', sftpStatus.permissionDenied)
    requirePlace(offset)
    const wanted = Math.min(length, readLimitBytes)
    const { buffer, bytesRead } = await this.#deps.handle.read(Buffer.allocUnsafe(wanted), 0, wanted, offset)
    return bytesRead === 0 && wanted > 0 ? null : buffer.subarray(0, bytesRead)
  }

  async write(offset: number, bytes: Buffer): Promise<void> {
    this.#requireWriting()
    requirePlace(offset)
    const { append, handle } = this.#deps
    const begin = append ? this.#sizeBytes : offset
    await this.#grow(begin + bytes.length)
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, begin + done)
      done += bytesWritten
    }
    this.#sizeBytes = Math.max(this.#sizeBytes, begin + bytes.length)
  }

  async truncate(sizeBytes: number): Promise<void> {
    this.#requireWriting()
    requirePlace(sizeBytes)
    await this.#grow(sizeBytes)
    await this.#deps.handle.truncate(sizeBytes)
    this.#sizeBytes = sizeBytes
  }

  async setMode(mode: number): Promise<void> {
    this.#requireWriting()
    const { replacement, handle } = this.#deps
    if (replacement) replacement.setMode(mode)
    else await handle.chmod(mode & 0o777)
  }

  async setTimes(accessedAtMs: number, modifiedAtMs: number): Promise<void> {
    this.#requireWriting()
    await this.#deps.handle.utimes(accessedAtMs / 1_000, modifiedAtMs / 1_000)
  }

  /** A part of what the client sent is missing: clients close all the same, and half a file must not get the name. */
  spoil(): void {
    this.#isSpoilt = true
  }

  /** New content gets its name here. */
  async finish(): Promise<void> {
    const { replacement, handle, reservation } = this.#deps
    if (replacement && this.#isSpoilt) {
      await this.drop()
      throw new SftpRefusal('a part of this file could not be written, so nothing of it was kept')
    }
    try {
      if (replacement) await replacement.publish()
      else await handle.close()
    } finally {
      reservation?.release()
    }
  }

  /** New content goes away; what was changed in its place stays as far as it came. */
  async drop(): Promise<void> {
    const { replacement, handle, reservation } = this.#deps
    try {
      if (replacement) await replacement.discard()
      else await handle.close()
    } finally {
      reservation?.release()
    }
  }

  /** A hole counts as what it pretends to be. */
  async #grow(sizeBytes: number): Promise<void> {
    if (sizeBytes > this.#sizeBytes) await this.#deps.reservation?.take(sizeBytes - this.#sizeBytes)
  }

  #requireWriting(): void {
    if (!this.#deps.mayWrite) {
      throw new SftpRefusal('this file is open for reading only', sftpStatus.permissionDenied)
    }
  }
}

function requirePlace(offset: number): void {
  if (!Number.isSafeInteger(offset) || offset < 0) throw new SftpRefusal('no file is as large as that')
}
