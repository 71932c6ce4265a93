// Counts what is in a folder and below, however it changes meanwhile and however deep it is.

import { lstat, opendir } from 'node:fs/promises'
import { type ConfinedFolder, childOf, descriptorPath, openChildFolder } from '../folder-handle.ts'

/** Folders that are open at one time; below them, one after the other. */
const openLimit = 200

export interface TreeSize {
  /** Folders are not counted, as people would not. */
  files: number
  bytes: number
}

/** What vanishes or is on another mount does not count. */
export async function measureTree(folder: ConfinedFolder, depth = 1): Promise<TreeSize> {
  if (depth > openLimit) return measureDeep(folder)
  const sum = { files: 0, bytes: 0 }
  for (const name of await countNames(folder, sum)) {
    const below = await measureBelow(folder, name, depth)
    sum.files += below.files
    sum.bytes += below.bytes
  }
  return sum
}

async function measureBelow(folder: ConfinedFolder, name: Buffer, depth: number): Promise<TreeSize> {
  const below = await openChildFolder(folder, name, name.toString()).catch(() => null)
  if (below === null) return { files: 0, bytes: 0 }
  try {
    return await measureTree(below, depth + 1)
  } finally {
    await below.handle.close()
  }
}

/** With one open folder at a time: it climbs back by "..", and gives up where somebody has moved a folder meanwhile. */
async function measureDeep(top: ConfinedFolder): Promise<TreeSize> {
  const sum = { files: 0, bytes: 0 }
  const levels = [await readLevel(top, sum)]
  let current = top
  const moveTo = async (next: ConfinedFolder) => {
    if (current !== top) await current.handle.close()
    current = next
  }
  try {
    for (let level = levels.at(-1); level; level = levels.at(-1)) {
      const name = level.left.pop()
      if (name === undefined) {
        levels.pop()
        const above = levels.at(-1)
        if (!above) break
        const parent = await openChildFolder(current, '..', '..').catch(() => null)
        if (parent === null) break
        await moveTo(parent)
        if ((await current.handle.stat()).ino !== above.inode) break
        continue
      }
      const below = await openChildFolder(current, name, name.toString()).catch(() => null)
      if (below === null) continue
      await moveTo(below)
      levels.push(await readLevel(current, sum))
    }
    return sum
  } finally {
    await moveTo(top)
  }
}

async function readLevel(folder: ConfinedFolder, sum: TreeSize): Promise<{ inode: number; left: Buffer[] }> {
  const { ino: inode } = await folder.handle.stat()
  return { inode, left: await countNames(folder, sum) }
}

/** Adds what is in the folder itself to the sum; gives the names of the folders in it. */
async function countNames(folder: ConfinedFolder, sum: TreeSize): Promise<Buffer[]> {
  const folders: Buffer[] = []
  const names = await opendir(descriptorPath(folder.handle), { encoding: 'buffer' as BufferEncoding })
  for await (const found of names) {
    const name = found.name as unknown as Buffer
    const stats = await lstat(childOf(folder, name)).catch(() => null)
    if (stats === null) continue
    if (stats.isDirectory()) folders.push(name)
    else sum.files += 1
    if (stats.isFile()) sum.bytes += stats.size
  }
  return folders
}
