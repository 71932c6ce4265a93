// Copies of folders that share their data with the original, on file systems that can (btrfs, xfs): made in a moment, so
// that a game need not hold its files still for as long as a backup reads them.

import { constants } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { openRoot } from '../confined-files.ts'
import { findProgram, startInSandbox } from './restic/sandbox/sandbox.ts'

export interface FolderCopies {
  /** Whether the file system of the copies can share data between files. */
  arePossible(): Promise<boolean>
  /** Null where it cannot be had; nothing is left of it then. */
  create(folder: string, signal: AbortSignal): Promise<FolderCopy | null>
  /** What a daemon that was killed has left. */
  removeAll(): Promise<void>
}

export interface FolderCopy {
  path: string
  remove(): Promise<void>
}

export interface FolderCopiesOptions {
  /** Of the daemon's own, on the file system of the originals. */
  home: string
  /** A folder of the daemon's own, for what a run needs. */
  stateFolder: string
}

export function createFolderCopies({ home, stateFolder }: FolderCopiesOptions): FolderCopies {
  /** Whatever a game has made, however deep. */
  async function removeAll(): Promise<void> {
    for (const name of await readdir(home).catch(() => [])) await remove(name)
  }

  async function remove(name: string): Promise<void> {
    const root = await openRoot(home)
    try {
      await root.remove(name)
    } finally {
      await root.close()
    }
  }

  async function arePossible(): Promise<boolean> {
    if (findProgram('cp') === null) return false
    await mkdir(home, { recursive: true, mode: 0o700 })
    const folder = await mkdtemp(join(home, 'try-'))
    try {
      await writeFile(join(folder, 'one'), 'shared')
      await copyFile(join(folder, 'one'), join(folder, 'two'), constants.COPYFILE_FICLONE_FORCE)
      return true
    } catch {
      return false
    } finally {
      await remove(basename(folder))
    }
  }

  async function create(folder: string, signal: AbortSignal): Promise<FolderCopy | null> {
    if (!(await arePossible())) return null
    const path = await mkdtemp(join(home, 'copy-'))
    const removeCopy = () => remove(basename(path))
    try {
      if (await copyInSandbox(folder, path, stateFolder, signal)) return { path, remove: removeCopy }
    } catch (error) {
      await removeCopy()
      throw error
    }
    await removeCopy()
    return null
  }

  return { arePossible, create, removeAll }
}

/**
 * Whoever owns the folder may exchange parts of it for links meanwhile: root copies in a sandbox that holds nothing else.
 * What goes before it was copied is no fault; whatever else goes wrong is one, and the original is read instead.
 */
async function copyInSandbox(
  from: string,
  to: string,
  stateFolder: string,
  signal: AbortSignal,
): Promise<boolean> {
  const isRoot = process.getuid?.() === 0
  const kind = isRoot ? ('confined' as const) : ('open' as const)
  const { child, leave } = await startInSandbox(
    { kind, program: findProgram('cp') ?? 'cp', stateFolder },
    {
      folders: { from: { source: from, isReadOnly: true }, to: { source: to, isReadOnly: false } },
      ...{ files: {}, priority: 'normal', standardInput: '' },
      command: placeOf => ({
        args: ['-a', '--reflink=always', '--', `${placeOf('from')}/.`, placeOf('to')],
        env: { LC_ALL: 'C' },
      }),
    },
  )
  const stop = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop, { once: true })
  // One file that cannot share its data is enough to know: there may be millions.
  child.stderr?.on('data', (chunk: Buffer) => chunk.includes('failed to clone') && stop())
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  try {
    const [status, said] = await Promise.all([exited, child.stderr ? text(child.stderr) : ''])
    signal.throwIfAborted()
    const lines = said.split('\n').filter(line => line !== '')
    return status === 0 || (status === 1 && lines.every(line => line.endsWith('No such file or directory')))
  } finally {
    signal.removeEventListener('abort', stop)
    await leave()
  }
}
