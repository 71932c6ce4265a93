// Unpacks zip archives, entry by entry from their table of contents.

import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Entry, fromFdPromise } from 'yauzl'
import { ArchiveProblem } from '../archive-problem.ts'
import { zipEntryName } from '../logic/zip-entry-name.ts'
import type { ArchiveTarget } from './archive-target.ts'

const madeOnUnix = 3
const kindBits = 0o170000
const linkKind = 0o120000
const regularKinds: readonly number[] = [0, 0o100000, 0o040000]
const linkLimitBytes = 4_096

export async function unpackZip(
  fd: number,
  target: ArchiveTarget,
  onEntry: (done: number, total: number) => void,
): Promise<void> {
  const zip = await fromFdPromise(fd, { autoClose: false, validateEntrySizes: true }).catch(broken)
  target.expect(zip.entryCount)
  let done = 0
  try {
    for await (const entry of zip.eachEntry()) {
      await putEntry(entry, () => zip.openReadStreamPromise(entry), target)
      done += 1
      onEntry(done, zip.entryCount)
    }
  } catch (error) {
    if (error instanceof ArchiveProblem || (error as Error).name === 'AbortError') throw error
    // Faults of the archive are told by plain errors; those of the file system have a name of their own.
    if ((error as Error).name === 'Error') broken(error)
    throw error
  }
}

async function putEntry(entry: Entry, open: () => Promise<Readable>, target: ArchiveTarget): Promise<void> {
  const name = zipEntryName(entry)
  const mode = unixMode(entry)
  if (entry.isEncrypted()) {
    throw new ArchiveProblem(
      `the entry ${JSON.stringify(name)} of the archive is encrypted, which is not supported`,
    )
  }
  if (name.endsWith('/')) return target.folder(name)
  if ((mode & kindBits) === linkKind) {
    if (entry.uncompressedSize > linkLimitBytes) throw new ArchiveProblem(`the link ${name} is too long`)
    return target.link(name, await text(await open()))
  }
  // Pipes, sockets and devices.
  if (!regularKinds.includes(mode & kindBits)) return
  if (!entry.canDecodeFileData()) {
    throw new ArchiveProblem(
      `the entry ${JSON.stringify(name)} of the archive is packed by method ${entry.compressionMethod}, which is not supported`,
    )
  }
  await target.file(name, mode === 0 ? null : mode, await open())
}

/** 0 where the archive was made on a system without such modes. */
function unixMode(entry: Entry): number {
  return entry.versionMadeBy >> 8 === madeOnUnix ? (entry.externalFileAttributes >>> 16) & 0xffff : 0
}

function broken(error: unknown): never {
  throw new ArchiveProblem(`the archive is broken: ${(error as Error).message}`)
}
