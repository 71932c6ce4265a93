// The name of a zip entry as its maker meant it.

export interface NamedEntry {
  /** As the reader of the archive has decoded it. */
  fileName: string
  fileNameRaw: Uint8Array
  generalPurposeBitFlag: number
  versionMadeBy: number
  extraFields: readonly { id: number }[]
}

const saysUtf8 = 0x800
const unicodePath = 0x7075
const madeOnUnix = 3
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Without a word about its encoding a name is in code page 437 by the rules, but `zip` of Linux and macOS writes the
 * bytes of the file system. Text of code page 437 beyond ASCII is practically never valid UTF-8 by chance.
 */
export function zipEntryName(entry: NamedEntry): string {
  const { fileName, fileNameRaw, generalPurposeBitFlag, versionMadeBy, extraFields } = entry
  const isSaid = (generalPurposeBitFlag & saysUtf8) !== 0 || extraFields.some(({ id }) => id === unicodePath)
  const isOfUnix = versionMadeBy >> 8 === madeOnUnix
  if (isSaid || (!isOfUnix && fileNameRaw.every(byte => byte < 0x80))) return fileName
  try {
    // As the reader does it: some archives of Windows have backslashes.
    return strictUtf8.decode(fileNameRaw).replaceAll('\\', '/')
  } catch {
    return fileName
  }
}
