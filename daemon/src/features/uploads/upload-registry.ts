// All open uploads of this node: who began them, how far they have come, and how they end.

import type { FileRequestOf } from '@rookery/contracts/daemon/file-request.ts'
import { limits } from '@rookery/contracts/limits.ts'
import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import type { ServerFiles } from '../files/logic/file-work.ts'
import { expectationOf, finishFile } from './finish-file.ts'
import { createUploadParts, type UploadKey, type UploadNote } from './upload-parts.ts'
import { createUploadReservations } from './upload-reservations.ts'

const uploadLifeMs = 24 * 60 * 60 * 1_000
/** For those who have not heard that it has ended well. */
const writtenLifeMs = 60 * 60 * 1_000

export type Written = NonNullable<UploadNote['written']>

export class UploadRegistry {
  readonly parts: ReturnType<typeof createUploadParts>
  readonly reservations = createUploadReservations()
  readonly #nowMs: () => number

  constructor(folder: string, nowMs: () => number) {
    this.parts = createUploadParts(folder)
    this.#nowMs = nowMs
  }

  async begin(serverFiles: ServerFiles, request: FileRequestOf<'begin_upload'>): Promise<UploadNote> {
    const { parts, reservations } = this
    const { upload_id: uploadId, size_bytes, limit_bytes, path, user_id, sha256, make_folders } = request
    const key = { uuid: serverFiles.uuid, uploadId }
    if (size_bytes > limit_bytes)
      throw new LinkRefusal(
        'too_large',
        `an upload may have ${limit_bytes} bytes, this one has ${size_bytes}`,
      )
    if (await parts.readNote(key)) throw new LinkRefusal('conflict', 'there is an upload of this id already')
    if ((await parts.countOpen(serverFiles.uuid)) >= limits.openUploadsOfGameServer)
      throw new LinkRefusal('conflict', 'too many uploads are open: finish or give up some of them')
    if (await this.#hasAsManyAsAllowed(serverFiles.uuid, user_id))
      throw new LinkRefusal(
        'conflict',
        `you have ${limits.openUploadsOfPerson} unfinished uploads in this game server: finish or give up some`,
      )
    const { expect, metadata } = request
    await serverFiles.root.checkWrite(path, expectationOf(expect))
    await reservations.take(serverFiles, key, size_bytes)
    const reported = { path, size_bytes, user_id, expect, sha256, make_folders, metadata }
    const note: UploadNote = { ...reported, begun_at_ms: this.#nowMs(), written: null }
    try {
      await parts.create(key, note)
    } catch (error) {
      reservations.release(key)
      throw error
    }
    return note
  }

  async #hasAsManyAsAllowed(uuid: string, userId: number): Promise<boolean> {
    const ids = await this.parts.idsOf(uuid)
    // Nobody has more of them than there are: few need not be read.
    if (ids.length < limits.openUploadsOfPerson) return false
    let count = 0
    for (const uploadId of ids) {
      const note = await this.parts.readNote({ uuid, uploadId }).catch(() => null)
      if (note?.user_id === userId && note.written === null) count += 1
    }
    return count >= limits.openUploadsOfPerson
  }

  /** Throws LinkRefusal: `not_found`, or `forbidden` for everybody but the one who began it. */
  async noteOf(key: UploadKey, userId: number): Promise<UploadNote> {
    const note = await this.parts.readNote(key)
    if (note === null || isUploadOver(note, this.#nowMs()))
      throw new LinkRefusal('not_found', 'this upload is over or was never begun: begin it again')
    if (note.user_id !== userId)
      throw new LinkRefusal('forbidden', 'this upload was started by someone else: start your own')
    return note
  }

  async offsetOf(key: UploadKey, note: UploadNote): Promise<number> {
    if (note.written) return note.size_bytes
    const file = await this.parts.open(key)
    if (file === null) throw new LinkRefusal('not_found', 'this upload is lost: begin it again')
    try {
      return (await file.stat()).size
    } finally {
      await file.close()
    }
  }

  async answerOf(key: UploadKey, note: UploadNote): Promise<object> {
    const { path, size_bytes, metadata, begun_at_ms } = note
    return { path, offset: await this.offsetOf(key, note), size_bytes, metadata, begun_at_ms }
  }

  /** Whatever is refused here is removed, unless bytes are still missing. */
  async finish(
    serverFiles: ServerFiles,
    key: UploadKey,
    note: UploadNote,
    { upload }: FileRequestOf<'finish_upload'>,
  ): Promise<Written> {
    const offset = await this.offsetOf(key, note)
    if (offset !== note.size_bytes)
      throw new LinkRefusal(
        'conflict',
        `the upload stands at ${offset} of ${note.size_bytes} bytes: send the rest first`,
      )
    try {
      const answer = await finishFile({ parts: this.parts, serverFiles, key, note, policy: upload })
      const written = { ...answer, at_ms: this.#nowMs() }
      this.reservations.release(key)
      await this.parts.writeNote(key, { ...note, written })
      return written
    } catch (error) {
      await this.remove(key)
      throw error
    }
  }

  async remove(key: UploadKey): Promise<void> {
    this.reservations.release(key)
    await this.parts.remove(key)
  }

  async removeAll(uuid: string): Promise<void> {
    this.reservations.releaseAll(uuid)
    await this.parts.removeAll(uuid)
  }

  /** `isStart`: nobody is at work yet, and what an earlier daemon has left in the middle goes too. */
  async sweep(isKnown: (uuid: string) => boolean, isStart: boolean): Promise<void> {
    for (const uuid of await this.parts.uuids()) {
      if (!isKnown(uuid)) await this.removeAll(uuid)
      for (const uploadId of await this.parts.idsOf(uuid)) {
        const key = { uuid, uploadId }
        const note = await this.parts.readNote(key).catch(() => null)
        if (note === null || isUploadOver(note, this.#nowMs())) await this.remove(key)
      }
      if (isStart) await this.parts.removeOrphans(uuid)
    }
  }
}

/** How long an upload may wait for its rest, and how long its end is remembered. */
function isUploadOver(
  { begun_at_ms, written }: { begun_at_ms: number; written: { at_ms: number } | null },
  nowMs: number,
): boolean {
  if (nowMs - begun_at_ms >= uploadLifeMs) return true
  return written !== null && nowMs - written.at_ms >= writtenLifeMs
}
