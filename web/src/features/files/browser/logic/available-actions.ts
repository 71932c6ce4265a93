// What can be done with the chosen entries.

import type { FileEntry } from '@rookery/contracts/http/files.ts'
import { isArchive } from '../../logic/file-kind.ts'

export const fileDeeds = [
  'open',
  'download',
  'rename',
  'copy',
  'move',
  'archive',
  'extract',
  'mode',
  'hash',
  'delete',
] as const
export type FileDeed = (typeof fileDeeds)[number]

const always: readonly FileDeed[] = ['rename', 'move', 'delete']
const ofFolder: readonly FileDeed[] = ['open', 'download', 'copy', 'archive', 'mode']
const ofFile: readonly FileDeed[] = [...ofFolder, 'hash']
const ofOneAlone: readonly FileDeed[] = ['open', 'rename', 'extract', 'mode', 'hash']
const harmless: readonly FileDeed[] = ['open', 'download', 'hash']

function deedsOf(entry: FileEntry): readonly FileDeed[] {
  if (entry.type === 'directory') return [...ofFolder, ...always]
  if (entry.type === 'file')
    return [...ofFile, ...always, ...(isArchive(entry.name) ? (['extract'] as const) : [])]
  return always
}

/** Of several entries, what suits them all. */
export function deedsFor(entries: readonly FileEntry[], isReadOnly: boolean): FileDeed[] {
  if (entries.length === 0) return []
  return fileDeeds.filter(
    deed =>
      (entries.length === 1 || !ofOneAlone.includes(deed)) &&
      (!isReadOnly || harmless.includes(deed)) &&
      entries.every(entry => deedsOf(entry).includes(deed)),
  )
}
