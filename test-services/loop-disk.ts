// A file system of a kind in a file, mounted for a test: what the disk of the machine cannot do, another one can.

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from './running-component.ts'

export const loopDisks = {
  btrfs: { debianPackage: 'btrfs-progs', sizeMb: 300, options: ['-q'] },
  xfs: { debianPackage: 'xfsprogs', sizeMb: 320, options: ['-q', '-m', 'reflink=1'] },
} as const
export type LoopDiskKind = keyof typeof loopDisks

export interface LoopDisk {
  folder: string
  end(): void
}

/** Why it cannot be had here, or null. */
export function missingLoopDisk(kind: LoopDiskKind): string | null {
  if (process.getuid?.() !== 0) return 'only root mounts disks'
  if (findProgram(`mkfs.${kind}`) === null)
    return `${kind} cannot be made here (Debian package ${loopDisks[kind].debianPackage})`
  try {
    openLoopDisk(kind).end()
    return null
  } catch {
    return `a disk of the kind ${kind} cannot be mounted here`
  }
}

export function openLoopDisk(kind: LoopDiskKind): LoopDisk {
  const { sizeMb, options } = loopDisks[kind]
  const home = mkdtempSync(join(tmpdir(), `rookery-${kind}-`))
  const image = join(home, 'image')
  const folder = join(home, 'disk')
  const remove = () => rmSync(home, { recursive: true, force: true })
  try {
    // Games of other users live on it.
    chmodSync(home, 0o755)
    mkdirSync(folder)
    execFileSync('truncate', ['-s', `${sizeMb}M`, image])
    execFileSync(`mkfs.${kind}`, [...options, image], { stdio: 'ignore' })
    execFileSync('mount', ['-o', 'loop', image, folder], { stdio: 'ignore' })
  } catch (error) {
    remove()
    throw error
  }
  return {
    folder,
    end() {
      execFileSync('umount', ['--lazy', folder])
      remove()
    },
  }
}
