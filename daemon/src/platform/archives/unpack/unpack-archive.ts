// Unpacks an archive of a game server, whatever kind it is: its first bytes tell.

import { createReadStream } from 'node:fs'
import { type FileHandle, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import xz from 'xz-decompress'
import { readChunks } from '../../confined-files/read-chunks.ts'
import { formatProgress } from '../../logic/format-bytes.ts'
import { ArchiveProblem } from '../archive-problem.ts'
import { type ArchiveKind, archiveKind, headBytes, unpackableFormats } from '../logic/archive-kind.ts'
import { formatEntries } from '../logic/unpack-limits.ts'
import { transformed } from '../transformed.ts'
import type { ArchiveTarget } from './archive-target.ts'
import { carryIn, type UnpackDeps, unpackBeside } from './unpack-seven-zip.ts'
import { unpackTar } from './unpack-tar.ts'
import { unpackZip } from './unpack-zip.ts'

/** Open for reading; the caller closes it. */
export interface OpenArchive {
  path: string
  handle: FileHandle
  bytes: number
}

interface Unpacking extends OpenArchive {
  target: ArchiveTarget
  deps: UnpackDeps
}

export async function unpackArchive(
  archive: OpenArchive,
  target: ArchiveTarget,
  deps: UnpackDeps,
): Promise<void> {
  const kind = await kindOf(archive)
  await unpackers[kind]({ ...archive, target, deps })
}

async function kindOf({ handle, path }: OpenArchive): Promise<ArchiveKind> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  const kind = archiveKind(buffer.subarray(0, bytesRead))
  if (kind) return kind
  throw new ArchiveProblem(`${path} is no archive that can be unpacked: ${unpackableFormats} can`)
}

const unpackers: Record<ArchiveKind, (unpacking: Unpacking) => Promise<void>> = {
  zip: ({ handle, target, deps }) =>
    unpackZip(handle.fd, target, (done, total) =>
      deps.progress(done / total, `${done} of ${formatEntries(total)} unpacked`),
    ),
  tar: unpacking => unpackTar(contentOf(unpacking), unpacking.target),
  gzip: unpacking =>
    unpackTar(
      unpacking.target.unfolding(transformed(contentOf(unpacking), createGunzip())),
      unpacking.target,
    ),
  xz: unpacking => {
    const packed = Readable.toWeb(Readable.from(contentOf(unpacking), { objectMode: false }))
    const stream = new xz.XzReadableStream(packed as ConstructorParameters<typeof xz.XzReadableStream>[0])
    const unfolded = Readable.fromWeb(stream as ReadableStream<Uint8Array>)
    return unpackTar(unpacking.target.unfolding(unfolded), unpacking.target)
  },
  bzip2: unpacking =>
    withSevenZip(unpacking, async folder => {
      await unpackTar(createReadStream(await onlyFileOf(folder.path)), unpacking.target)
    }),
  '7z': unpacking => withSevenZip(unpacking, folder => carryIn(folder, unpacking.target)),
}

async function withSevenZip(
  unpacking: Unpacking,
  carry: (folder: Awaited<ReturnType<typeof unpackBeside>>) => Promise<void>,
): Promise<void> {
  const { target, deps } = unpacking
  const content = Readable.from(contentOf(unpacking), { objectMode: false })
  const folder = await unpackBeside(content, target.limits, deps)
  try {
    await carry(folder)
  } finally {
    await folder.remove()
  }
}

async function* contentOf({ handle, bytes, deps }: Unpacking): AsyncGenerator<Buffer> {
  let done = 0
  for await (const chunk of readChunks(handle)) {
    deps.canceled.throwIfAborted()
    done += chunk.length
    deps.progress(done / bytes, `${formatProgress(done, bytes)} unpacked`)
    yield chunk
  }
}

/** 7-Zip takes one layer off: what is in a tar.bz2 is a tar. */
async function onlyFileOf(folder: string): Promise<string> {
  const [name = ''] = await readdir(folder)
  return join(folder, name)
}
