// Writes a zip archive as a stream: sizes and checksums follow each content, so nothing has to be known beforehand.
// By hand, because yazl looks through all entries for each one that it adds: minutes for a folder of 70,000 files.

import { crc32, createDeflateRaw } from 'node:zlib'
import { endRecords, localRecord, measuredRecord, tableRecord, type ZipEntry } from '../logic/zip-records.ts'
import { transformed } from '../transformed.ts'
import { type PackItem, unixMode } from './pack-item.ts'

/** A little below 4 GB: what cannot be compressed grows by some bytes. */
const largeFromBytes = 0xf0000000

export async function* writeZip(items: AsyncIterable<PackItem>): AsyncGenerator<Uint8Array> {
  const table: Buffer[] = []
  let offset = 0
  for await (const item of items) {
    const entry = entryOf(item, offset)
    for await (const bytes of entryBytes(entry, item)) {
      offset += bytes.length
      yield bytes
    }
    table.push(tableRecord(entry))
  }
  const tableOffset = offset
  let tableBytes = 0
  for (const record of table) {
    tableBytes += record.length
    yield record
  }
  yield endRecords(table.length, tableBytes, tableOffset)
}

/** Measures the entry on the way. */
async function* entryBytes(entry: ZipEntry, item: PackItem): AsyncGenerator<Uint8Array> {
  if (item.type === 'link') {
    const target = Buffer.from(item.target)
    measure(entry, target)
    entry.packedBytes = target.length
    yield localRecord(entry)
    yield target
    return
  }
  yield localRecord(entry)
  if (item.type === 'directory' || !entry.isMeasuredLater) return
  const measured = measuring(entry, item.content)
  for await (const packed of transformed(measured, createDeflateRaw())) {
    entry.packedBytes += packed.length
    yield packed
  }
  yield measuredRecord(entry)
}

async function* measuring(entry: ZipEntry, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    measure(entry, chunk)
    yield chunk
  }
}

function measure(entry: ZipEntry, chunk: Uint8Array): void {
  entry.crc = crc32(chunk, entry.crc)
  entry.bytes += chunk.length
}

function entryOf(item: PackItem, offset: number): ZipEntry {
  const isFolder = item.type === 'directory'
  const hasContent = item.type === 'file' && item.sizeBytes > 0
  return {
    name: Buffer.from(isFolder ? `${item.name}/` : item.name),
    unixMode: unixMode(item),
    isFolder,
    modifiedAtMs: item.modifiedAtMs,
    isLarge: item.type === 'file' && item.sizeBytes >= largeFromBytes,
    isMeasuredLater: hasContent,
    isDeflated: hasContent,
    crc: 0,
    packedBytes: 0,
    bytes: 0,
    offset,
  }
}
