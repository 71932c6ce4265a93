// Walks a tree in the order of its names, folder by open folder: for those who compare it with another.

import { opendir } from 'node:fs/promises'
import { type Entry, entryOf } from '../entry.ts'
import {
  type ConfinedFolder,
  descriptorPath,
  namesOf,
  openChildFolder,
  openFolder,
  openPlace,
} from '../folder-handle.ts'

const depthLimit = 200

/** Its path is relative to where the walk began. */
export type OrderedEntry = Entry & { path: string }

export interface OrderedWalk {
  signal: AbortSignal
  /** These, and what is below them, are not even told. */
  isLeftOut: (path: string) => boolean
}

/** A folder comes before what is in it, names by their bytes as text. What vanishes meanwhile is passed over. */
export async function* walkInOrder(
  root: ConfinedFolder,
  path: string,
  walk: OrderedWalk,
): AsyncGenerator<OrderedEntry> {
  const folder = await openFolder(root, namesOf(path), path)
  try {
    yield* walkBelow(folder, '', walk, 1)
  } finally {
    await folder.handle.close()
  }
}

async function* walkBelow(
  folder: ConfinedFolder,
  path: string,
  walk: OrderedWalk,
  depth: number,
): AsyncGenerator<OrderedEntry> {
  for (const { name, text } of await sortedNames(folder)) {
    walk.signal.throwIfAborted()
    const below = path === '' ? text : `${path}/${text}`
    if (walk.isLeftOut(below)) continue
    const entry = await entryAt(folder, name, text, below)
    if (entry === null) continue
    yield { ...entry, path: below }
    if (entry.type !== 'directory' || depth >= depthLimit) continue
    const child = await openChildFolder(folder, name, below).catch(() => null)
    if (child === null) continue
    try {
      yield* walkBelow(child, below, walk, depth + 1)
    } finally {
      await child.handle.close()
    }
  }
}

async function sortedNames(folder: ConfinedFolder): Promise<{ name: Buffer; text: string }[]> {
  const names: { name: Buffer; text: string; bytes: Buffer }[] = []
  const options = { encoding: 'buffer' as BufferEncoding, bufferSize: 256 }
  for await (const found of await opendir(descriptorPath(folder.handle), options)) {
    const name = found.name as unknown as Buffer
    const text = name.toString()
    names.push({ name, text, bytes: Buffer.from(text) })
  }
  return names.toSorted((a, b) => Buffer.compare(a.bytes, b.bytes))
}

async function entryAt(
  folder: ConfinedFolder,
  name: Buffer,
  text: string,
  path: string,
): Promise<Entry | null> {
  const place = await openPlace(folder, name, path).catch(() => null)
  try {
    return place === null ? null : entryOf(text, await place.stat())
  } finally {
    await place?.close()
  }
}
