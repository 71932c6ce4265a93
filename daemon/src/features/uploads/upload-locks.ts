// One request at a time for each upload: whoever comes later ends the one before, whose client has most likely left.

import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import type { UploadKey, UploadNote } from './upload-parts.ts'

/** `noteOf` refuses whoever has no right to the upload: a stranger never takes a turn. */
export function createUploadLocks(noteOf: (key: UploadKey, userId: number) => Promise<UploadNote>) {
  const taken = new Map<string, { stop: AbortController; over: Promise<unknown> }>()
  const nameOf = ({ uuid, uploadId }: UploadKey) => `${uuid}/${uploadId}`
  return {
    /** Throws LinkRefusal `conflict`. */
    async take(
      key: UploadKey,
      userId: number,
      work: (note: UploadNote, stop: AbortSignal) => Promise<void>,
    ): Promise<void> {
      const name = nameOf(key)
      await noteOf(key, userId)
      if (taken.has(name))
        throw new LinkRefusal('conflict', 'another request is writing to this upload: try again in a moment')
      const stop = new AbortController()
      const over = Promise.withResolvers<void>()
      taken.set(name, { stop, over: over.promise })
      try {
        // Read again: the turn before may have ended the upload.
        await work(await noteOf(key, userId), stop.signal)
      } finally {
        taken.delete(name)
        over.resolve()
      }
    },
    /** The one who is at work gets this refusal as soon as it can stop; waits for that. */
    async end(key: UploadKey, userId: number, refusal: LinkRefusal): Promise<void> {
      await noteOf(key, userId)
      const current = taken.get(nameOf(key))
      current?.stop.abort(refusal)
      await current?.over
    },
  }
}
