// Goes through everything at and below a name, folder by open folder: links are told, never followed.

import { isUtf8 } from 'node:buffer'
import { constants } from 'node:fs'
import { type FileHandle, open, opendir, readlink } from 'node:fs/promises'
import { ConfinedFileError, errnoOf } from '../confined-file-error.ts'
import { type Entry, entryOf } from '../entry.ts'
import {
  type ConfinedFolder,
  childOf,
  descriptorPath,
  namesOf,
  openChildFolder,
  openFolder,
  openPlace,
} from '../folder-handle.ts'
import { requireNoForeignInode } from '../regular-file.ts'

const depthLimit = 200

export type VisitedEntry =
  | ({ path: string; handle: FileHandle } & TypedEntry<'file'>)
  | ({ path: string } & TypedEntry<'directory'>)
  | ({ path: string; target: string } & TypedEntry<'link'>)
  | { path: string; type: 'passed_over'; reason: string }

type TypedEntry<Type extends Entry['type']> = Omit<Entry, 'type'> & { type: Type }

export interface VisitOptions {
  signal: AbortSignal
  /** These, and what is below them, are not even told. */
  isLeftOut: (path: string) => boolean
}

interface Visit extends VisitOptions {
  root: ConfinedFolder
}

/**
 * A folder comes before what is in it. The handle of a file is open until the next entry is asked for. What cannot be
 * read, and what is no file, folder or link, is passed over with a reason; only the name that was asked for must be
 * there.
 */
export async function* visitTree(
  root: ConfinedFolder,
  path: string,
  options: VisitOptions,
): AsyncGenerator<VisitedEntry> {
  const visit = { ...options, root }
  const names = namesOf(path)
  const name = names.pop()
  const parent = await openFolder(root, names, path)
  try {
    if (name === undefined) yield* visitBelow(parent, '', visit, 1)
    else {
      const place = await openPlace(parent, name, path)
      yield* visitPlace({ parent, name: Buffer.from(name), place, path }, visit, names.length + 1)
    }
  } finally {
    await parent.handle.close()
  }
}

interface Place {
  parent: ConfinedFolder
  name: Buffer
  place: FileHandle
  path: string
}

async function* visitBelow(
  folder: ConfinedFolder,
  path: string,
  visit: Visit,
  depth: number,
): AsyncGenerator<VisitedEntry> {
  const options = { encoding: 'buffer' as BufferEncoding, bufferSize: 256 }
  for await (const found of await opendir(descriptorPath(folder.handle), options)) {
    visit.signal.throwIfAborted()
    const name = found.name as unknown as Buffer
    const below = path === '' ? name.toString() : `${path}/${name.toString()}`
    if (visit.isLeftOut(below)) continue
    if (!isUtf8(name)) {
      yield passedOver(below, 'its name is not valid text')
      continue
    }
    const place = await openPlace(folder, name, below).catch((error: unknown) => reasonOf(error))
    // What has vanished meanwhile is not there.
    if (place === null) continue
    if (typeof place === 'string') yield passedOver(below, place)
    else yield* visitPlace({ parent: folder, name, place, path: below }, visit, depth)
  }
}

/** Closes the place. */
async function* visitPlace(at: Place, visit: Visit, depth: number): AsyncGenerator<VisitedEntry> {
  const { parent, name, place, path } = at
  let folder: ConfinedFolder | null = null
  try {
    const entry = entryOf(name.toString(), await place.stat())
    if (entry.type === 'file') yield* visitFile(at, entry, visit)
    else if (entry.type === 'link') yield* visitLink(at, entry)
    else if (entry.type === 'other') yield passedOver(path, 'it is a pipe, a socket or a device')
    else if (depth > depthLimit) yield passedOver(path, `it lies more than ${depthLimit} folders deep`)
    else {
      const opened = await openChildFolder(parent, name, path).catch((error: unknown) => reasonOf(error))
      if (typeof opened === 'string') yield passedOver(path, opened)
      if (opened === null || typeof opened === 'string') return
      folder = opened
      yield { ...entry, type: 'directory', path }
      yield* visitBelow(folder, path, visit, depth + 1)
    }
  } finally {
    await place.close()
    await folder?.handle.close()
  }
}

async function* visitFile({ place, path }: Place, entry: Entry, visit: Visit): AsyncGenerator<VisitedEntry> {
  let handle: FileHandle | null = null
  try {
    await requireNoForeignInode(visit.root, await place.stat(), path)
    handle = await open(descriptorPath(place), constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch (error) {
    const reason = reasonOf(error)
    if (reason !== null) yield passedOver(path, reason)
    return
  }
  try {
    yield { ...entry, type: 'file', path, handle }
  } finally {
    await handle.close()
  }
}

async function* visitLink({ parent, name, path }: Place, entry: Entry): AsyncGenerator<VisitedEntry> {
  const target = await readlink(childOf(parent, name), { encoding: 'buffer' }).catch(() => null)
  if (target === null) return
  if (isUtf8(target)) yield { ...entry, type: 'link', path, target: target.toString() }
  else yield passedOver(path, 'what this link leads to is not valid text')
}

function passedOver(path: string, reason: string): VisitedEntry {
  return { path, type: 'passed_over', reason }
}

/** Null: it is gone. */
function reasonOf(error: unknown): string | null {
  const errno = errnoOf(error)
  if (errno === 'ENOENT') return null
  if (errno === 'EACCES' || errno === 'EPERM') return 'the daemon has no permission to read it'
  if (error instanceof ConfinedFileError) return error.message.slice(error.message.indexOf(': ') + 2)
  throw error
}
