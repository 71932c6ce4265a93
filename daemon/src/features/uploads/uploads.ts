// Resumable uploads on the node: begun, continued by whoever began them, checked as a whole, and only then in their place.

import type { Log } from '../../platform/log.ts'
import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import type { FileWorks } from '../files/logic/file-work.ts'
import { appendBytes } from './append-bytes.ts'
import { createUploadLocks } from './upload-locks.ts'
import { UploadRegistry } from './upload-registry.ts'

const housekeepingMs = 60 * 60 * 1_000

type UploadVerb = 'begin_upload' | 'read_upload' | 'append_upload' | 'finish_upload' | 'remove_upload'

interface UploadsDeps {
  /** The daemon's own, on the file system of the game servers' folders. */
  folder: string
  /** Uploads of other game servers are removed. */
  isKnown: (uuid: string) => boolean
  nowMs: () => number
  log: Log
}

export interface Uploads {
  serve: FileWorks<UploadVerb>
  /** Takes away what is too old, now and every hour, and what an earlier daemon has left in the middle. */
  start(): Promise<void>
  /** Those of a game server that is gone. */
  removeAll(uuid: string): Promise<void>
  close(): void
}

export function createUploads({ folder, isKnown, nowMs, log }: UploadsDeps): Uploads {
  const registry = new UploadRegistry(folder, nowMs)
  let timer: NodeJS.Timeout | undefined
  return {
    serve: serveUploads(registry),
    async start() {
      await registry.sweep(isKnown, true)
      timer = setInterval(() => {
        registry.sweep(isKnown, false).catch((error: unknown) => {
          log.warn({ err: error }, 'old uploads could not be removed')
        })
      }, housekeepingMs).unref()
    },
    removeAll: uuid => registry.removeAll(uuid),
    close: () => clearInterval(timer),
  }
}

function serveUploads(registry: UploadRegistry): FileWorks<UploadVerb> {
  const locks = createUploadLocks((key, userId) => registry.noteOf(key, userId))
  return {
    async begin_upload(serverFiles, request, talk) {
      const note = await registry.begin(serverFiles, request)
      await talk.answer(
        await registry.answerOf({ uuid: serverFiles.uuid, uploadId: request.upload_id }, note),
      )
    },
    async read_upload({ uuid }, { upload_id: uploadId, user_id }, talk) {
      const key = { uuid, uploadId }
      // Whoever asks wants to go on from there: the offset must not move any more.
      await locks.end(key, user_id, takenOver())
      await talk.answer(await registry.answerOf(key, await registry.noteOf(key, user_id)))
    },
    async append_upload(serverFiles, request, talk) {
      const key = { uuid: serverFiles.uuid, uploadId: request.upload_id }
      await locks.end(key, request.user_id, takenOver())
      await locks.take(key, request.user_id, async (note, stop) => {
        await appendBytes({ registry, key, note, stop }, serverFiles, request, talk)
        await talk.answer(await registry.answerOf(key, note))
      })
    },
    async finish_upload(serverFiles, request, talk) {
      const key = { uuid: serverFiles.uuid, uploadId: request.upload_id }
      await locks.take(key, request.user_id, async note => {
        const { at_ms: _, ...written } =
          note.written ?? (await registry.finish(serverFiles, key, note, request))
        await talk.answer(written)
      })
    },
    async remove_upload({ uuid }, { upload_id: uploadId, user_id }, talk) {
      const key = { uuid, uploadId }
      if (await registry.parts.readNote(key)) {
        await locks.end(
          key,
          user_id,
          new LinkRefusal('not_found', 'this upload was canceled in the meantime'),
        )
        await locks.take(key, user_id, () => registry.remove(key))
      }
      await talk.answer({})
    },
  }
}

function takenOver(): LinkRefusal {
  return new LinkRefusal('conflict', 'a newer request goes on with this upload')
}
