// Reads an open folder piece by piece, as far as somebody asks: a folder of any size costs the same memory.

import { lstat, opendir } from 'node:fs/promises'
import { type Entry, entryOf } from '../entry.ts'
import { type ConfinedFolder, childOf, descriptorPath, namesOf, openFolder } from '../folder-handle.ts'

/** The caller closes it. */
export interface FolderReader {
  /** In the order of the disk; empty at the end. What vanishes meanwhile is left out. */
  next(limit: number): Promise<Entry[]>
  close(): Promise<void>
}

export async function openFolderReader(root: ConfinedFolder, path: string): Promise<FolderReader> {
  const folder = await openFolder(root, namesOf(path), path)
  try {
    const names = await opendir(descriptorPath(folder.handle), { bufferSize: 256 })
    return {
      async next(limit) {
        const entries: Entry[] = []
        while (entries.length < limit) {
          const found = await names.read()
          if (found === null) break
          const stats = await lstat(childOf(folder, found.name)).catch(() => null)
          if (stats !== null) entries.push(entryOf(found.name, stats))
        }
        return entries
      },
      async close() {
        await names.close()
        await folder.handle.close()
      },
    }
  } catch (error) {
    await folder.handle.close()
    throw error
  }
}
