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

export interface LookLimits {
  depth: number
  /** Told when a folder was left out because of its depth. */
  onTooDeep: () => void
}

interface Look extends LookLimits {
  root: ConfinedFolder
}

/** Links are told and not followed; what vanishes, is closed to us or is on another mount is passed over. */
export async function* lookThrough(
  root: ConfinedFolder,
  path: string,
  limits: LookLimits,
): AsyncGenerator<SeenEntry> {
  const folder = await openFolder(root, namesOf(path), path)
  try {
    yield* lookBelow({ ...limits, root }, folder, path, 1)
  } finally {
    await folder.handle.close()
  }
}

async function* lookBelow(
  look: Look,
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
      openRegularFileIn(look.root, folder, bytes, own).then(
        ({ handle }) => handle,
        () => null,
      )
    yield { path: own, name, type, open }
    if (type !== 'directory') continue
    if (depth >= look.depth) look.onTooDeep()
    else yield* lookInto(look, folder, bytes, own, depth)
  }
}

async function* lookInto(
  look: Look,
  folder: ConfinedFolder,
  name: Buffer,
  path: string,
  depth: number,
): AsyncGenerator<SeenEntry> {
  const below = await openChildFolder(folder, name, path).catch(() => null)
  if (below === null) return
  try {
    yield* lookBelow(look, below, path, depth + 1)
  } finally {
    await below.handle.close()
  }
}
