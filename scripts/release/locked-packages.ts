// Packages of npm exactly as package-lock.json names them, also those that npm does not install on this machine.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface LockedPackage {
  version: string
  integrity?: string
  license?: string
}

export type LockedPackages = Record<string, LockedPackage>

/** By folder, such as `node_modules/zod`. */
export function readLockedPackages(root: string): LockedPackages {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: LockedPackages
  }
  return packages
}

/** True when the content is what the lock file promises: the strongest of the hashes that it names must match. */
export function matchesIntegrity(content: Uint8Array, integrity: string): boolean {
  const promised = integrity.split(/\s+/).find(entry => entry.startsWith('sha512-'))
  if (promised === undefined) return false
  return promised === `sha512-${createHash('sha512').update(content).digest('base64')}`
}

/** The folder with the package's files: the installed one, else one in the cache, fetched and checked. */
export async function lockedPackageFolder(root: string, name: string): Promise<string> {
  const installed = join(root, 'node_modules', name)
  if (existsSync(join(installed, 'package.json'))) return installed
  const locked = readLockedPackages(root)[`node_modules/${name}`]
  if (locked?.integrity === undefined) {
    throw new Error(`package-lock.json names no ${name} with a hash: add it to the optional dependencies`)
  }
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'rookery-release')
  const key = createHash('sha256').update(locked.integrity).digest('hex').slice(0, 16)
  const folder = join(cache, `${basename(name)}-${locked.version}-${key}`)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const unfinished = mkdtempSync(join(cache, 'unfinished-'))
  try {
    const archive = await fetchArchive(unfinished, `${name}@${locked.version}`)
    if (!matchesIntegrity(readFileSync(archive), locked.integrity)) {
      throw new Error(
        `${name} ${locked.version} from the registry is not what package-lock.json names: its hash differs`,
      )
    }
    await run('tar', ['-xzf', archive, '-C', unfinished, '--no-same-owner'])
    if (!existsSync(folder)) renameSync(join(unfinished, 'package'), folder)
    return folder
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

async function fetchArchive(folder: string, wanted: string): Promise<string> {
  try {
    const { stdout } = await run('npm', ['pack', wanted, '--json', '--loglevel=error'], {
      cwd: folder,
      maxBuffer: 16 * 1024 * 1024,
    })
    const [packed] = JSON.parse(stdout) as { filename: string }[]
    return join(folder, packed?.filename.replace(/^@/, '').replace('/', '-') ?? '')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `${wanted} cannot be fetched: ${reason}\nCheck the network and the registry that npm uses.`,
    )
  }
}
