// A stand-in for the official Node image in tests, made on the spot: this very Node, setpriv, their libraries and busybox.

import { chmod, copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ContainerEngine } from './container-engine.ts'
import { librariesOf } from './host-program-image.ts'
import { findProgram } from './running-component.ts'

const commands = ['sh', 'cat', 'chmod', 'chown', 'env', 'find', 'grep', 'id', 'ls', 'mkdir', 'stat']

/** `moreBinaries` are loadable libraries whose own libraries must be there too. */
export async function importNodeImage(
  engine: Pick<ContainerEngine, 'importImage'>,
  image: string,
  moreBinaries: string[],
): Promise<void> {
  const busybox = findProgram('busybox')
  if (busybox === null) throw new Error('busybox is not installed (Debian package busybox-static)')
  // Part of every Debian, hence of the official image too: games are started with it.
  const setpriv = findProgram('setpriv')
  if (setpriv === null) throw new Error('setpriv is not installed (Debian package util-linux)')
  const root = await mkdtemp(join(tmpdir(), 'rookery-node-image-'))
  try {
    await chmod(root, 0o755)
    for (const folder of ['bin', 'dev', 'proc', 'sys', 'etc', 'usr/local/bin'])
      await mkdir(join(root, folder), { recursive: true, mode: 0o755 })
    await mkdir(join(root, 'tmp'))
    await chmod(join(root, 'tmp'), 0o1777)
    await copyFile(process.execPath, join(root, 'usr/local/bin/node'))
    await copyFile(setpriv, join(root, 'bin/setpriv'))
    await copyFile(busybox, join(root, 'bin/busybox'))
    for (const name of commands) await symlink('busybox', join(root, 'bin', name))
    const libraries = await Promise.all([process.execPath, setpriv, ...moreBinaries].map(librariesOf))
    for (const path of new Set(libraries.flat())) {
      await mkdir(dirname(join(root, path)), { recursive: true, mode: 0o755 })
      await copyFile(path, join(root, path))
    }
    await engine.importImage(image, root)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}
