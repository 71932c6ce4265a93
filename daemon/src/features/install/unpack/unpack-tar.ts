// Unpacks a stream of a tar archive, entry after entry in its own order.

import { Readable } from 'node:stream'
import { Parser, type ReadEntry } from 'tar'
import { ActionFailed } from '../../game-servers/logic/action.ts'
import type { ArchiveTarget } from './archive-target.ts'

/** Entries with these warnings are not what the archive's maker wrote. */
const faults = ['TAR_BAD_ARCHIVE', 'TAR_ENTRY_INVALID', 'TAR_ENTRY_ERROR', 'TAR_ABORT']

const fileTypes: readonly string[] = ['File', 'OldFile', 'ContiguousFile']

export async function unpackTar(content: Readable, target: ArchiveTarget): Promise<void> {
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  let turn: Promise<unknown> = Promise.resolve()
  const parser = new Parser({
    onwarn: (code, message) => {
      if (faults.includes(String(code))) failed.reject(broken(String(message)))
    },
    // The parser goes on when an entry has been read, and that is done in turn.
    onReadEntry: entry => {
      turn = turn.then(() => putEntry(entry, target)).catch(failed.reject)
    },
  })
  const ended = new Promise<void>((resolve, reject) => {
    parser.on('end', () => resolve())
    parser.on('error', (error: Error) => reject(broken(error.message)))
  })
  try {
    await Promise.race([Promise.all([feed(content, parser), ended]), failed.promise])
    await Promise.race([turn, failed.promise])
    await Promise.race([failed.promise, Promise.resolve()])
  } finally {
    content.destroy()
  }
}

async function feed(content: Readable, parser: Parser): Promise<void> {
  for await (const chunk of content) {
    if (!parser.write(chunk as Buffer)) await new Promise<void>(resolve => parser.once('drain', resolve))
  }
  parser.end()
}

/** Pipes and devices have no place here, and are passed over. */
async function putEntry(entry: ReadEntry, target: ArchiveTarget): Promise<void> {
  const { type, path, mode, linkpath } = entry
  if (fileTypes.includes(type)) {
    return target.file(path, mode ?? null, Readable.from(entry as AsyncIterable<Buffer>))
  }
  if (type === 'Directory' || type === 'GNUDumpDir') await target.folder(path)
  else if (type === 'SymbolicLink') await target.link(path, linkpath ?? '')
  else if (type === 'Link') await target.hardLink(path, linkpath ?? '')
  // What an entry holds must be read for the next one to come.
  entry.resume()
}

function broken(message: string): ActionFailed {
  return new ActionFailed(`the archive is broken: ${message}`)
}
