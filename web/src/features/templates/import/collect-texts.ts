// The texts of what somebody chose or dropped: files, the files of a folder, and what archives hold, within limits.

import { ArchiveRefusal, readArchive } from './read-archive.ts'

export const collectLimits = {
  texts: 500,
  /** The panel takes no larger egg either. */
  textBytes: 2 * 1024 ** 2,
  archiveBytes: 64 * 1024 ** 2,
  archiveEntries: 5_000,
  totalBytes: 64 * 1024 ** 2,
}

export interface ChosenText {
  /** With its folders, or those within its archive. */
  name: string
  text: string
}

export type FileRefusal = 'tooLarge' | 'notText' | 'broken' | 'tooManyEntries' | 'tooMuch'

export interface CollectedTexts {
  texts: ChosenText[]
  refused: { name: string; reason: FileRefusal }[]
  /** Files of other kinds, and those beyond the limit. */
  leftOut: number
}

/** The part of a File that is needed here. */
export type ChosenFile = Pick<File, 'name' | 'size' | 'arrayBuffer'> & { webkitRelativePath?: string }

const isTextName = (name: string) => /\.(json|ya?ml)$/i.test(name) && !/(^|\/)(\.|__MACOSX\/)/.test(name)
const isArchiveName = (name: string) => /\.(zip|tar|tar\.gz|tgz)$/i.test(name)

/** Null where it is no text. */
function asText(bytes: Uint8Array): string | null {
  try {
    return bytes.includes(0) ? null : new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

export async function collectTexts(files: readonly ChosenFile[]): Promise<CollectedTexts> {
  const collected: CollectedTexts = { texts: [], refused: [], leftOut: 0 }
  function add(name: string, bytes: Uint8Array | null) {
    if (collected.texts.length >= collectLimits.texts) {
      collected.leftOut += 1
      return
    }
    const text = bytes && asText(bytes)
    if (text !== null) collected.texts.push({ name, text })
    else collected.refused.push({ name, reason: bytes ? 'notText' : 'tooLarge' })
  }
  for (const file of files) {
    const name = file.webkitRelativePath || file.name
    const isArchive = isArchiveName(name)
    // One file alone is tried whatever it is called.
    if (!isArchive && !isTextName(name) && files.length > 1) {
      collected.leftOut += 1
      continue
    }
    if (file.size > (isArchive ? collectLimits.archiveBytes : collectLimits.textBytes)) {
      collected.refused.push({ name, reason: 'tooLarge' })
      continue
    }
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (!isArchive) {
      add(name, bytes)
      continue
    }
    try {
      const { archiveEntries: entries, textBytes: entryBytes, totalBytes } = collectLimits
      let others = 0
      const isWanted = (entry: string) => {
        if (entry.endsWith('/')) return false
        if (!isTextName(entry)) others += 1
        return isTextName(entry)
      }
      for (const entry of await readArchive(bytes, isWanted, { entries, entryBytes, totalBytes }))
        add(`${name}: ${entry.name}`, entry.bytes)
      collected.leftOut += others
    } catch (error) {
      if (!(error instanceof ArchiveRefusal)) throw error
      collected.refused.push({ name, reason: error.reason })
    }
  }
  return collected
}
