// The verb that searches names and contents below a folder: bounded in every direction, and gone when the panel is.

import type { FileHandle } from 'node:fs/promises'
import { StringDecoder } from 'node:string_decoder'
import type { FileRequestOf, searchEnd, searchMatch } from '@rookery/contracts/daemon/file-request.ts'
import type * as z from 'zod'
import type { SeenEntry } from '../../../platform/confined-files/trees/scan-tree.ts'
import type { FileTalk, FileWork } from '../logic/file-work.ts'
import { createLineSearch, type FoundLine } from '../logic/line-search.ts'
import { createNameMatcher } from '../logic/name-pattern.ts'

const depthLimit = 100
const entriesLimit = 200_000
/** Of one file, and of all together. */
const fileBytesLimit = 16 * 1024 * 1024
const allBytesLimit = 2 * 1024 * 1024 * 1024
/** One file full of finds must not hide those in others. */
const linesLimit = 100
const chunkBytes = 128 * 1024
/** A NUL in the beginning: not a text. */
const sampledBytes = 8 * 1024

type Match = z.output<typeof searchMatch>

interface Search {
  request: FileRequestOf<'search'>
  talk: FileTalk
  scanned: number
  found: number
  readBytes: number
  isCut: boolean
}

export const searchFiles: FileWork<'search'> = async ({ root }, request, talk) => {
  const search: Search = { request, talk, scanned: 0, found: 0, readBytes: 0, isCut: false }
  const hasName = createNameMatcher(request.name)
  const limits = {
    depth: depthLimit,
    onTooDeep: () => {
      search.isCut = true
    },
  }
  for await (const entry of root.scanTree(request.path, limits)) {
    talk.signal.throwIfAborted()
    if (isOver(search)) {
      search.isCut = true
      break
    }
    search.scanned += 1
    if (!hasName(entry.name)) continue
    if (request.content === '') await report(search, entry, null)
    else if (entry.type === 'file') await searchInside(search, entry)
  }
  const end: z.output<typeof searchEnd> = { is_cut: search.isCut, looked_at: search.scanned }
  await talk.answer(end)
}

function isOver({ scanned, found, readBytes, request }: Search): boolean {
  return scanned >= entriesLimit || found >= request.limit || readBytes >= allBytesLimit
}

async function report(search: Search, { path, type }: SeenEntry, line: FoundLine | null): Promise<void> {
  search.found += 1
  const match: Match = { path, type, line }
  await search.talk.answer(match)
}

async function searchInside(search: Search, entry: SeenEntry): Promise<void> {
  const handle = await entry.open()
  if (handle === null) return
  let lines = 0
  try {
    for await (const line of findLines(search, handle)) {
      if (search.found >= search.request.limit || lines >= linesLimit) {
        search.isCut = true
        return
      }
      lines += 1
      await report(search, entry, line)
    }
  } finally {
    await handle.close()
  }
}

async function* findLines(search: Search, handle: FileHandle): AsyncGenerator<FoundLine> {
  const lines = createLineSearch(search.request.content)
  const decoder = new StringDecoder('utf8')
  const buffer = Buffer.allocUnsafe(chunkBytes)
  for (let position = 0; ; ) {
    search.talk.signal.throwIfAborted()
    const { bytesRead } = await handle.read(buffer, 0, chunkBytes, position)
    const chunk = buffer.subarray(0, bytesRead)
    if (position === 0 && chunk.subarray(0, sampledBytes).includes(0)) return
    position += bytesRead
    search.readBytes += bytesRead
    yield* lines.feed(decoder.write(chunk))
    if (bytesRead === 0) break
    if (position < fileBytesLimit) continue
    search.isCut = true
    break
  }
  yield* lines.end()
}
