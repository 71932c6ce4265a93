// Unpacks a stream of a tar archive, entry after entry in its own order.

import { Readable } from 'node:stream'
import { Parser, type ReadEntry } from 'tar'
import { ArchiveProblem } from '../archive-problem.ts'
import type { ArchiveTarget } from './archive-target.ts'
import { TarCheck } from './tar-check.ts'

/** Entries with these warnings are not what the archive's maker wrote. */
const faults = ['TAR_BAD_ARCHIVE', 'TAR_ENTRY_INVALID', 'TAR_ENTRY_ERROR', 'TAR_ABORT']

const fileTypes: readonly string[] = ['File', 'OldFile', 'ContiguousFile']

/** Has let go of everything when it ends, however it ends. */
export async function unpackTar(content: AsyncIterable<Uint8Array>, target: ArchiveTarget): Promise<void> {
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  const stopped = new AbortController()
  let turn: Promise<unknown> = Promise.resolve()
  const parser = new Parser({
    // It would take off another layer by itself, and nobody would count what comes out of that.
    ...{ brotli: false, zstd: false },
    onwarn: (code, message) => {
      if (faults.includes(String(code))) failed.reject(broken(String(message)))
    },
    // The parser goes on when an entry has been read, and that is done in turn.
    onReadEntry: entry => {
      turn = turn.then(() => putEntry(entry, target, stopped.signal)).catch(failed.reject)
    },
  })
  const ended = new Promise<void>((resolve, reject) => {
    parser.on('end', () => resolve())
    parser.on('error', (error: Error) => reject(broken(error.message)))
  })
  const fed = feed(content, parser, stopped.signal, () => turn)
  try {
    await Promise.race([Promise.all([fed, ended]), failed.promise])
    await Promise.race([turn, failed.promise])
    await Promise.race([failed.promise, Promise.resolve()])
  } finally {
    stopped.abort()
    ended.catch(() => {})
    await Promise.allSettled([fed, turn])
  }
}

async function feed(
  content: AsyncIterable<Uint8Array>,
  parser: Parser,
  stopped: AbortSignal,
  turn: () => Promise<unknown>,
): Promise<void> {
  const isStopped = new Promise<void>(resolve => {
    stopped.addEventListener('abort', () => resolve(), { once: true })
  })
  const check = new TarCheck()
  let isFirst = true
  let isOver = false
  parser.on('eof', () => {
    isOver = true
  })
  for await (const chunk of content) {
    if (stopped.aborted) return
    // The parser would keep whatever comes after the end of the archive in memory.
    if (isOver) continue
    if (isFirst) requireNoLayer(chunk)
    isFirst = false
    check.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    if (parser.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))) continue
    // It says nothing more once every entry it has found is done with.
    const drained = Promise.withResolvers<void>()
    parser.once('drain', drained.resolve)
    await Promise.race([drained.promise, turn(), isStopped])
    parser.off('drain', drained.resolve)
  }
  check.end()
  parser.end()
}

/** The parser would unpack a gzip in a gzip by itself. */
function requireNoLayer(chunk: Uint8Array): void {
  if (chunk[0] === 0x1f && (chunk.length === 1 || chunk[1] === 0x8b)) {
    throw broken('there is another gzip where a tar archive should be')
  }
}

/** Pipes and devices have no place here, and are passed over. */
async function putEntry(entry: ReadEntry, target: ArchiveTarget, stopped: AbortSignal): Promise<void> {
  if (stopped.aborted) return
  const { type, path, mode, linkpath } = entry
  if (fileTypes.includes(type)) {
    const content = Readable.from(entry as AsyncIterable<Buffer>)
    // Whoever reads it is told; nobody may be reading it yet.
    content.on('error', () => {})
    const stop = () => content.destroy(new Error('the rest of it is missing'))
    stopped.addEventListener('abort', stop, { once: true })
    try {
      return await target.file(path, mode ?? null, content)
    } finally {
      stopped.removeEventListener('abort', stop)
    }
  }
  if (type === 'Directory' || type === 'GNUDumpDir') await target.folder(path)
  else if (type === 'SymbolicLink') await target.link(path, linkpath ?? '')
  else if (type === 'Link') await target.hardLink(path, linkpath ?? '')
  // What an entry holds must be read for the next one to come.
  entry.resume()
}

function broken(message: string): ArchiveProblem {
  return new ArchiveProblem(`the archive is broken: ${message}`)
}
