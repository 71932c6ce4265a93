// Where an entry of an archive goes: its name without the leading folders that are left out, below the chosen folder.

import { splitPath } from '../../confined-files/logic/path-components.ts'

export type EntryPath = { path: string } | { problem: string } | 'skipped'

/** Nothing is repaired: a name that leads elsewhere is refused, not bent to lead inside. */
export function entryPath(name: string, to: string, strip: number): EntryPath {
  if (name.startsWith('/') || /^[A-Za-z]:[\\/]/.test(name)) return { problem: 'its name is an absolute path' }
  const parts = name.split('/').filter(part => part !== '' && part !== '.')
  // On other systems \ leads upwards too, so such a name was made to mislead.
  if (name.split(/[\\/]/).includes('..')) return { problem: 'its name leads out of the folder' }
  const retained = parts.slice(strip)
  if (retained.length === 0) return 'skipped'
  const path = [...folderParts(to), ...retained].join('/')
  const split = splitPath(path)
  return 'problem' in split ? split : { path }
}

/** `.` and '' are the folder of the game server itself. */
export function folderParts(folder: string): string[] {
  return folder.split('/').filter(part => part !== '' && part !== '.')
}

/** Never set-user-id or writable for others; always readable and writable for the game itself. */
export function entryMode(mode: number | null): number {
  return mode === null || mode === 0 ? 0o640 : (mode & 0o755) | 0o600
}
