// The log file of one program: put aside at start when it has grown, then appended to.

import { createWriteStream, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs'
import { dirname } from 'node:path'

const limitBytes = 10 * 1024 * 1024
const retainedFiles = 3

export function openLogFile(path: string): WriteStream {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  putAsideWhenLarge(path)
  return createWriteStream(path, { flags: 'a', mode: 0o600 })
}

/** panel.log becomes panel.log.1, which becomes panel.log.2, and so on; the oldest is dropped. */
function putAsideWhenLarge(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || found.size < limitBytes) return
  for (let number = retainedFiles; number >= 1; number -= 1) {
    const from = number === 1 ? path : `${path}.${number - 1}`
    if (statSync(from, { throwIfNoEntry: false })) renameSync(from, `${path}.${number}`)
  }
}
