// What is told about one name in a confined folder.

import type { Stats } from 'node:fs'

export type EntryType = 'file' | 'directory' | 'link' | 'other'

export interface Entry {
  name: string
  type: EntryType
  sizeBytes: number
  /** The permission bits alone. */
  mode: number
  modifiedAtMs: number
}

export function entryOf(name: string, stats: Stats): Entry {
  return {
    name,
    type: typeOf(stats),
    sizeBytes: stats.size,
    mode: stats.mode & 0o777,
    modifiedAtMs: Math.trunc(stats.mtimeMs),
  }
}

/** Works for a stat and for what a listing knows without one. */
export function typeOf(source: Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): EntryType {
  if (source.isFile()) return 'file'
  if (source.isDirectory()) return 'directory'
  return source.isSymbolicLink() ? 'link' : 'other'
}
