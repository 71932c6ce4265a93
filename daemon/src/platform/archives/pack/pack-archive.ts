// Packs into an archive of any kind, as a stream.

import { createGzip } from 'node:zlib'
import type { SevenZipDeps } from '../seven-zip.ts'
import { transformed } from '../transformed.ts'
import { compressXz } from './compress-xz.ts'
import type { PackItem } from './pack-item.ts'
import { type SevenZipBytes, writeSevenZip } from './write-seven-zip.ts'
import { writeTar } from './write-tar.ts'
import { writeZip } from './write-zip.ts'

type ArchiveFormat = 'zip' | 'tar' | 'tar.gz' | 'tar.xz' | '7z'

/** These come to their end without a look back. */
const streamed = {
  zip: writeZip,
  tar: writeTar,
  'tar.gz': (items: AsyncIterable<PackItem>) => transformed(writeTar(items), createGzip()),
}
export type StreamedFormat = keyof typeof streamed

export function packStream(
  format: StreamedFormat,
  items: AsyncIterable<PackItem>,
): AsyncGenerator<Uint8Array> {
  return streamed[format](items)
}

/** `beginning`: null, or what has to be put over the first bytes at the end. */
export function packArchive(
  format: ArchiveFormat,
  items: AsyncIterable<PackItem>,
  deps: SevenZipDeps,
): { bytes: AsyncGenerator<Uint8Array>; beginning: SevenZipBytes['beginning'] | null } {
  if (format === '7z') return writeSevenZip(items, deps)
  const bytes = format === 'tar.xz' ? compressXz(writeTar(items), deps) : packStream(format, items)
  return { bytes, beginning: null }
}
