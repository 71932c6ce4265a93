// Names one state of a file: another content, another file or another moment of change has another one.

import { createHash } from 'node:crypto'

export interface FileState {
  dev: bigint
  ino: bigint
  size: bigint
  mtimeNs: bigint
  ctimeNs: bigint
}

/** A game can set the time of modification back, but not that of the inode's change. */
export function etagOf({ dev, ino, size, mtimeNs, ctimeNs }: FileState): string {
  const state = [dev, ino, size, mtimeNs, ctimeNs].join('/')
  return createHash('sha256').update(state).digest('base64url').slice(0, 32)
}
