// Lists one folder a page at a time: names are read once, only the asked page is looked at.

import { lstat, opendir } from 'node:fs/promises'
import { type Entry, entryOf, typeOf } from './entry.ts'
import { type ConfinedFolder, childOf, descriptorPath, namesOf, openFolder } from './folder-handle.ts'

export const listLimit = 100_000

export interface Page {
  /** Folders first, then by name. */
  entries: Entry[]
  /** How many names there are, up to the limit. */
  total: number
  /** There are more names than are read. */
  isCut: boolean
}

interface Name {
  name: string
  isFolder: boolean
}

export async function listFolder(
  root: ConfinedFolder,
  path: string,
  offset: number,
  limit: number,
): Promise<Page> {
  const folder = await openFolder(root, namesOf(path), path)
  try {
    const { names, isCut } = await readNames(folder)
    names.sort(compareNames)
    const entries: Entry[] = []
    for (const { name } of names.slice(offset, offset + limit)) {
      const stats = await lstat(childOf(folder, name)).catch(() => null)
      if (stats !== null) entries.push(entryOf(name, stats))
    }
    return { entries, total: names.length, isCut }
  } finally {
    await folder.handle.close()
  }
}

async function readNames(folder: ConfinedFolder): Promise<{ names: Name[]; isCut: boolean }> {
  const names: Name[] = []
  for await (const found of await opendir(descriptorPath(folder.handle), { bufferSize: 1024 })) {
    if (names.length === listLimit) return { names, isCut: true }
    names.push({ name: found.name, isFolder: typeOf(found) === 'directory' })
  }
  return { names, isCut: false }
}

function compareNames(a: Name, b: Name): number {
  if (a.isFolder !== b.isFolder) return a.isFolder ? -1 : 1
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}
