// Walks from an open folder to another one, name by name, never through a link and never onto another mount.

import { constants, readFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { ConfinedFileError, errnoOf } from './confined-file-error.ts'
import { splitPath } from './logic/path-components.ts'

/** Names a place without opening what is there: no side effect on devices, no wait on pipes. Not in fs.constants. */
const namesOnly = 0o10000000

export interface ConfinedFolder {
  handle: FileHandle
  /** The mount of the root: leaving it is leaving the root, by whatever bind mount. */
  mountId: string
}

/** Through the descriptor, not the name: what the folder was when it was opened is what is used. */
export function childOf(folder: ConfinedFolder, name: string | Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${descriptorPath(folder.handle)}/`), Buffer.from(name)])
}

export function descriptorPath(handle: FileHandle): string {
  return `/proc/self/fd/${handle.fd}`
}

export async function openRootFolder(path: string): Promise<ConfinedFolder> {
  const handle = await open(path, namesOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  return { handle, mountId: mountIdOf(handle) }
}

/** Whatever has this name, links included, opened as a place only. */
export async function openPlace(
  folder: ConfinedFolder,
  name: string | Buffer,
  path: string,
): Promise<FileHandle> {
  const handle = await open(childOf(folder, name), namesOnly | constants.O_NOFOLLOW)
  return guarded(handle, folder, path)
}

export async function openChildFolder(
  folder: ConfinedFolder,
  name: string | Buffer,
  path: string,
): Promise<ConfinedFolder> {
  const flags = namesOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW
  const handle = await open(childOf(folder, name), flags).catch(async (error: unknown) => {
    throw errnoOf(error) === 'ENOTDIR' ? await folderProblem(folder, name, path) : error
  })
  return { handle: await guarded(handle, folder, path), mountId: folder.mountId }
}

/** The folder at these names below the root; the caller closes it. */
export async function openFolder(
  root: ConfinedFolder,
  names: string[],
  path: string,
): Promise<ConfinedFolder> {
  let current = {
    ...root,
    handle: await open(descriptorPath(root.handle), namesOnly | constants.O_DIRECTORY),
  }
  for (const name of names) {
    const previous = current
    try {
      current = await openChildFolder(previous, name, path)
    } finally {
      await previous.handle.close()
    }
  }
  return current
}

/** Opens the folder that holds `path`, lets `work` act on the last name in it, and closes it again. */
export async function withParent<T>(
  root: ConfinedFolder,
  path: string,
  work: (parent: ConfinedFolder, name: string) => Promise<T>,
): Promise<T> {
  const names = namesOf(path)
  const name = names.pop()
  if (name === undefined)
    throw new ConfinedFileError('root_protected', path, 'the root folder itself stays as it is')
  const parent = await openFolder(root, names, path)
  try {
    return await work(parent, name)
  } finally {
    await parent.handle.close()
  }
}

export function namesOf(path: string): string[] {
  const split = splitPath(path)
  if ('problem' in split) throw new ConfinedFileError('invalid_path', path, split.problem)
  return split.components
}

async function guarded(handle: FileHandle, folder: ConfinedFolder, path: string): Promise<FileHandle> {
  if (mountIdOf(handle) === folder.mountId) return handle
  await handle.close()
  throw new ConfinedFileError('escapes', path, 'another file system is mounted here')
}

async function folderProblem(
  folder: ConfinedFolder,
  name: string | Buffer,
  path: string,
): Promise<ConfinedFileError> {
  const place = await openPlace(folder, name, path)
  try {
    return (await place.stat()).isSymbolicLink()
      ? new ConfinedFileError('escapes', path, 'the path leads through a link, and links are not followed')
      : new ConfinedFileError('not_a_folder', path, 'a part of this path is not a folder')
  } finally {
    await place.close()
  }
}

function mountIdOf(handle: FileHandle): string {
  return /^mnt_id:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${handle.fd}`, 'latin1'))?.[1] ?? 'unknown'
}
