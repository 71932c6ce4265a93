// Control groups of the unified hierarchy, where this machine lets us make them: the surest way to end a process tree.

import { accessSync, constants, mkdirSync, readFileSync, rmdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A folder for the groups of this owner, below the group this process is in; null where none can be made. */
export function createCgroupFolder(owner: string): string | null {
  const parent = ownCgroup()
  if (parent === null) return null
  const folder = join(parent, `rookery-${owner}`)
  const probe = join(folder, 'probe')
  try {
    mkdirSync(probe, { recursive: true })
    accessSync(join(probe, 'cgroup.kill'), constants.W_OK)
    accessSync(join(probe, 'cgroup.procs'), constants.W_OK)
    rmdirSync(probe)
    rmdirIfEmpty(folder)
    return folder
  } catch {
    return null
  }
}

export function createCgroup(folder: string, name: string): string {
  const cgroup = join(folder, name)
  mkdirSync(cgroup, { recursive: true })
  return cgroup
}

export async function cgroupMembers(cgroup: string): Promise<number[]> {
  return lines(await readOrEmpty(join(cgroup, 'cgroup.procs'))).map(Number)
}

/** Forks cannot slip through: the kernel kills the group as a whole. */
export async function killCgroup(cgroup: string): Promise<void> {
  await writeFile(join(cgroup, 'cgroup.kill'), '1', { flag: 'r+' })
}

/** Only an empty group goes, and with the last one its folder. */
export function removeCgroup(cgroup: string): void {
  rmdirIfEmpty(cgroup)
  rmdirIfEmpty(dirname(cgroup))
}

function rmdirIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Still in use, or gone.
  }
}

function ownCgroup(): string | null {
  try {
    const mount = lines(readFileSync('/proc/self/mountinfo', 'utf8')).find(line =>
      line.includes(' - cgroup2 '),
    )
    const own = lines(readFileSync('/proc/self/cgroup', 'utf8')).find(line => line.startsWith('0::'))
    const mountPoint = mount?.split(' ')[4]
    return mountPoint === undefined || own === undefined ? null : join(mountPoint, own.slice(3))
  } catch {
    return null
  }
}

function lines(text: string): string[] {
  return text.split('\n').filter(line => line !== '')
}

async function readOrEmpty(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '')
}
