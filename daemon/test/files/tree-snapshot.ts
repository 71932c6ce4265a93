// Everything that can be seen of a tree, so that any touch of it shows.

import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** The time of the inode's change is part of it: even what was changed and changed back is another one. */
export function snapshotTree(top: string, isLeftOut: (path: string) => boolean = () => false): string[] {
  const lines: string[] = []
  const check = (path: string) => {
    const stats = lstatSync(path, { bigint: true })
    const content = stats.isFile()
      ? createHash('sha256').update(readFileSync(path)).digest('hex')
      : stats.isSymbolicLink()
        ? readlinkSync(path)
        : ''
    const { mode, uid, size, mtimeNs, ctimeNs, ino, nlink } = stats
    lines.push([path, mode, uid, ino, nlink, size, mtimeNs, ctimeNs, content].join(' '))
    if (!stats.isDirectory()) return
    for (const name of readdirSync(path).sort()) if (!isLeftOut(join(path, name))) check(join(path, name))
  }
  check(top)
  return lines
}

/** The content of every regular file below, links not followed. */
export function contentsBelow(top: string): Buffer[] {
  return readdirSync(top, { withFileTypes: true }).flatMap(found => {
    const path = join(top, found.name)
    if (found.isDirectory()) return contentsBelow(path)
    return found.isFile() ? [readFileSync(path)] : []
  })
}
