// Images for tests made of programs that are installed on this machine: each with its libraries and the files it reads.

import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import type { ContainerEngine } from './container-engine.ts'

const run = promisify(execFile)
const emptyFolders = ['dev', 'proc', 'sys', 'etc', 'game']

export interface HostPrograms {
  /** Programs and loadable libraries; what they are linked with comes along. */
  binaries: string[]
  /** Files and whole folders, at the same place in the image. */
  files: string[]
}

export async function importHostPrograms(
  engine: Pick<ContainerEngine, 'importImage'>,
  image: string,
  { binaries, files }: HostPrograms,
): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'rookery-image-'))
  try {
    for (const folder of emptyFolders) await mkdir(join(root, folder), { mode: 0o755 })
    await mkdir(join(root, 'tmp'))
    await chmod(join(root, 'tmp'), 0o1777)
    const libraries = await Promise.all(binaries.map(librariesOf))
    const wanted = new Set([...binaries, ...libraries.flat(), ...files].map(path => relative('/', path)))
    // Links are followed: what they point at may lie outside of what is taken.
    const options = ['--recursive', '--dereference', '--preserve=mode', '--parents']
    await run('cp', [...options, ...wanted, root], { cwd: '/' })
    await chmod(root, 0o755)
    await engine.importImage(image, root)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

export async function librariesOf(binary: string): Promise<string[]> {
  const { stdout } = await run('ldd', [binary])
  const lost = /^\s*(\S+) => not found/m.exec(stdout)?.[1]
  if (lost !== undefined) throw new Error(`${binary} needs the library ${lost}, which is not installed`)
  return [...stdout.matchAll(/(?:=> |^\s+)(\/\S+) \(0x/gm)].map(([, path = '']) => path)
}
