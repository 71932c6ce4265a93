// Looks at all names below a folder without opening what has them: for those who search.

import { type FileHandle, opendir } from 'node:fs/promises'
import { type EntryType, typeOf } from '../entry.ts'
import {
  type ConfinedFolder,
  descriptorPath,
  namesOf,
  openChildFolder,
  openFolder,
} from '../folder-handle.ts'
import { openRegularFileIn } from '../regular-file.ts'

export interface SeenEntry {
  /** From the root, as it is shown. */
  path: string
  name: string
  type: EntryType
  /** Null when it is not a regular file by now, or not one of this game server; the caller closes the handle. */
  open(): Promise<FileHandle | null>
}

export interface ScanLimits {
  depth: number
  /** Told when a folder was left out because of its depth. */
  onTooDeep: () => void
}

interface Scan extends ScanLimits {
  root: ConfinedFolder
}

/** Links are told and not followed; what vanishes, is closed to us or is on another mount is passed over. */
export async function* scanTree(
  root: ConfinedFolder,
  path: string,
  limits: ScanLimits,
): AsyncGenerator<SeenEntry> {
  const folder = await openFolder(root, namesOf(path), path)
  try {
    yield* scanBelow({ ...limits, root }, folder, path, 1)
  } finally {
    await folder.handle.close()
  }
}

async function* scanBelow(
  scan: Scan,
  folder: ConfinedFolder,
  path: string,
  depth: number,
): AsyncGenerator<SeenEntry> {
  const options = { bufferSize: 256, encoding: 'buffer' as BufferEncoding }
  const names = await opendir(descriptorPath(folder.handle), options).catch((error: unknown) => {
    if (depth === 1) throw error
    return []
  })
  for await (const found of names) {
    const bytes = found.name as unknown as Buffer
    const name = bytes.toString()
    const type = typeOf(found)
    const own = path === '' ? name : `${path}/${name}`
    const open = () =>
      openRegularFileIn(scan.root, folder, bytes, own).then(
        ({ handle }) => handle,
        () => null,
      )
    yield { path: own, name, type, open }
    if (type !== 'directory') continue
    if (depth >= scan.depth) scan.onTooDeep()
    else yield* scanInto(scan, folder, bytes, own, depth)
  }
}

async function* scanInto(
  scan: Scan,
  folder: ConfinedFolder,
  name: Buffer,
  path: string,
  depth: number,
): AsyncGenerator<SeenEntry> {
  const below = await openChildFolder(folder, name, path).catch(() => null)
  if (below === null) return
  try {
    yield* scanBelow(scan, below, path, depth + 1)
  } finally {
    await below.handle.close()
  }
}
