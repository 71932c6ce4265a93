// What can be done with the chosen entries.

import type { FileEntry } from '@rookery/contracts/http/files.ts'
import { isArchive } from '../../logic/file-kind.ts'

export const fileActions = [
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
export type FileAction = (typeof fileActions)[number]

const always: readonly FileAction[] = ['rename', 'move', 'delete']
const ofFolder: readonly FileAction[] = ['open', 'download', 'copy', 'archive', 'mode']
const ofFile: readonly FileAction[] = [...ofFolder, 'hash']
const ofOneAlone: readonly FileAction[] = ['open', 'rename', 'extract', 'mode', 'hash']
const harmless: readonly FileAction[] = ['open', 'download', 'hash']

function actionsOf(entry: FileEntry): readonly FileAction[] {
  if (entry.type === 'directory') return [...ofFolder, ...always]
  if (entry.type === 'file')
    return [...ofFile, ...always, ...(isArchive(entry.name) ? (['extract'] as const) : [])]
  return always
}

/** Of several entries, what suits them all. */
export function availableActions(entries: readonly FileEntry[], isReadOnly: boolean): FileAction[] {
  if (entries.length === 0) return []
  return fileActions.filter(
    action =>
      (entries.length === 1 || !ofOneAlone.includes(action)) &&
      (!isReadOnly || harmless.includes(action)) &&
      entries.every(entry => actionsOf(entry).includes(action)),
  )
}
