// Makes a folder and those above it that are missing.

import { chown, mkdir, rmdir } from 'node:fs/promises'
import { ConfinedFileError, errnoOf } from './confined-file-error.ts'
import {
  type ConfinedFolder,
  childOf,
  descriptorPath,
  namesOf,
  openChildFolder,
  openFolder,
  withParent,
} from './folder-handle.ts'
import type { Owner } from './write-file.ts'

const folderMode = 0o750

/**
 * Refuses (`exists`) when the last name is taken, unless a folder there is just as good. Returns the paths of those
 * that are new, the uppermost first; when it fails there are none.
 */
export async function createFolder(
  root: ConfinedFolder,
  path: string,
  owner: Owner | null,
  mayExist: boolean,
): Promise<string[]> {
  const names = namesOf(path)
  if (names.length === 0) {
    if (mayExist) return []
    throw new ConfinedFileError('exists', path, 'the root folder is there already')
  }
  const made: string[] = []
  let current = await openFolder(root, [], path)
  try {
    for (const [index, name] of names.entries()) {
      const isLast = index === names.length - 1
      const isNew = await createOne(current, name, !isLast || mayExist)
      if (isNew) made.push(names.slice(0, index + 1).join('/'))
      const next = await openChildFolder(current, name, path)
      await current.handle.close()
      current = next
      if (isNew && owner !== null) await chown(descriptorPath(current.handle), owner.uid, owner.gid)
    }
    return made
  } catch (error) {
    await unmakeFolders(root, made)
    throw error
  } finally {
    await current.handle.close()
  }
}

/** Takes back what `makeFolder` has made, where it is still empty. */
export async function unmakeFolders(root: ConfinedFolder, made: readonly string[]): Promise<void> {
  for (const path of made.toReversed()) {
    await withParent(root, path, (parent, name) => rmdir(childOf(parent, name))).catch(() => {})
  }
}

async function createOne(folder: ConfinedFolder, name: string, mayExist: boolean): Promise<boolean> {
  try {
    await mkdir(childOf(folder, name), folderMode)
    return true
  } catch (error) {
    if (mayExist && errnoOf(error) === 'EEXIST') return false
    throw error
  }
}
