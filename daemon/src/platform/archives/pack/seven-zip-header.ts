// The header of a 7z archive as bytes: it follows the packed stream, and the first 32 bytes lead to it.

import { crc32 } from 'node:zlib'

export interface SevenZipEntry {
  name: string
  isFolder: boolean
  /** With the kind of what it is. */
  unixMode: number
  modifiedAtMs: number
  bytes: number
  crc: number
}

export interface PackedStream {
  /** Null: there is no content at all. */
  dictionary: number | null
  packedBytes: number
}

export const signatureBytes = 32
const lzma2 = 0x21
const end = Buffer.from([0])

/** All contents are one stream, in the order of the entries. */
export function sevenZipHeader(entries: readonly SevenZipEntry[], stream: PackedStream): Buffer {
  const filled = entries.filter(({ bytes }) => bytes > 0)
  const streams = filled.length === 0 ? [] : [streamsInfo(filled, stream)]
  return Buffer.concat([Buffer.from([0x01]), ...streams, filesInfo(entries), end])
}

/** The first bytes of the archive. */
export function sevenZipSignature(header: Buffer, packedBytes: number): Buffer {
  const bytes = Buffer.alloc(signatureBytes)
  Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4]).copy(bytes)
  bytes.writeBigUInt64LE(BigInt(packedBytes), 12)
  bytes.writeBigUInt64LE(BigInt(header.length), 20)
  bytes.writeUInt32LE(crc32(header), 28)
  bytes.writeUInt32LE(crc32(bytes.subarray(12, signatureBytes)), 8)
  return bytes
}

function streamsInfo(filled: readonly SevenZipEntry[], { dictionary, packedBytes }: PackedStream): Buffer {
  const total = filled.reduce((sum, { bytes }) => sum + bytes, 0)
  const checksums = Buffer.alloc(filled.length * 4)
  for (const [index, { crc }] of filled.entries()) checksums.writeUInt32LE(crc, index * 4)
  return Buffer.concat([
    Buffer.from([0x04]),
    // One packed stream, right after the first bytes of the archive.
    Buffer.from([0x06]),
    number(0),
    number(1),
    Buffer.from([0x09]),
    number(packedBytes),
    end,
    // One way of unpacking it: a method that has properties, one byte of them.
    Buffer.from([0x07, 0x0b]),
    number(1),
    Buffer.from([0, 1, 0x21, lzma2, 1, dictionary ?? 0]),
    Buffer.from([0x0c]),
    number(total),
    end,
    // Where one content ends and the next begins; the last one ends with the stream.
    Buffer.from([0x08, 0x0d]),
    number(filled.length),
    ...(filled.length > 1 ? [Buffer.from([0x09])] : []),
    ...filled.slice(0, -1).map(({ bytes }) => number(bytes)),
    Buffer.from([0x0a, 1]),
    checksums,
    end,
    end,
  ])
}

function filesInfo(entries: readonly SevenZipEntry[]): Buffer {
  const empty = entries.filter(({ bytes }) => bytes === 0)
  const names = entries.flatMap(({ name }) => [Buffer.from(name, 'utf16le'), Buffer.alloc(2)])
  return Buffer.concat([
    Buffer.from([0x05]),
    number(entries.length),
    ...(empty.length > 0
      ? [
          property(0x0e, bits(entries.map(({ bytes }) => bytes === 0))),
          property(0x0f, bits(empty.map(({ isFolder }) => !isFolder))),
        ]
      : []),
    property(0x11, Buffer.concat([end, ...names])),
    property(0x14, Buffer.concat([Buffer.from([1, 0]), ...entries.map(timeOf)])),
    property(0x15, Buffer.concat([Buffer.from([1, 0]), ...entries.map(attributesOf)])),
    end,
  ])
}

function property(id: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([id]), number(content.length), content])
}

/** In tenths of microseconds since 1601; before that there was no time. */
function timeOf({ modifiedAtMs }: SevenZipEntry): Buffer {
  const bytes = Buffer.alloc(8)
  const since1601 = BigInt(Math.trunc(modifiedAtMs)) + 11_644_473_600_000n
  bytes.writeBigUInt64LE(since1601 < 0n ? 0n : since1601 * 10_000n)
  return bytes
}

function attributesOf({ unixMode, isFolder }: SevenZipEntry): Buffer {
  const bytes = Buffer.alloc(4)
  const unixFollows = 0x8000
  bytes.writeUInt32LE(((unixMode << 16) | unixFollows | (isFolder ? 0x10 : 0x20)) >>> 0)
  return bytes
}

/** The highest bit of each byte first. */
function bits(values: readonly boolean[]): Buffer {
  const bytes = Buffer.alloc(Math.ceil(values.length / 8))
  for (const [index, value] of values.entries()) {
    if (value) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (0x80 >> (index & 7))
  }
  return bytes
}

/** As few bytes as it needs: the first one tells by its leading ones how many follow. */
function number(value: number): Buffer {
  const whole = BigInt(value)
  for (let following = 0; following < 8; following += 1) {
    if (whole >= 1n << BigInt(7 * (following + 1))) continue
    const bytes = Buffer.alloc(following + 1)
    const leading = (0xff00 >> following) & 0xff
    bytes[0] = leading | Number(whole >> BigInt(8 * following))
    for (let index = 0; index < following; index += 1) {
      bytes[index + 1] = Number((whole >> BigInt(8 * index)) & 0xffn)
    }
    return bytes
  }
  const bytes = Buffer.alloc(9, 0xff)
  bytes.writeBigUInt64LE(whole, 1)
  return bytes
}
