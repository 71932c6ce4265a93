// Packs into an archive of any kind, as a stream.

import { createGzip } from 'node:zlib'
import type { ArchiveFormat } from '@rookery/contracts/daemon/file-request.ts'
import type { SevenZipDeps } from '../seven-zip.ts'
import { transformed } from '../transformed.ts'
import { compressXz } from './compress-xz.ts'
import type { PackItem } from './pack-item.ts'
import { writeTar } from './write-tar.ts'
import { writeZip } from './write-zip.ts'

/** By this process alone. */
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

export function packArchive(
  format: ArchiveFormat,
  items: AsyncIterable<PackItem>,
  deps: SevenZipDeps,
): AsyncGenerator<Uint8Array> {
  return format === 'tar.xz' ? compressXz(writeTar(items), deps) : packStream(format, items)
}
