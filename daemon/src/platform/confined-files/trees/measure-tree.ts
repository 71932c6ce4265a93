// Counts what is in a folder and below, however it changes meanwhile.

import { lstat, opendir } from 'node:fs/promises'
import { type ConfinedFolder, childOf, descriptorPath, openChildFolder } from '../folder-handle.ts'

const depthLimit = 200

export interface TreeSize {
  files: number
  bytes: number
}

/** What vanishes or is on another mount does not count. */
export async function measureTree(folder: ConfinedFolder, depth = 1): Promise<TreeSize> {
  const sum = { files: 0, bytes: 0 }
  if (depth > depthLimit) return sum
  const names = await opendir(descriptorPath(folder.handle), { encoding: 'buffer' as BufferEncoding })
  for await (const found of names) {
    const name = found.name as unknown as Buffer
    const stats = await lstat(childOf(folder, name)).catch(() => null)
    if (stats === null) continue
    sum.files += 1
    if (stats.isFile()) sum.bytes += stats.size
    if (!stats.isDirectory()) continue
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
