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

/** Folders and files that must be writable for whoever runs Rookery here; those that are not there are no matter. */
export function checkWritable(paths: string[]): Finding[] {
  const name = 'write access'
  const found = paths.filter(path => existsSync(path))
  const refused = found.flatMap(path => {
    const reason = writeRefusal(path)
    return reason === null ? [] : [{ path, reason }]
  })
  if (refused.length > 0) {
    return refused.map(({ path, reason }) => problem(name, `${path} ${writeAdvice(path, reason)}`))
  }
  return found.length > 0 ? [ok(name, 'everything that Rookery writes to can be written')] : []
}

function writeAdvice(path: string, reason: string): string {
  return reason === 'EROFS'
    ? 'is on a read-only file system; mount it writable (after an error of the disk the kernel makes it read-only: look into dmesg)'
    : `cannot be written by this user (${reason}); run: chown -R $(id -un) ${path}`
}

/** What belongs to somebody else than its folder cannot be written by the user of the service. */
export function checkOwners(folder: string, files: string[]): Finding[] {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid
  if (owner === undefined) return []
  return files.flatMap(file => {
    const uid = statSync(file, { throwIfNoEntry: false })?.uid
    if (uid === undefined || uid === owner) return []
    const message = `${file} belongs to user ${uid}, its folder ${folder} to user ${owner}; run: chown ${owner} ${file}`
    return [problem('owner', message)]
  })
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
  const formatted = new Date(nowMs).toISOString()
  if (nowMs < Date.UTC(2026, 0, 1))
    return problem(name, `${formatted} is in the past; set the clock of this machine`)
  const newest = newestChangeMs(dataDir)
  if (newest > nowMs + clockSlackMs) {
    const later = new Date(newest).toISOString()
    return problem(
      name,
      `${formatted} is earlier than the files in ${dataDir} (${later}); set the clock of this machine`,
    )
  }
  return ok(name, formatted)
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
  return writeRefusal(path) === null
}

/** Null: it can be written. */
function writeRefusal(path: string): string | null {
  try {
    const isFolder = statSync(path).isDirectory()
    accessSync(path, isFolder ? constants.W_OK | constants.X_OK : constants.W_OK)
    return null
  } catch (error) {
    return reasonOf(error)
  }
}
