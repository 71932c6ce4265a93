// Writes a file that is never seen half written, and that nobody else can read unless its mode says so.

import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const privateMode = 0o600

/** A temporary file, then a rename: after a crash or a power loss there is the old content or the new one. */
export function replaceFile(path: string, content: string, mode = privateMode): void {
  const temporary = `${path}.${process.pid}.new`
  rmSync(temporary, { force: true })
  const file = openSync(temporary, 'wx', mode)
  try {
    writeSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
  syncFolder(dirname(path))
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
