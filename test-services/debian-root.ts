// A small Debian root file system for tests, made once by debootstrap and kept for the next run.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const limitMs = 300_000
const defaultMirror = 'http://deb.debian.org/debian'
const defaultRelease = 'bookworm'

/** The folder with these packages installed in it; nothing in it may be changed. */
export async function debianRoot(packages: readonly string[], release = hostRelease()): Promise<string> {
  const recipe = [process.arch, release, ...packages]
  const key = createHash('sha256').update(JSON.stringify(recipe)).digest('hex').slice(0, 12)
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'rookery-tests')
  const root = join(cache, `debian-${key}`)
  if (existsSync(root)) return root
  await mkdir(cache, { recursive: true })
  const unfinished = await mkdtemp(join(cache, 'unfinished-'))
  try {
    const made = join(unfinished, 'root')
    const recipeOptions = ['--variant=minbase', `--include=${packages.join(',')}`]
    // In a mount namespace of its own, what it mounts is gone with it, however it ends.
    const command = ['--mount', 'setpriv', '--pdeathsig', 'KILL', 'debootstrap', ...recipeOptions]
    await run('unshare', [...command, release, made, hostMirror()], {
      timeout: limitMs,
      maxBuffer: 16 * 1024 * 1024,
    })
    await rm(join(made, 'var/cache/apt'), { recursive: true, force: true })
    if (!existsSync(root)) await rename(made, root)
    return root
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** The release of this machine where it is Debian: that is what its mirror surely has. */
function hostRelease(): string {
  const facts = readOrEmpty('/etc/os-release')
  const isDebian = /^ID=debian$/m.test(facts)
  return (isDebian && /^VERSION_CODENAME=(\S+)$/m.exec(facts)?.[1]) || defaultRelease
}

export function hostMirror(): string {
  const folder = '/etc/apt/sources.list.d'
  const lists = existsSync(folder) ? readdirSync(folder).filter(name => /\.(sources|list)$/.test(name)) : []
  const text = [readOrEmpty('/etc/apt/sources.list'), ...lists.map(name => readOrEmpty(join(folder, name)))]
  return (
    /^(?:URIs:|deb(?:\s+\[.*?\])?)\s+(\S+\/debian)\/?(?:\s|$)/m.exec(text.join('\n'))?.[1] ?? defaultMirror
  )
}

function readOrEmpty(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
