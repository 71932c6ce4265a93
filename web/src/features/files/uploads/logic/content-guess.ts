// What a file is for certain by its first bytes, so that it need not be sent to be refused. The node looks at all of it.

export type ContentGuess =
  /** SVG or HTML. */
  | { family: 'markup' }
  /** `type`: null where the same beginning has several types (a zip may be a plugin, a document, a package). */
  | { family: 'archive'; type: string | null }
  /** Neither text nor image nor archive. */
  | { family: 'binary' }
  /** Perhaps accepted: only the node can tell. */
  | { family: 'unknown' }

/** Enough for every signature, and for a text to show itself: the node decides about UTF-16 after as many. */
export const guessedBytes = 8_192

const ascii = (text: string) => Array.from(new TextEncoder().encode(text))
type Signature = readonly [at: number, bytes: readonly number[]]

const archives: readonly (readonly [signature: Signature, type: string | null])[] = [
  [[0, [0x50, 0x4b, 0x03, 0x04]], null],
  [[0, [0x50, 0x4b, 0x05, 0x06]], null],
  [[0, [0x50, 0x4b, 0x07, 0x08]], null],
  [[0, [0x1f, 0x8b, 0x08]], 'application/gzip'],
  [[0, ascii('BZh')], 'application/x-bzip2'],
  [[0, [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]], 'application/x-7z-compressed'],
  [[0, [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]], 'application/x-xz'],
  [[257, ascii('ustar')], 'application/x-tar'],
]

/** Images and PDF, and whatever begins as some image does; marks of text in two bytes. */
const perhapsAccepted: readonly Signature[] = [
  [0, [0x89, 0x50, 0x4e, 0x47]],
  [0, [0xff, 0xd8, 0xff]],
  [0, ascii('GIF')],
  [0, ascii('BM')],
  [0, ascii('II')],
  [0, ascii('MM')],
  [0, ascii('FLIF')],
  [0, ascii('8BPS')],
  [0, ascii('icns')],
  [0, ascii('BPG')],
  [0, ascii('AC10')],
  [0, ascii('AC1.')],
  [0, ascii('gimp xcf')],
  [4, ascii('ftyp')],
  [8, ascii('WEBP')],
  [0, [0xab, 0x4b, 0x54, 0x58]],
  [0, [0xff, 0x4f, 0xff]],
  [0, [0x00, 0x00, 0x00, 0x0c]],
  [0, [0xff, 0x0a]],
  [0, ascii('FUJIFILM')],
  [0, [0x00, 0x00, 0x01, 0x00]],
  [0, [0x00, 0x00, 0x02, 0x00]],
  [0, ascii('%PDF-')],
  [0, [0xff, 0xfe]],
  [0, [0xfe, 0xff]],
]

const markup =
  /^[\s\0]*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+(?:html|svg)|html|svg)[\s>]/i

export function guessContent(head: Uint8Array): ContentGuess {
  const begins = ([at, bytes]: Signature) => bytes.every((byte, index) => head[at + index] === byte)
  if (markup.test(new TextDecoder().decode(head))) return { family: 'markup' }
  if (!hasControl(head)) return { family: 'unknown' }
  const archive = archives.find(([signature]) => begins(signature))
  if (archive) return { family: 'archive', type: archive[1] }
  if (perhapsAccepted.some(begins) || mayBeUtf16(head, true) || mayBeUtf16(head, false)) {
    return { family: 'unknown' }
  }
  return { family: 'binary' }
}

/** What no text contains: all below a space but tab, the ends of lines and pages, and escape. */
const isControl = (unit: number) =>
  unit < 0x09 || unit === 0x0b || (unit > 0x0d && unit < 0x20 && unit !== 0x1b)

const hasControl = (bytes: Uint8Array) => bytes.some(isControl)

/** Without a mark at its beginning it shows itself by its spaces, digits and ends of lines. */
function mayBeUtf16(head: Uint8Array, isLittleEndian: boolean): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength & ~1)
  let asciiUnits = 0
  for (let at = 0; at < view.byteLength; at += 2) {
    const unit = view.getUint16(at, isLittleEndian)
    if (isControl(unit) || unit >= 0xfffe) return false
    if (unit < 0x80) asciiUnits += 1
  }
  return asciiUnits >= 2 && asciiUnits >= view.byteLength / 16
}
