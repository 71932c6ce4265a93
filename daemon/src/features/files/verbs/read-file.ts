// The verbs that read a file from one byte to another: for the panel, or for its hash.

import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { statAnswer } from '@rookery/contracts/daemon/file-request.ts'
import type * as z from 'zod'
import { LinkRefusal } from '../../../platform/panel-link/link-hooks.ts'
import type { FileWork } from '../logic/file-work.ts'
import { nodeEntryOf } from '../logic/node-entry.ts'

const chunkBytes = 256 * 1024

/** As long as it was when it was opened: what a game adds meanwhile is not sent, what it cuts off is an error. */
export const readFile: FileWork<'read'> = async ({ root, isProtected }, { path, start, end }, talk) => {
  const { entry, etag, handle } = await root.openFile(path)
  try {
    const answer: z.output<typeof statAnswer> = { entry: nodeEntryOf(entry, isProtected(path)), etag }
    await talk.answer(answer)
    const stop = Math.min(end === null ? entry.sizeBytes : end + 1, entry.sizeBytes)
    let position = start
    for await (const chunk of readRange(handle, start, stop, talk.signal)) {
      position += chunk.length
      await talk.send(chunk)
    }
    if (position < stop) throw new LinkRefusal('conflict', 'the file was made shorter while it was read')
  } finally {
    await handle.close()
  }
}

export const hashFile: FileWork<'hash'> = async ({ root }, { path, algorithm }, talk) => {
  const { handle } = await root.openFile(path)
  try {
    const hash = createHash(algorithm)
    for await (const chunk of readRange(handle, 0, Number.POSITIVE_INFINITY, talk.signal)) hash.update(chunk)
    await talk.answer({ hash: hash.digest('hex') })
  } finally {
    await handle.close()
  }
}

/** Two buffers for all: one is filled while the other is used, and that is over before the next one is asked for. */
async function* readRange(
  handle: FileHandle,
  start: number,
  stop: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let [buffer, other] = [Buffer.allocUnsafe(chunkBytes), Buffer.allocUnsafe(chunkBytes)]
  const readAt = (position: number) => {
    const reading = handle.read(buffer, 0, Math.min(chunkBytes, stop - position), position)
    // Its failure shows where it is waited for; whoever leaves before that does not care.
    reading.catch(() => {})
    ;[buffer, other] = [other, buffer]
    return reading
  }
  let position = start
  let reading = position < stop ? readAt(position) : null
  while (reading !== null) {
    signal.throwIfAborted()
    const { bytesRead, buffer: filled } = await reading
    if (bytesRead === 0) return
    position += bytesRead
    reading = position < stop ? readAt(position) : null
    yield filled.subarray(0, bytesRead)
  }
}
