// A package without files, made of what rpm has recorded about an installed one: enough to set rpm's records back after an undo.

const magic = Buffer.from('8eade80100000000', 'hex')
const introBytes = 16
const entryBytes = 16
const nameTag = 1000
const immutableTag = 63
const signaturesTag = 62
const sizeTag = 1000
const int32 = 4
const binary = 7

interface Header {
  entries: Buffer
  data: Buffer
}

/** `exported` is what `rpmdb --exportdb` writes: the headers of all packages. Null where the package is not among them. */
export function recordPackage(exported: Buffer, name: string): Buffer | null {
  const found = readHeaders(exported).find(header => nameOf(header) === name)
  const original = found && originalHeader(found)
  if (!original) return null
  return Buffer.concat([lead(name), ...signature(original.length), original])
}

function readHeaders(exported: Buffer): Header[] {
  const headers: Header[] = []
  let at = 0
  while (at + introBytes <= exported.length) {
    if (!exported.subarray(at, at + magic.length).equals(magic)) return []
    const entriesAt = at + introBytes
    const dataAt = entriesAt + exported.readUInt32BE(at + 8) * entryBytes
    const end = dataAt + exported.readUInt32BE(at + 12)
    headers.push({ entries: exported.subarray(entriesAt, dataAt), data: exported.subarray(dataAt, end) })
    at = end
  }
  return headers
}

function nameOf({ entries, data }: Header): string | null {
  for (let at = 0; at < entries.length; at += entryBytes) {
    if (entries.readUInt32BE(at) !== nameTag) continue
    const start = entries.readUInt32BE(at + 8)
    return data.toString('utf8', start, data.indexOf(0, start))
  }
  return null
}

/** As it was in the package, without what rpm has added when it installed it: those entries are in one region, which comes first. */
function originalHeader({ entries, data }: Header): Buffer | null {
  if (entries.length === 0 || entries.readUInt32BE(0) !== immutableTag) return null
  const trailerAt = entries.readUInt32BE(8)
  const regionBytes = -data.readInt32BE(trailerAt + 8)
  const dataBytes = trailerAt + entryBytes
  if (regionBytes <= 0 || regionBytes > entries.length || dataBytes > data.length) return null
  return writeHeader(entries.subarray(0, regionBytes), data.subarray(0, dataBytes))
}

function writeHeader(entries: Buffer, data: Buffer): Buffer {
  return Buffer.concat([magic, int32s(entries.length / entryBytes, data.length), entries, data])
}

/** Only its form is read nowadays. */
function lead(name: string): Buffer {
  const lead = Buffer.alloc(96)
  Buffer.from('edabeedb0300', 'hex').copy(lead)
  lead.write(name.slice(0, 65), 10, 'latin1')
  lead.writeUInt16BE(1, 76)
  lead.writeUInt16BE(5, 78)
  return lead
}

/** With nothing but the size; what follows it begins at a multiple of eight. */
function signature(size: number): Buffer[] {
  const entries = int32s(signaturesTag, binary, 4, entryBytes, sizeTag, int32, 0, 1)
  const data = Buffer.concat([int32s(size), int32s(signaturesTag, binary, -entries.length, entryBytes)])
  const header = writeHeader(entries, data)
  return [header, Buffer.alloc((8 - (header.length % 8)) % 8)]
}

function int32s(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) buffer.writeInt32BE(value, index * 4)
  return buffer
}
