// Reads the headers of a tar archive along with the parser and refuses those that no honest archive has: what two
// readers of one archive would understand differently must not be unpacked.

import { ArchiveProblem } from '../archive-problem.ts'
import { unpackableFormats } from '../logic/archive-kind.ts'

const block = 512
/** Of an extended header or a long name. */
const extensionLimitBytes = 1024 * 1024

interface Extension {
  type: string
  chunks: Buffer[]
}

/** Throws ArchiveProblem. */
export class TarCheck {
  #header = Buffer.alloc(0)
  /** Bytes of the present entry that are still to come, and how many of them are padding. */
  #left = 0
  #padding = 0
  #extension: Extension | null = null
  /** The size that an extended header has announced for the next entry. */
  #announcedSize: number | null = null
  #wasEmpty = false
  #isOver = false
  #isFirst = true

  push(chunk: Buffer): void {
    let rest = chunk
    while (rest.length > 0 && !this.#isOver) {
      const passed = this.#left > 0 ? this.#takeBody(rest) : this.#takeHeader(rest)
      rest = rest.subarray(passed)
    }
  }

  end(): void {
    if (this.#isFirst) throw notTar()
    if (this.#left > this.#padding) throw broken('it ends in the middle of an entry')
  }

  #takeBody(bytes: Buffer): number {
    const length = Math.min(this.#left, bytes.length)
    const isOfContent = Math.max(0, Math.min(length, this.#left - this.#padding))
    this.#extension?.chunks.push(Buffer.from(bytes.subarray(0, isOfContent)))
    this.#left -= length
    if (this.#left === 0) this.#endExtension()
    return length
  }

  #takeHeader(bytes: Buffer): number {
    const length = Math.min(block - this.#header.length, bytes.length)
    this.#header = Buffer.concat([this.#header, bytes.subarray(0, length)])
    if (this.#header.length === block) {
      const header = this.#header
      if (this.#isFirst && !isTarHeader(header)) throw notTar()
      this.#isFirst = false
      this.#header = Buffer.alloc(0)
      const isEmpty = header.every(byte => byte === 0)
      // Two of them are the end; behind a single one readers go on.
      this.#isOver = isEmpty && this.#wasEmpty
      this.#wasEmpty = isEmpty
      if (!isEmpty) this.#readHeader(header)
    }
    return length
  }

  #readHeader(header: Buffer): void {
    const type = String.fromCharCode(header[156] ?? 0)
    const isExtension = ['x', 'g', 'L', 'K'].includes(type)
    if (type === 'S') throw broken('it holds a sparse file: pack it without holes')
    const own = sizeOf(header.subarray(124, 136))
    const size = isExtension ? own : (this.#announcedSize ?? own)
    if (!isExtension) this.#announcedSize = null
    if (isExtension && size > extensionLimitBytes) throw broken('one of its headers is larger than 1 MiB')
    this.#extension = isExtension ? { type, chunks: [] } : null
    // Links and folders have no content, whatever their header says.
    const length = ['1', '2', '3', '4', '5', '6'].includes(type) ? 0 : size
    this.#padding = (block - (length % block)) % block
    this.#left = length + this.#padding
    if (this.#left === 0) this.#endExtension()
  }

  #endExtension(): void {
    if (this.#extension === null) return
    const { type, chunks } = this.#extension
    this.#extension = null
    const body = Buffer.concat(chunks)
    if (type === 'L' || type === 'K') {
      if (body.subarray(0, body.length - 1).includes(0)) throw broken('a name holds NUL')
      return
    }
    const size = readRecords(body).get('size')
    if (size === undefined) return
    if (!/^\d{1,15}$/.test(size)) throw broken(`it announces a size of ${JSON.stringify(size)}`)
    if (type === 'x') this.#announcedSize = Number(size)
  }
}

/** By its mark, or by its checksum where it is older than the mark; nothing but zeros is an empty archive. */
function isTarHeader(header: Buffer): boolean {
  if (header.toString('latin1', 257, 262) === 'ustar' || header.every(byte => byte === 0)) return true
  const written = Number.parseInt(header.toString('latin1', 148, 156).replaceAll('\0', ' ').trim(), 8)
  // It is counted as if blanks stood in its own place.
  const sum = header.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 0x20 : byte), 0)
  return sum === written
}

/** What gzip, xz or bzip2 was given is a file by itself. */
function notTar(): ArchiveProblem {
  return new ArchiveProblem(
    `this is a single compressed file and no archive: ${unpackableFormats} can be unpacked`,
  )
}

/** The records of an extended header; each of them must be whole, and places stand there once. */
function readRecords(body: Buffer): Map<string, string> {
  const records = new Map<string, string>()
  for (let at = 0; at < body.length; ) {
    const blank = body.indexOf(0x20, at)
    const digits = body.subarray(at, blank === -1 ? at : blank).toString('latin1')
    const length = /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : 0
    const record = body.subarray(at, at + length)
    if (length <= digits.length + 1 || record.length < length || record.at(-1) !== 0x0a)
      throw broken('an extended header is not as long as it says')
    const text = record.subarray(digits.length + 1, -1).toString()
    const equals = text.indexOf('=')
    const key = text.slice(0, equals)
    if (equals < 1) throw broken('an extended header has a record without a name')
    const isPlace = ['path', 'linkpath', 'size'].includes(key)
    if (isPlace && text.includes('\0')) throw broken(`${JSON.stringify(key)} of an extended header holds NUL`)
    if (key.startsWith('GNU.sparse.')) throw broken('it holds a sparse file: pack it without holes')
    if (isPlace && records.has(key)) throw broken(`an extended header says ${JSON.stringify(key)} twice`)
    records.set(key, text.slice(equals + 1))
    at += length
  }
  return records
}

/** Octal digits between blanks and NUL, or base 256; never negative. */
function sizeOf(field: Buffer): number {
  const [first = 0] = field
  if (first === 0xff) throw broken('the size of an entry is negative')
  if (first >= 0x80) {
    const value = field.subarray(1).reduce((sum, byte) => sum * 256 + byte, first & 0x7f)
    if (!Number.isSafeInteger(value)) throw broken('an entry is larger than any file')
    return value
  }
  const text = (field.toString('latin1').split('\0')[0] ?? '').trim()
  if (!/^[0-7]*$/.test(text)) throw broken(`the size of an entry is ${JSON.stringify(text)}`)
  return text === '' ? 0 : Number.parseInt(text, 8)
}

function broken(message: string): ArchiveProblem {
  return new ArchiveProblem(`the archive is broken: ${message}`)
}
