// Writes a 7z archive as a stream, all contents in one: only its first bytes have to be put in at the end.

import { crc32 } from 'node:zlib'
import type { SevenZipDeps } from '../seven-zip.ts'
import { compressXz } from './compress-xz.ts'
import { lzma2OfXz } from './lzma2-of-xz.ts'
import { type PackItem, unixMode } from './pack-item.ts'
import { type SevenZipEntry, sevenZipHeader, sevenZipSignature, signatureBytes } from './seven-zip-header.ts'

export interface SevenZipBytes {
  bytes: AsyncGenerator<Uint8Array>
  /** What belongs at the very beginning, when the stream has come to its end. */
  beginning: () => Uint8Array
}

export function writeSevenZip(items: AsyncIterable<PackItem>, deps: SevenZipDeps): SevenZipBytes {
  let beginning: Buffer = Buffer.alloc(signatureBytes)
  async function* write(): AsyncGenerator<Uint8Array> {
    const entries: SevenZipEntry[] = []
    yield beginning
    const { stream, dictionary } = lzma2OfXz(compressXz(contentsOf(items, entries), deps))
    let packedBytes = 0
    for await (const chunk of stream) {
      packedBytes += chunk.length
      yield chunk
    }
    const header = sevenZipHeader(entries, { dictionary: dictionary(), packedBytes })
    beginning = sevenZipSignature(header, packedBytes)
    yield header
  }
  return { bytes: write(), beginning: () => beginning }
}

/** Every content after the one before; what is known about each is written down on the way. */
async function* contentsOf(
  items: AsyncIterable<PackItem>,
  entries: SevenZipEntry[],
): AsyncGenerator<Uint8Array> {
  for await (const item of items) {
    const { name, modifiedAtMs, type } = item
    const entry = {
      name,
      modifiedAtMs,
      isFolder: type === 'directory',
      unixMode: unixMode(item),
      bytes: 0,
      crc: 0,
    }
    entries.push(entry)
    const content = type === 'file' ? item.content : type === 'link' ? [Buffer.from(item.target)] : []
    for await (const chunk of content) {
      entry.bytes += chunk.length
      entry.crc = crc32(chunk, entry.crc)
      yield chunk
    }
  }
}
