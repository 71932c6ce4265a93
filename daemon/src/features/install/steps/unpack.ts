// The step `unpack`: brings the entries of an archive into the folder, whatever kind of archive it is.

import { createReadStream } from 'node:fs'
import { type FileHandle, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import xz from 'xz-decompress'
import { readChunks } from '../../../platform/confined-files/read-chunks.ts'
import { ActionFailed } from '../../game-servers/logic/action.ts'
import { type ArchiveKind, archiveKind, headBytes } from '../logic/archive-kind.ts'
import { progressWords } from '../logic/byte-words.ts'
import { unpackLimits } from '../logic/unpack-limits.ts'
import type { Step, StepSite } from '../step-site.ts'
import { ArchiveTarget } from '../unpack/archive-target.ts'
import { carryIn, unpackBeside } from '../unpack/unpack-seven-zip.ts'
import { unpackTar } from '../unpack/unpack-tar.ts'
import { unpackZip } from '../unpack/unpack-zip.ts'

interface Archive {
  handle: FileHandle
  bytes: number
  target: ArchiveTarget
  site: StepSite
}

export async function unpack(step: Step<'unpack'>, site: StepSite): Promise<void> {
  const { root } = site.ground
  const { handle, entry } = await root.openFile(step.from)
  try {
    const kind = await kindOf(handle, step.from)
    const target = new ArchiveTarget({
      root,
      to: step.to,
      strip: step.strip,
      limits: unpackLimits(await root.freeBytes()),
      archiveBytes: entry.sizeBytes,
      canceled: site.canceled,
    })
    await unpackers[kind]({ handle, bytes: entry.sizeBytes, target, site })
    site.say(`${target.done.entries} entries unpacked`)
  } finally {
    await handle.close()
  }
  if (!step.keep_archive) await root.remove(step.from)
}

async function kindOf(handle: FileHandle, path: string): Promise<ArchiveKind> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  const kind = archiveKind(buffer.subarray(0, bytesRead))
  if (kind) return kind
  throw new ActionFailed(
    `${path} is no archive that can be unpacked: zip, tar, tar.gz, tar.xz, tar.bz2 and 7z can`,
  )
}

const unpackers: Record<ArchiveKind, (archive: Archive) => Promise<void>> = {
  zip: ({ handle, target, site }) =>
    unpackZip(handle.fd, target, (done, total) =>
      site.progress(done / total, `${done} of ${total} entries unpacked`),
    ),
  tar: archive => unpackTar(contentOf(archive), archive.target),
  gzip: archive => unpackTar(decompressed(contentOf(archive), createGunzip()), archive.target),
  xz: archive => {
    const packed = Readable.toWeb(contentOf(archive)) as ReadableStream<Uint8Array>
    const stream = new xz.XzReadableStream(packed as ConstructorParameters<typeof xz.XzReadableStream>[0])
    return unpackTar(Readable.fromWeb(stream as ReadableStream<Uint8Array>), archive.target)
  },
  bzip2: async archive => {
    const { site, target } = archive
    const folder = await unpackBeside(contentOf(archive), site)
    try {
      await unpackTar(createReadStream(await onlyFileOf(folder.path)), target)
    } finally {
      await folder.remove()
    }
  },
  '7z': async archive => {
    const folder = await unpackBeside(contentOf(archive), archive.site)
    try {
      await carryIn(folder, archive.target)
    } finally {
      await folder.remove()
    }
  },
}

function contentOf(archive: Archive): Readable {
  return Readable.from(read(archive), { objectMode: false })
}

async function* read({ handle, bytes, site }: Archive): AsyncGenerator<Buffer> {
  let done = 0
  for await (const chunk of readChunks(handle)) {
    done += chunk.length
    site.progress(done / bytes, `${progressWords(done, bytes)} unpacked`)
    yield chunk
  }
}

/** A fault of the packed stream becomes one of the stream that is read. */
function decompressed(packed: Readable, decompressor: ReturnType<typeof createGunzip>): Readable {
  packed.on('error', error => decompressor.destroy(error))
  decompressor.on('close', () => packed.destroy())
  return packed.pipe(decompressor)
}

/** 7-Zip takes one layer off: what is in a tar.bz2 is a tar. */
async function onlyFileOf(folder: string): Promise<string> {
  const [name = ''] = await readdir(folder)
  return join(folder, name)
}
