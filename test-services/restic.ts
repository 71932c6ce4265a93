// A real restic for tests: the oldest that is accepted, out of the package of Debian 13, kept for the next run.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { hostMirror } from './debian-root.ts'
import { findProgram } from './running-component.ts'

const run = promisify(execFile)
const release = 'trixie'
const machines: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

/** Why there is none here, or null. */
export function missingRestic(): string | null {
  if (process.env.ROOKERY_TEST_RESTIC) return null
  return findProgram('dpkg-deb') === null ? 'restic cannot be unpacked here (Debian package dpkg)' : null
}

/** `ROOKERY_TEST_RESTIC` names another one. */
export async function restic(): Promise<string> {
  const given = process.env.ROOKERY_TEST_RESTIC
  if (given) return given
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'rookery-tests')
  const program = join(cache, `restic-${release}`)
  if (existsSync(program)) return program
  await mkdir(cache, { recursive: true })
  const unfinished = await mkdtemp(join(cache, 'unfinished-'))
  try {
    const { path, sha256 } = await findPackage('restic')
    const archive = await fetchBytes(`${hostMirror()}/${path}`)
    if (createHash('sha256').update(archive).digest('hex') !== sha256)
      throw new Error(`${path} is not what the index of ${release} names`)
    await writeFile(join(unfinished, 'restic.deb'), archive)
    await run('dpkg-deb', ['-x', join(unfinished, 'restic.deb'), join(unfinished, 'files')])
    const made = join(unfinished, 'restic')
    await copyFile(join(unfinished, 'files/usr/bin/restic'), made)
    await rename(made, program)
    return program
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function findPackage(name: string): Promise<{ path: string; sha256: string }> {
  const machine = machines[process.arch] ?? process.arch
  const index = await fetchBytes(`${hostMirror()}/dists/${release}/main/binary-${machine}/Packages.gz`)
  const entry = gunzipSync(index)
    .toString()
    .split('\n\n')
    .find(text => text.startsWith(`Package: ${name}\n`))
  const field = (wanted: string) => new RegExp(`^${wanted}: (.+)$`, 'm').exec(entry ?? '')?.[1]
  const path = field('Filename')
  const sha256 = field('SHA256')
  if (path === undefined || sha256 === undefined) throw new Error(`${release} has no ${name} for ${machine}`)
  return { path, sha256 }
}

async function fetchBytes(url: string): Promise<Buffer> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(120_000) })
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}
