// Makes a folder and those above it that are missing.

import { chown, mkdir } from 'node:fs/promises'
import { ConfinedFileError, errnoOf } from './confined-file-error.ts'
import {
  type ConfinedFolder,
  childOf,
  descriptorPath,
  namesOf,
  openChildFolder,
  openFolder,
} from './folder-handle.ts'
import type { Owner } from './write-file.ts'

const folderMode = 0o750

/** Refuses (`exists`) when the last name is taken, unless a folder there is just as good. */
export async function makeFolder(
  root: ConfinedFolder,
  path: string,
  owner: Owner | null,
  mayExist: boolean,
): Promise<void> {
  const names = namesOf(path)
  if (names.length === 0) {
    if (mayExist) return
    throw new ConfinedFileError('exists', path, 'the root folder is there already')
  }
  let current = await openFolder(root, [], path)
  try {
    for (const [index, name] of names.entries()) {
      const isLast = index === names.length - 1
      const isNew = await makeOne(current, name, !isLast || mayExist)
      const next = await openChildFolder(current, name, path)
      await current.handle.close()
      current = next
      if (isNew && owner !== null) await chown(descriptorPath(current.handle), owner.uid, owner.gid)
    }
  } finally {
    await current.handle.close()
  }
}

async function makeOne(folder: ConfinedFolder, name: string, mayExist: boolean): Promise<boolean> {
  try {
    await mkdir(childOf(folder, name), folderMode)
    return true
  } catch (error) {
    if (mayExist && errnoOf(error) === 'EEXIST') return false
    throw error
  }
}
