// Tells archives apart by their first bytes.

export type ArchiveKind = 'zip' | 'tar' | 'gzip' | 'xz' | 'bzip2' | '7z'

/** As many bytes as are needed. */
export const headBytes = 512

const beginnings: [ArchiveKind, number[]][] = [
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['zip', [0x50, 0x4b, 0x05, 0x06]],
  ['gzip', [0x1f, 0x8b]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
]

/** Of all that can be unpacked, for people. */
export const unpackableFormats = 'zip, tar, tar.gz, tar.xz, tar.bz2 and 7z'

/** Null: none that can be unpacked. */
export function archiveKind(head: Uint8Array): ArchiveKind | null {
  const found = beginnings.find(([, bytes]) => bytes.every((byte, at) => head[at] === byte))
  if (found) return found[0]
  return Buffer.from(head.subarray(257, 262)).toString('latin1') === 'ustar' ? 'tar' : null
}
