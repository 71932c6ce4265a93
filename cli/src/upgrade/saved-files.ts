// Copies files of a package to another root and back, with their owners and modes.

import { lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './system-command.ts'

/** As many as surely fit on one command line. */
const atOnce = 500

/** `paths` are below both roots. Files that are replaced get a new inode: programs that use the old one go on. */
export async function copyFiles(paths: readonly string[], from: string, to: string): Promise<void> {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  const relative = paths.map(path => path.replace(/^\/+/, ''))
  for (let start = 0; start < relative.length; start += atOnce) {
    const options = ['--archive', '--parents', '--reflink=auto', '--remove-destination']
    const some = relative.slice(start, start + atOnce)
    await runCommand(['cp', ...options, `--target-directory=${to}`, '--', ...some], { cwd: from })
  }
}

/** Files and links, of what a package manager lists; those that were never unpacked are left out. */
export function existingFiles(list: string, root = '/'): string[] {
  return list
    .split('\n')
    .filter(path => path.startsWith('/'))
    .filter(path => {
      const found = lstatSync(join(root, path), { throwIfNoEntry: false })
      return found !== undefined && !found.isDirectory()
    })
}
