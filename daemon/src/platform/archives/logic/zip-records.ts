// The records of a zip archive as bytes: before and after each content, and the table of contents at the end.

export interface ZipEntry {
  name: Buffer
  /** With the kind of what it is. */
  unixMode: number
  isFolder: boolean
  modifiedAtMs: number
  /** Sizes of more than 4 GB have room in its records. */
  isLarge: boolean
  /** What is told after the content, because it is not known before. */
  isMeasuredLater: boolean
  isDeflated: boolean
  crc: number
  packedBytes: number
  bytes: number
  /** Where its first record begins. */
  offset: number
}

const largest16 = 0xffff
const largest32 = 0xffffffff
const madeOnUnix = 3 << 8
const utf8Names = 0x0800
const measuredLater = 0x0008

/** The first record of an entry. */
export function localRecord(entry: ZipEntry): Buffer {
  const extra = Buffer.concat([timeField(entry), entry.isLarge ? largeField([0, 0]) : Buffer.alloc(0)])
  const record = Buffer.alloc(30)
  record.writeUInt32LE(0x04034b50, 0)
  writeShared(record, entry, 4)
  if (entry.isLarge) {
    record.writeUInt32LE(largest32, 18)
    record.writeUInt32LE(largest32, 22)
  } else if (entry.isMeasuredLater) record.fill(0, 14, 26)
  record.writeUInt16LE(extra.length, 28)
  return Buffer.concat([record, entry.name, extra])
}

/** After the content of an entry that is measured later. */
export function measuredRecord({ isLarge, crc, packedBytes, bytes }: ZipEntry): Buffer {
  const record = Buffer.alloc(isLarge ? 24 : 16)
  record.writeUInt32LE(0x08074b50, 0)
  record.writeUInt32LE(crc, 4)
  if (isLarge) {
    record.writeBigUInt64LE(BigInt(packedBytes), 8)
    record.writeBigUInt64LE(BigInt(bytes), 16)
  } else {
    record.writeUInt32LE(packedBytes, 8)
    record.writeUInt32LE(bytes, 12)
  }
  return record
}

/** Its line in the table of contents. */
export function tableRecord(entry: ZipEntry): Buffer {
  const { packedBytes, bytes, offset } = entry
  const isLarge = entry.isLarge || offset >= largest32
  const extra = Buffer.concat([
    timeField(entry),
    isLarge ? largeField([bytes, packedBytes, offset]) : Buffer.alloc(0),
  ])
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE(madeOnUnix | versionOf(isLarge), 4)
  writeShared(record, entry, 6)
  if (isLarge) {
    record.writeUInt16LE(versionOf(true), 6)
    record.writeUInt32LE(largest32, 20)
    record.writeUInt32LE(largest32, 24)
  }
  record.writeUInt16LE(extra.length, 30)
  record.writeUInt32LE(((entry.unixMode << 16) | (entry.isFolder ? 0x10 : 0)) >>> 0, 38)
  record.writeUInt32LE(isLarge ? largest32 : offset, 42)
  return Buffer.concat([record, entry.name, extra])
}

/** What closes an archive whose table of `tableBytes` begins at `tableOffset`. */
export function endRecords(count: number, tableBytes: number, tableOffset: number): Buffer {
  const isLarge = count >= largest16 || tableBytes >= largest32 || tableOffset >= largest32
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, largest16), 8)
  end.writeUInt16LE(Math.min(count, largest16), 10)
  end.writeUInt32LE(Math.min(tableBytes, largest32), 12)
  end.writeUInt32LE(Math.min(tableOffset, largest32), 16)
  if (!isLarge) return end
  const large = Buffer.alloc(56)
  large.writeUInt32LE(0x06064b50, 0)
  large.writeBigUInt64LE(44n, 4)
  large.writeUInt16LE(madeOnUnix | versionOf(true), 12)
  large.writeUInt16LE(versionOf(true), 14)
  large.writeBigUInt64LE(BigInt(count), 24)
  large.writeBigUInt64LE(BigInt(count), 32)
  large.writeBigUInt64LE(BigInt(tableBytes), 40)
  large.writeBigUInt64LE(BigInt(tableOffset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(tableOffset + tableBytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([large, locator, end])
}

function versionOf(isLarge: boolean): number {
  return isLarge ? 45 : 20
}

/** The part that both records of an entry have, from the version that is needed to the length of the name. */
function writeShared(record: Buffer, entry: ZipEntry, at: number): void {
  record.writeUInt16LE(versionOf(entry.isLarge), at)
  record.writeUInt16LE(utf8Names | (entry.isMeasuredLater ? measuredLater : 0), at + 2)
  record.writeUInt16LE(entry.isDeflated ? 8 : 0, at + 4)
  record.writeUInt32LE(dosTime(entry.modifiedAtMs), at + 6)
  record.writeUInt32LE(entry.crc, at + 10)
  record.writeUInt32LE(Math.min(entry.packedBytes, largest32), at + 14)
  record.writeUInt32LE(Math.min(entry.bytes, largest32), at + 18)
  record.writeUInt16LE(entry.name.length, at + 22)
}

function largeField(numbers: number[]): Buffer {
  const field = Buffer.alloc(4 + numbers.length * 8)
  field.writeUInt16LE(0x0001, 0)
  field.writeUInt16LE(numbers.length * 8, 2)
  for (const [index, number] of numbers.entries()) field.writeBigUInt64LE(BigInt(number), 4 + index * 8)
  return field
}

/** The second in which a file was changed; the older field knows every other second and no time zone. */
function timeField({ modifiedAtMs }: ZipEntry): Buffer {
  const seconds = Math.floor(modifiedAtMs / 1_000)
  if (seconds < -0x80000000 || seconds > 0x7fffffff) return Buffer.alloc(0)
  const field = Buffer.alloc(9)
  field.writeUInt16LE(0x5455, 0)
  field.writeUInt16LE(5, 2)
  field.writeUInt8(1, 4)
  field.writeInt32LE(seconds, 5)
  return field
}

/** In UTC, within the years that it can tell. */
function dosTime(modifiedAtMs: number): number {
  const first = Date.UTC(1980, 0, 1)
  const last = Date.UTC(2107, 11, 31, 23, 59, 58)
  const date = new Date(Math.min(Math.max(modifiedAtMs, first), last))
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  return ((day << 16) | time) >>> 0
}
