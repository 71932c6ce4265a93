// Reads the texts out of an archive (zip, tar, tar.gz) in the browser, within limits: nothing is unpacked that is not
// asked for, no entry grows beyond what one may have, and names are labels, never paths that anything is written to.

export interface ArchiveLimits {
  entries: number
  /** Of one entry and of all together, unpacked. */
  entryBytes: number
  totalBytes: number
}

export interface ArchiveEntry {
  name: string
  /** Null: larger than one may be, encrypted, or packed in a way that is not known. */
  bytes: Uint8Array<ArrayBuffer> | null
}

export class ArchiveRefusal extends Error {
  override readonly name = 'ArchiveRefusal'
  readonly reason: 'broken' | 'tooManyEntries' | 'tooMuch'

  constructor(reason: 'broken' | 'tooManyEntries' | 'tooMuch') {
    super(reason)
    this.reason = reason
  }
}

/** Null as soon as it is more than `limit`: the rest is not unpacked. */
async function inflate(
  packed: Uint8Array<ArrayBuffer>,
  format: 'gzip' | 'deflate-raw',
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream(format)).getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new ArchiveRefusal('broken')
    })
    if (done) break
    size += value.length
    if (size > limit) {
      await reader.cancel().catch(() => undefined)
      return null
    }
    chunks.push(value)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

interface ZipEntry {
  name: string
  method: number
  isEncrypted: boolean
  packedSize: number
  size: number
  at: number
}

const zipEnd = 0x06054b50
const zipEntry = 0x02014b50
const zipEndSize = 22
const longestComment = 65_535

/** From the directory at the end, as every other program reads it. */
function zipDirectory(view: DataView, bytes: Uint8Array, limit: number): ZipEntry[] {
  let end = view.byteLength - zipEndSize
  const first = Math.max(0, end - longestComment)
  while (end >= first && view.getUint32(end, true) !== zipEnd) end -= 1
  if (end < first) throw new ArchiveRefusal('broken')
  const count = view.getUint16(end + 10, true)
  if (count > limit) throw new ArchiveRefusal('tooManyEntries')
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index++) {
    if (view.getUint32(at, true) !== zipEntry) throw new ArchiveRefusal('broken')
    const nameLength = view.getUint16(at + 28, true)
    entries.push({
      name: text(bytes.subarray(at + 46, at + 46 + nameLength)),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

async function readZip(
  bytes: Uint8Array<ArrayBuffer>,
  isWanted: (name: string) => boolean,
  limits: ArchiveLimits,
): Promise<ArchiveEntry[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries: ArchiveEntry[] = []
  let total = 0
  for (const entry of zipDirectory(view, bytes, limits.entries)) {
    if (!isWanted(entry.name)) continue
    const begin = entry.at + 30 + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true)
    const packed = bytes.subarray(begin, begin + entry.packedSize)
    const isReadable = !entry.isEncrypted && entry.size <= limits.entryBytes
    const unpacked = !isReadable
      ? null
      : entry.method === 0
        ? packed
        : entry.method === 8
          ? await inflate(packed, 'deflate-raw', limits.entryBytes)
          : null
    total += unpacked?.length ?? 0
    if (total > limits.totalBytes) throw new ArchiveRefusal('tooMuch')
    entries.push({ name: entry.name, bytes: unpacked })
  }
  return entries
}

const block = 512

/** A number is octal digits; anything else is a broken header. */
function tarNumber(field: Uint8Array): number {
  const digits = text(field).replaceAll('\0', '').trim()
  if (!/^[0-7]*$/.test(digits)) throw new ArchiveRefusal('broken')
  return Number.parseInt(digits || '0', 8)
}

const tarText = (field: Uint8Array) => text(field).replace(/\0.*$/s, '')

/** Long names come before the entry that they belong to: as a block of their own (GNU), or as `path=` (pax). */
function readTar(
  bytes: Uint8Array<ArrayBuffer>,
  isWanted: (name: string) => boolean,
  limits: ArchiveLimits,
): ArchiveEntry[] {
  const entries: ArchiveEntry[] = []
  let longName: string | null = null
  let seen = 0
  for (let at = 0; at + block <= bytes.length; ) {
    const header = bytes.subarray(at, at + block)
    if (header.every(byte => byte === 0)) break
    const size = tarNumber(header.subarray(124, 136))
    const content = bytes.subarray(at + block, at + block + size)
    if (content.length < size) throw new ArchiveRefusal('broken')
    const type = String.fromCharCode(header[156] ?? 0)
    if (type === 'L') longName = tarText(content)
    else if (type === 'x') longName = /\d+ path=([^\n]*)\n/.exec(text(content))?.[1] ?? longName
    else if (type === '0' || type === '\0') {
      seen += 1
      if (seen > limits.entries) throw new ArchiveRefusal('tooManyEntries')
      const folder = tarText(header.subarray(345, 500))
      const short = tarText(header.subarray(0, 100))
      const name = longName ?? (folder === '' ? short : `${folder}/${short}`)
      longName = null
      if (isWanted(name)) entries.push({ name, bytes: size > limits.entryBytes ? null : content })
    }
    at += block + Math.ceil(size / block) * block
  }
  return entries
}

/** By its first bytes, whatever its name says. Throws an ArchiveRefusal. */
export async function readArchive(
  bytes: Uint8Array<ArrayBuffer>,
  isWanted: (name: string) => boolean,
  limits: ArchiveLimits,
): Promise<ArchiveEntry[]> {
  try {
    if (bytes[0] === 0x50 && bytes[1] === 0x4b) return await readZip(bytes, isWanted, limits)
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return readTar(bytes, isWanted, limits)
    const tar = await inflate(bytes, 'gzip', limits.totalBytes)
    if (!tar) throw new ArchiveRefusal('tooMuch')
    return readTar(tar, isWanted, limits)
  } catch (error) {
    // A number in it points outside of it.
    throw error instanceof RangeError ? new ArchiveRefusal('broken') : error
  }
}
