// Puts restored files where they belong and keeps what was there; an interruption leaves the old or the new, never nothing.

import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

export interface Placement {
  from: string
  to: string
}

const databaseCompanions = ['-wal', '-shm', '-journal']

/** `keepIn` is made when something was there; true then. */
export function replaceFiles(placements: Placement[], keepIn: string): boolean {
  const old = placements
    .flatMap(({ to }) => ['', ...databaseCompanions].map(ending => to + ending))
    .filter(existsSync)
  if (old.length > 0) {
    mkdirSync(keepIn, { recursive: true, mode: 0o700 })
    for (const path of old) keepBeside(path, join(keepIn, basename(path)))
  }
  for (const { from, to } of placements) {
    mkdirSync(dirname(to), { recursive: true })
    const beside = `${to}.${process.pid}.new`
    copyFileSync(from, beside)
    chmodSync(beside, 0o600)
    ownAsFolder(beside)
    flush(beside)
    // A log of the old database must never be read together with the new one.
    for (const ending of databaseCompanions) rmSync(to + ending, { force: true })
    renameSync(beside, to)
    flush(dirname(to))
  }
  return old.length > 0
}

/** On the disk, and not only on its way there: a power cut must not leave a name without content. */
function flush(path: string): void {
  const opened = openSync(path, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

function keepBeside(path: string, stored: string): void {
  try {
    linkSync(path, stored)
  } catch {
    // Another file system.
    copyFileSync(path, stored)
    chmodSync(stored, 0o600)
  }
}

/** Restored by root for a panel that runs as somebody else: the folder tells who. */
function ownAsFolder(path: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  chownSync(path, uid, gid)
}
