// Lists one folder a page at a time: names are read once, only the asked page is looked at.

import type { Dirent } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { type Entry, entryOf, typeOf } from '../entry.ts'
import { type ConfinedFolder, childOf, descriptorPath, namesOf, openFolder } from '../folder-handle.ts'
import { isDisplayedAltered } from './display-name.ts'
import { FolderCache, usualFolderCache } from './folder-cache.ts'
import { type FoundName, SortedNames } from './sorted-names.ts'

export const listLimit = 100_000
const readAtOnce = 1_024
const beyondAscii = /[\u0080-\u00ff]/
/** Reading fewer names costs no more than looking at a page of them. */
const rememberedFrom = 1_000

export interface Page {
  /** Folders first, then by name. */
  entries: Entry[]
  /** How many names there are, up to the limit. */
  total: number
  /** There are more names than are read. */
  isCut: boolean
}

export interface FolderNames {
  sorted: SortedNames
  isCut: boolean
}

const usualCache = new FolderCache<FolderNames>(usualFolderCache)

export async function listFolder(
  root: ConfinedFolder,
  path: string,
  { offset, limit }: { offset: number; limit: number },
  { cache = usualCache, read = readNames } = {},
): Promise<Page> {
  const folder = await openFolder(root, namesOf(path), path)
  try {
    const isLarge = ({ sorted }: FolderNames) => sorted.total >= rememberedFrom
    const { sorted, isCut } = await cache.get(folder.handle, () => read(folder), isLarge)
    const entries: Entry[] = []
    for (const { name, bytes } of await sorted.slice(offset, offset + limit)) {
      const stats = await lstat(childOf(folder, bytes ?? name)).catch(() => null)
      if (stats !== null) entries.push(entryOf(name, stats))
    }
    return { entries, total: sorted.total, isCut }
  } finally {
    await folder.handle.close()
  }
}

/**
 * Read by the thousand, between which others of the daemon have their turn: one by one takes twice the time. As Latin-1 a
 * name keeps its bytes without a buffer of its own, which would take twice the time again.
 */
export async function readNames(folder: ConfinedFolder, limit = listLimit): Promise<FolderNames> {
  const sorted = new SortedNames()
  const options = { bufferSize: readAtOnce, encoding: 'latin1' as const }
  await using names = await opendir(descriptorPath(folder.handle), options)
  for (let first = await names.read(); first; first = await names.read()) {
    // The others of this thousand are in memory now.
    let found: Dirent | null = first
    for (let count = 1; found; count += 1) {
      if (sorted.total === limit) return { sorted, isCut: true }
      sorted.add(nameOf(found))
      found = count < readAtOnce ? names.readSync() : null
    }
  }
  return { sorted, isCut: false }
}

function nameOf(found: Dirent): FoundName {
  const isFolder = typeOf(found) === 'directory'
  if (!beyondAscii.test(found.name)) return { name: found.name, isFolder }
  const bytes = Buffer.from(found.name, 'latin1')
  const name = bytes.toString()
  return { name, isFolder, ...(isDisplayedAltered(name) && { bytes }) }
}
