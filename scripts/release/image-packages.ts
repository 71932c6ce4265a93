// The Debian packages that the image is made of: pinned by hash, fetched from any mirror, renewed on request.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { type Architecture, architectures, machineNames } from './machines.ts'

const listFile = 'packaging/image/debian-packages.json'
const mirror = 'https://deb.debian.org'

export interface DebianPackage {
  name: string
  version: string
  /** At a mirror. */
  path: string
  sha256: string
}

export interface ImagePackages {
  release: string
  /** When the list was made: an archive of that day has all of them, when mirrors have gone on. */
  day: string
  packages: Record<Architecture, DebianPackage[]>
}

export function readImagePackages(root: string): ImagePackages {
  return JSON.parse(readFileSync(join(root, listFile), 'utf8')) as ImagePackages
}

/** No mirror gives a package as it is pinned. */
export class FetchProblem extends Error {}

/** The file of a package, checked; from the cache where it is there. Throws FetchProblem. */
export async function fetchDebianPackage(day: string, wanted: DebianPackage): Promise<string> {
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'rookery-release')
  const file = join(cache, `${wanted.sha256.slice(0, 16)}-${basename(wanted.path)}`)
  if (existsSync(file)) return file
  mkdirSync(cache, { recursive: true })
  const archive = `https://snapshot.debian.org/archive/${wanted.path.replace(/^\/?(debian[^/]*)\//, `$1/${day}T000000Z/`)}`
  const failures: string[] = []
  for (const url of [`${mirror}/${wanted.path}`, archive]) {
    try {
      const content = Buffer.from(await download(url))
      const sha256 = createHash('sha256').update(content).digest('hex')
      if (sha256 !== wanted.sha256) throw new Error('its hash is another one')
      writeFileSync(`${file}.${process.pid}.new`, content)
      renameSync(`${file}.${process.pid}.new`, file)
      return file
    } catch (error) {
      failures.push(`${url}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new FetchProblem(
    `${wanted.name} ${wanted.version} cannot be fetched:\n${failures.join('\n')}\nCheck the network, or renew the list: npm run release -- --renew-image-packages`,
  )
}

async function download(url: string): Promise<ArrayBuffer> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(120_000) })
  if (!answer.ok) throw new Error(`the answer is ${answer.status}`)
  return answer.arrayBuffer()
}

/** The same packages in the versions that Debian has today, security fixes included. */
export async function renewImagePackages(root: string, today: string): Promise<string[]> {
  const list = readImagePackages(root)
  const changed: string[] = []
  for (const architecture of architectures) {
    const offered = [
      ...(await offeredPackages('debian', list.release, architecture)),
      ...(await offeredPackages('debian-security', `${list.release}-security`, architecture)),
    ]
    list.packages[architecture] = list.packages[architecture].map(old => {
      const newest = offered.filter(({ name }) => name === old.name).reduce(newerOf, old)
      if (newest.sha256 !== old.sha256)
        changed.push(`${old.name} ${old.version} → ${newest.version} (${architecture})`)
      return newest
    })
  }
  list.day = today
  writeFileSync(join(root, listFile), `${JSON.stringify(list, null, 2)}\n`)
  return changed
}

async function offeredPackages(
  archive: string,
  suite: string,
  architecture: Architecture,
): Promise<DebianPackage[]> {
  const url = `${mirror}/${archive}/dists/${suite}/main/binary-${machineNames[architecture].deb}/Packages.xz`
  const text = execFileSync('xz', ['--decompress', '--stdout'], {
    input: Buffer.from(await download(url)),
    encoding: 'utf8',
    maxBuffer: 512 * 1024 * 1024,
  })
  return parsePackages(text).map(entry => ({ ...entry, path: `${archive}/${entry.path}` }))
}

/** An index of Debian: paragraphs of fields. */
export function parsePackages(text: string): DebianPackage[] {
  return text
    .split(/\n\n+/)
    .map(paragraph => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(paragraph)?.[1] ?? ''
      return {
        name: field('Package'),
        version: field('Version'),
        path: field('Filename'),
        sha256: field('SHA256'),
      }
    })
    .filter(({ name, sha256 }) => name !== '' && sha256 !== '')
}

function newerOf(a: DebianPackage, b: DebianPackage): DebianPackage {
  try {
    execFileSync('dpkg', ['--compare-versions', b.version, 'gt', a.version])
    return b
  } catch {
    return a
  }
}
