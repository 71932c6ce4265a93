// A real restic for tests: the oldest that is accepted, out of the package of Debian 13.

import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { buildRestic } from '../scripts/release/restic.ts'
import { cachedTool, fetchBytes, fetchChecked, whyNotFetched } from './cached-tool.ts'
import { hostMirror } from './debian-root.ts'
import { findProgram } from './running-component.ts'

const run = promisify(execFile)
const release = 'trixie'
const machines: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

const problem =
  findProgram('dpkg-deb') === null && !process.env.ROOKERY_TEST_RESTIC
    ? 'restic cannot be unpacked here (Debian package dpkg)'
    : await whyNotFetched(restic)

/** Why there is none here, or null. */
export function missingRestic(): string | null {
  return problem
}

/** `ROOKERY_TEST_RESTIC` names another one. */
export async function restic(): Promise<string> {
  const given = process.env.ROOKERY_TEST_RESTIC
  if (given) return given
  return cachedTool(`restic-${release}`, async folder => {
    const { path, sha256 } = await findPackage('restic')
    const archive = join(folder, 'restic.deb')
    await writeFile(archive, await fetchChecked(`${hostMirror()}/${path}`, sha256))
    await run('dpkg-deb', ['-x', archive, join(folder, 'files')])
    return join(folder, 'files/usr/bin/restic')
  })
}

/** The one that releases carry, built here once. */
export async function builtRestic(): Promise<string> {
  const machine = process.arch === 'arm64' ? 'arm64' : 'x64'
  const built = await buildRestic([machine])
  if (built === null) throw new Error('restic cannot be built here: Go is not installed')
  return built.programs[machine]
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
