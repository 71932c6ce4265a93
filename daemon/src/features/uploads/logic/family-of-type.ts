// Sorts a type that was found by its signature: image, PDF, archive or any other binary.

import type { FoundContent } from './check-type.ts'

/** The archives of 8.3, by the name that the signature gives. */
const archiveTypes = new Set([
  'application/zip',
  'application/x-tar',
  'application/gzip',
  'application/x-bzip2',
  'application/x-7z-compressed',
  'application/x-xz',
])
/** With one of these every zip begins, also one that calls itself a program or a document. */
const zipSignatures = [0x04034b50, 0x06054b50, 0x08074b50]
export const unknownBinary = 'application/octet-stream'

/** `found`: null when no signature is known. */
export function familyOfType(found: string | null, head: Uint8Array): FoundContent {
  const type = found ?? (beginsAsZip(head) ? 'application/zip' : unknownBinary)
  if (archiveTypes.has(type) || beginsAsZip(head)) return { type, family: 'archive' }
  if (type === 'application/pdf') return { type, family: 'document' }
  if (type.startsWith('image/') && type !== 'image/svg+xml') return { type, family: 'image' }
  return { type, family: 'binary' }
}

function beginsAsZip(head: Uint8Array): boolean {
  if (head.length < 4) return false
  return zipSignatures.includes(new DataView(head.buffer, head.byteOffset, 4).getUint32(0, true))
}
