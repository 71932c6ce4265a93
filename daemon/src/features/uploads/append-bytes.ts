// Takes the next bytes of an upload; what has arrived stays, however the request ends.

import type { FileRequestOf } from '@rookery/contracts/daemon/file-request.ts'
import { ConfinedFileError } from '../../platform/confined-files/confined-file-error.ts'
import { createEarlySync } from '../../platform/confined-files/early-sync.ts'
import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import type { FileTalk, ServerFiles } from '../files/logic/file-work.ts'
import { type UploadKey, type UploadNote, writeWhole } from './upload-parts.ts'
import type { UploadRegistry } from './upload-registry.ts'

interface AppendDeps {
  registry: UploadRegistry
  key: UploadKey
  note: UploadNote
  /** Aborts with a refusal when somebody else goes on with the upload or gives it up. */
  stop: AbortSignal
}

export async function appendBytes(
  { registry, key, note, stop }: AppendDeps,
  serverFiles: ServerFiles,
  request: FileRequestOf<'append_upload'>,
  talk: FileTalk,
): Promise<void> {
  const offset = await registry.offsetOf(key, note)
  if (request.offset !== offset)
    throw new LinkRefusal(
      'conflict',
      `the upload stands at ${offset}, not at ${request.offset}: go on from there`,
    )
  const file = note.written ? null : await registry.parts.open(key)
  try {
    if (file !== null) await registry.reservations.take(serverFiles, key, note.size_bytes)
    const incoming = talk.incoming()
    await talk.answer({})
    const early = file && createEarlySync(file)
    let position = offset
    for await (const bytes of until(stop, incoming)) {
      if (position + bytes.length > note.size_bytes) throw moreThanAnnounced(note)
      if (file === null) throw new LinkRefusal('not_found', 'this upload is lost: begin it again')
      await writeWhole(file, bytes, position)
      position += bytes.length
      early?.wrote(bytes.length)
    }
    await early?.settle()
  } catch (error) {
    // Half of what has no room helps nobody and takes what is left.
    if (error instanceof ConfinedFileError && error.code === 'no_space') await registry.remove(key)
    throw error
  } finally {
    await file?.close()
  }
}

function moreThanAnnounced({ size_bytes }: UploadNote): LinkRefusal {
  return new LinkRefusal('too_large', `the upload was begun with ${size_bytes} bytes, and more have come`)
}

async function* until(stop: AbortSignal, incoming: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const stopped = Promise.withResolvers<never>()
  stopped.promise.catch(() => {})
  const leave = () => stopped.reject(stop.reason as LinkRefusal)
  if (stop.aborted) leave()
  stop.addEventListener('abort', leave, { once: true })
  const reader = incoming[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { value, done } = await Promise.race([reader.next(), stopped.promise])
      if (done) return
      yield value
    }
  } finally {
    stop.removeEventListener('abort', leave)
  }
}
