// Makes what was restored safe to hand over: no devices, pipes and sockets, no set-user-id bits, one owner.

import type { Stats } from 'node:fs'
import { chmod, lchown, lstat, opendir, rm } from 'node:fs/promises'
import type { BackupWarning } from './backup-engine.ts'

const droppedLimit = 100
/** What folders of the daemon have that hold somebody's files. */
const topMode = 0o750
const specialBits = 0o7000

interface Sanitizing {
  owner: { uid: number; gid: number } | null
  dropped: BackupWarning[]
}

/**
 * `folder` is the daemon's own and closed to everybody else, so nobody exchanges anything in it meanwhile, and paths
 * mean what they say. It stays the daemon's; what is in it gets the owner.
 */
export async function sanitizeRestored(folder: string, owner: Sanitizing['owner']): Promise<BackupWarning[]> {
  const sanitizing: Sanitizing = { owner, dropped: [] }
  const top = Buffer.from(`${folder}/`)
  for await (const { name } of entriesIn(Buffer.from(folder))) {
    const path = Buffer.concat([top, name])
    await sanitize(path, name.toString(), sanitizing)
    // A part of a backup: its mode is not in the backup.
    if ((await lstat(path).catch(() => null))?.isDirectory()) await chmod(path, topMode)
  }
  return sanitizing.dropped
}

async function sanitize(path: Buffer, displayPath: string, sanitizing: Sanitizing): Promise<void> {
  const stats = await lstat(path)
  const { owner } = sanitizing
  if (isSpecial(stats)) {
    drop(sanitizing, displayPath, 'it is a device, a pipe or a socket')
    return rm(path)
  }
  if (stats.isDirectory()) await sanitizeBelow(path, displayPath, sanitizing)
  if (owner !== null) await lchown(path, owner.uid, owner.gid)
  if (stats.isSymbolicLink() || (stats.mode & specialBits) === 0) return
  if (stats.isFile()) drop(sanitizing, displayPath, 'it has lost its set-user-id, set-group-id or sticky bit')
  await chmod(path, stats.mode & 0o777)
}

/** Folders come after the rest, when this one is closed again: a game may have made thousands of them, one in another. */
async function sanitizeBelow(folder: Buffer, displayPath: string, sanitizing: Sanitizing): Promise<void> {
  const folders: Buffer[] = []
  const sanitizeNamed = (name: Buffer) =>
    sanitize(Buffer.concat([folder, slash, name]), `${displayPath}/${name.toString()}`, sanitizing)
  for await (const { name, isFolder } of entriesIn(folder)) {
    if (isFolder) folders.push(name)
    else await sanitizeNamed(name)
  }
  for (const name of folders) await sanitizeNamed(name)
}

const slash = Buffer.from('/')

function isSpecial(stats: Stats): boolean {
  return !stats.isFile() && !stats.isDirectory() && !stats.isSymbolicLink()
}

function drop({ dropped }: Sanitizing, path: string, reason: string): void {
  if (dropped.length < droppedLimit) dropped.push({ path, reason })
}

/** Names as bytes: not every one on disk is valid text. */
async function* entriesIn(folder: Buffer): AsyncGenerator<{ name: Buffer; isFolder: boolean }> {
  const options = { encoding: 'buffer' as BufferEncoding }
  for await (const entry of await opendir(folder as unknown as string, options)) {
    yield { name: entry.name as unknown as Buffer, isFolder: entry.isDirectory() }
  }
}
