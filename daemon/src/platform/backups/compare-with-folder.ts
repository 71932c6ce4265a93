// Compares a backup with a folder as it is now: both in the same order, entry by entry, so that size costs no memory.

import { ConfinedFileError } from '../confined-files/confined-file-error.ts'
import { createPathPatterns } from '../confined-files/logic/path-patterns.ts'
import type { OrderedEntry } from '../confined-files/trees/ordered-tree.ts'
import { openRoot } from '../confined-files.ts'
import type { BackupComparison, BackupDifference, BackupEntry } from './backup-engine.ts'
import { comparePaths } from './logic/path-order.ts'

export interface FolderComparison {
  folder: string
  exclude: readonly string[]
  /** Below the folder; '' is all of it. */
  path: string
  /** What the paths of differences begin with. */
  prefix: string
  limit: number
  signal: AbortSignal
}

/** `stored` is in the order of a walk: a folder before what is in it, names by their bytes, relative to `path`. */
export async function compareWithFolder(
  stored: AsyncGenerator<BackupEntry>,
  comparison: FolderComparison,
): Promise<BackupComparison> {
  const { limit, prefix } = comparison
  const differences: BackupDifference[] = []
  const present = presentEntries(comparison)
  try {
    let before = await stored.next()
    let now = await present.next()
    while (!before.done || !now.done) {
      const order = orderOf(before, now)
      const entry = (order <= 0 ? before.value : now.value) as BackupEntry | OrderedEntry
      const change = order < 0 ? 'removed' : order > 0 ? 'added' : changeOf(before.value, now.value)
      // Pipes, sockets and devices are not restored, so nobody misses them.
      if (change !== null && entry.type !== 'other') {
        if (differences.length === limit) return { differences, isCut: true }
        differences.push({ path: `${prefix}/${entry.path}`, change, isFolder: entry.type === 'directory' })
      }
      if (order <= 0) before = await stored.next()
      if (order >= 0) now = await present.next()
    }
    return { differences, isCut: false }
  } finally {
    await stored.return(undefined)
    await present.return(undefined)
  }
}

function orderOf(
  before: IteratorResult<BackupEntry, unknown>,
  now: IteratorResult<OrderedEntry, unknown>,
): number {
  if (before.done) return 1
  return now.done ? -1 : comparePaths(before.value.path, now.value.path)
}

function changeOf(before: BackupEntry, now: OrderedEntry): 'changed' | null {
  if (before.type !== now.type) return 'changed'
  if (before.type !== 'file') return null
  // Archives know whole seconds.
  const precisionMs = before.modifiedAtMs % 1_000 === 0 ? 1_000 : 1
  const isSameTime = before.modifiedAtMs === now.modifiedAtMs - (now.modifiedAtMs % precisionMs)
  return before.sizeBytes === now.sizeBytes && isSameTime ? null : 'changed'
}

async function* presentEntries(comparison: FolderComparison): AsyncGenerator<OrderedEntry> {
  const { folder, path, signal } = comparison
  const patterns = createPathPatterns(comparison.exclude)
  const root = await openRoot(folder)
  try {
    const isLeftOut = (found: string) => patterns.matches(path === '' ? found : `${path}/${found}`)
    yield* root.walkInOrder(path, { signal, isLeftOut })
  } catch (error) {
    // A folder that is gone has nothing in it.
    const isGone = error instanceof ConfinedFileError && ['not_found', 'not_a_folder'].includes(error.code)
    if (!isGone) throw error
  } finally {
    await root.close()
  }
}
