// The verbs that read: lists, single names, the space that all of it takes, and the bytes of a file or their hash.

import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type {
  listAnswer,
  NodeFileEntry,
  statAnswer,
  usageAnswer,
} from '@rookery/contracts/daemon/file-request.ts'
import type * as z from 'zod'
import type { Entry } from '../../../platform/confined-files/entry.ts'
import { LinkRefusal } from '../../../platform/panel-link/link-hooks.ts'
import type { FileWork, ServerFiles } from '../logic/file-work.ts'

const chunkBytes = 256 * 1024

export const listFiles: FileWork<'list'> = async ({ root, isProtected }, request, talk) => {
  const { path, offset, limit } = request
  const { entries, total, isCut } = await root.list(path, { offset, limit })
  const formatted = entries.map(entry =>
    nodeEntryOf(entry, isProtected(path === '' ? entry.name : `${path}/${entry.name}`)),
  )
  const answer: z.output<typeof listAnswer> = { entries: formatted, total, is_cut: isCut }
  await talk.answer(answer)
}

export const statFile: FileWork<'stat'> = async ({ root, isProtected }, { path }, talk) => {
  const { etag, ...entry } = await root.stat(path)
  const answer: z.output<typeof statAnswer> = { entry: nodeEntryOf(entry, isProtected(path)), etag }
  await talk.answer(answer)
}

export const reportUsage: FileWork<'usage'> = async ({ root, quota }, _request, talk) => {
  await talk.answer(await describeUsage(quota, await root.freeBytes()))
}

export async function describeUsage(
  quota: ServerFiles['quota'],
  freeBytes: number,
): Promise<z.output<typeof usageAnswer>> {
  const { usedBytes, files, limitBytes } = await quota.usage()
  return { used_bytes: usedBytes, files, limit_bytes: limitBytes, free_bytes: freeBytes }
}

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

/** A name on the disk, as the panel hears of it. */
function nodeEntryOf(
  { name, type, sizeBytes, mode, modifiedAtMs }: Entry,
  isProtected: boolean,
): NodeFileEntry {
  return {
    name,
    type,
    size_bytes: sizeBytes,
    mode,
    modified_at_ms: modifiedAtMs,
    is_protected: isProtected,
  }
}
