// What is told about one name in a confined folder.

import type { BigIntStats, Stats } from 'node:fs'

export type EntryType = 'file' | 'directory' | 'link' | 'other'

export interface Entry {
  name: string
  type: EntryType
  sizeBytes: number
  /** The permission bits alone. */
  mode: number
  modifiedAtMs: number
}

/** A game may give its files any time and size: what is told fits into a date and into an exact number. */
const lastMoment = 8.64e15

export function entryOf(name: string, stats: Stats | BigIntStats): Entry {
  const modifiedAtMs = Math.trunc(Number(stats.mtimeMs))
  return {
    name,
    type: typeOf(stats),
    sizeBytes: Math.min(Number(stats.size), Number.MAX_SAFE_INTEGER),
    mode: Number(stats.mode) & 0o777,
    modifiedAtMs: Math.max(-lastMoment, Math.min(modifiedAtMs, lastMoment)),
  }
}

/** Works for a stat and for what a listing knows without one. */
export function typeOf(source: Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): EntryType {
  if (source.isFile()) return 'file'
  if (source.isDirectory()) return 'directory'
  return source.isSymbolicLink() ? 'link' : 'other'
}
