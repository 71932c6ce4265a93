// Lists one folder a page at a time: names are read once, only the asked page is looked at.

import { lstat, opendir } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Entry, entryOf, typeOf } from '../entry.ts'
import { type ConfinedFolder, childOf, descriptorPath, namesOf, openFolder } from '../folder-handle.ts'
import { compareNames, type FoundName, mergeSorted } from '../logic/name-order.ts'
import { isShownAltered } from './shown-name.ts'

export const listLimit = 100_000
/** Names that are sorted without letting others of the daemon have their turn. */
const runLength = 4_096

export interface Page {
  /** Folders first, then by name. */
  entries: Entry[]
  /** How many names there are, up to the limit. */
  total: number
  /** There are more names than are read. */
  isCut: boolean
}

export async function listFolder(
  root: ConfinedFolder,
  path: string,
  offset: number,
  limit: number,
): Promise<Page> {
  const folder = await openFolder(root, namesOf(path), path)
  try {
    const { runs, total, isCut } = await readSortedRuns(folder)
    const names = await mergeRuns(runs)
    const entries: Entry[] = []
    for (const { name, bytes } of names.slice(offset, offset + limit)) {
      const stats = await lstat(childOf(folder, bytes ?? name)).catch(() => null)
      if (stats !== null) entries.push(entryOf(name, stats))
    }
    return { entries, total, isCut }
  } finally {
    await folder.handle.close()
  }
}

async function readSortedRuns(
  folder: ConfinedFolder,
): Promise<{ runs: FoundName[][]; total: number; isCut: boolean }> {
  const runs: FoundName[][] = []
  let run: FoundName[] = []
  let total = 0
  let isCut = false
  const options = { bufferSize: 1024, encoding: 'buffer' as BufferEncoding }
  for await (const found of await opendir(descriptorPath(folder.handle), options)) {
    if (total === listLimit) {
      isCut = true
      break
    }
    total += 1
    const bytes = found.name as unknown as Buffer
    const name = bytes.toString()
    const isFolder = typeOf(found) === 'directory'
    run.push({ name, isFolder, ...(isShownAltered(name) && { bytes }) })
    if (run.length < runLength) continue
    runs.push(run.sort(compareNames))
    run = []
    await nextTurn()
  }
  runs.push(run.sort(compareNames))
  return { runs, total, isCut }
}

/** Two by two, with a pause after each pair. */
async function mergeRuns(runs: FoundName[][]): Promise<FoundName[]> {
  let left = runs
  while (left.length > 1) {
    const merged: FoundName[][] = []
    for (let index = 0; index < left.length; index += 2) {
      merged.push(mergeSorted(left[index] ?? [], left[index + 1] ?? []))
      await nextTurn()
    }
    left = merged
  }
  return left[0] ?? []
}
