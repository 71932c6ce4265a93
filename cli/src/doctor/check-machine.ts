// Checks of the machine: Node, the data folder, the disk and the clock.

import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const oldestNodeMajor = 24
const scarceBytes = 1024 ** 3
const clockSlackMs = 5 * 60_000

export function checkNodeVersion(version: string): Finding {
  const major = Number(version.split('.')[0])
  if (major >= oldestNodeMajor) return ok('Node', version)
  return problem('Node', `${version} is too old; install Node ${oldestNodeMajor} or newer`)
}

export function checkDataFolder(dataDir: string): Finding {
  const name = 'data folder'
  if (!existsSync(dataDir)) {
    return isWritable(existingParent(dataDir))
      ? ok(name, `${dataDir} will be made at the first start`)
      : problem(
          name,
          `${dataDir} cannot be made: ${existingParent(dataDir)} is not writable; choose another with DATA_DIR`,
        )
  }
  if (!statSync(dataDir).isDirectory())
    return problem(name, `${dataDir} is not a folder; choose another with DATA_DIR`)
  if (!isWritable(dataDir))
    return problem(name, `${dataDir} is not writable for this user; change its owner or DATA_DIR`)
  return ok(name, dataDir)
}

export function checkDiskSpace(dataDir: string): Finding {
  try {
    const { bavail, bsize } = statfsSync(existingParent(dataDir))
    const freeBytes = bavail * bsize
    const free = `${(freeBytes / 1024 ** 3).toFixed(1)} GiB free`
    return freeBytes >= scarceBytes
      ? ok('disk space', free)
      : problem('disk space', `only ${free} for ${dataDir}; remove something or move the folder`)
  } catch (error) {
    return warning('disk space', `cannot be read (${reasonOf(error)})`)
  }
}

/** Nothing in the data folder can have been written in the future. */
export function checkClock(dataDir: string, nowMs: number): Finding {
  const name = 'clock'
  const shown = new Date(nowMs).toISOString()
  if (nowMs < Date.UTC(2026, 0, 1))
    return problem(name, `${shown} is in the past; set the clock of this machine`)
  const newest = newestChangeMs(dataDir)
  if (newest > nowMs + clockSlackMs) {
    const later = new Date(newest).toISOString()
    return problem(
      name,
      `${shown} is earlier than the files in ${dataDir} (${later}); set the clock of this machine`,
    )
  }
  return ok(name, shown)
}

function newestChangeMs(folder: string): number {
  try {
    return Math.max(0, ...readdirSync(folder).map(entry => statSync(join(folder, entry)).mtimeMs))
  } catch {
    return 0
  }
}

function existingParent(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existingParent(dirname(path))
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
