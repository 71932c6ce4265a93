// Temporary folders of services: each carries the id of its process, so that a later run removes what a killed one left.

import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Short: Podman takes no longer path than 50 characters for what it runs. */
const namePattern = /^rookery-[a-z]+-(\d+)-/

export function createTemporaryFolder(service: string, place = tmpdir()): Promise<string> {
  return mkdtemp(join(place, `rookery-${service}-${process.pid}-`))
}

export async function removeAbandonedFolders(place = tmpdir()): Promise<void> {
  for (const name of readdirSync(place)) {
    const maker = namePattern.exec(name)?.[1]
    if (maker !== undefined && !isAlive(Number(maker)))
      await rm(join(place, name), { recursive: true, force: true }).catch(() => {})
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
