// The archives of the daemon that this panel serves: its own architecture packed from its own files, the other from the release.

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { parseJson } from '@rookery/primitives/parse-json.ts'
import * as z from 'zod'
import { tarEnd, tarHeader, tarPadding } from './tar-blocks.ts'

export const architectures = ['x64', 'arm64'] as const
export type Architecture = (typeof architectures)[number]

export interface DaemonArchive {
  file: string
  sha256: string
  sizeBytes: number
}

export interface DaemonArchivesOptions {
  /** The folder that holds `dist`; null: nothing is built here. */
  programFolder: string | null
  /** Where packed archives are cached. */
  cacheFolder: string
  /** The Node that goes into the archive: the one that the panel runs on. */
  nodeFile: string
  platform: string
  architecture: string
  /** One that is split into shared libraries is much smaller than a whole one, and runs on no other machine. */
  smallestNodeBytes?: number
}

/** Why there is no archive, for the person who installs. */
export class NoArchiveError extends Error {}

const fileList = z.object({
  version: z.string(),
  files: z.array(z.object({ path: z.string(), from: z.string(), isProgram: z.boolean() })),
})
type FileList = z.output<typeof fileList>

interface PackedFile {
  path: string
  from: string
  isProgram: boolean
  sizeBytes: number
}

export const usualSmallestNodeBytes = 60 * 1024 ** 2
const sumPattern = /^([0-9a-f]{64})\s/

export const archiveName = (version: string, architecture: Architecture) =>
  `rookery-daemon-${version}-linux-${architecture}.tar.gz`

export type DaemonArchives = ReturnType<typeof createDaemonArchives>

export function createDaemonArchives(options: DaemonArchivesOptions) {
  const { programFolder } = options
  const waiting = new Map<string, Promise<DaemonArchive>>()
  const sums = new Map<string, Promise<string>>()

  /** Of many who ask at once, one works. */
  function once(key: string, work: () => Promise<DaemonArchive>): Promise<DaemonArchive> {
    const running = waiting.get(key) ?? work().finally(() => waiting.delete(key))
    waiting.set(key, running)
    return running
  }

  /** The file does not change under its name, size and time. */
  async function delivered(file: string): Promise<DaemonArchive | null> {
    const found = await stat(file).catch(() => null)
    if (!found) return null
    const key = `${file} ${found.size} ${found.mtimeMs}`
    const sum = sums.get(key) ?? hashFile(file)
    sums.set(key, sum)
    return { file, sha256: await sum, sizeBytes: found.size }
  }

  async function readList(): Promise<FileList & { root: string }> {
    const root = programFolder
    const file = join(root ?? '', 'dist/node-install/files.json')
    const text = root === null ? null : await readFile(file, 'utf8').catch(() => null)
    if (root === null || text === null)
      throw new NoArchiveError(`the panel was not built (${file} is missing): run npm run build`)
    return { ...parseJson(fileList, text, file), root }
  }

  return {
    version: async () => (await readList()).version,

    /** Packs it when that has not been done yet; throws NoArchiveError where there is none. */
    async archive(architecture: Architecture): Promise<DaemonArchive> {
      const { root, ...list } = await readList()
      const name = archiveName(list.version, architecture)
      const ready = await delivered(join(root, 'daemons', name))
      if (ready) return ready
      if (options.platform !== 'linux' || options.architecture !== architecture)
        throw new NoArchiveError(
          `this panel has no daemon for ${architecture}: it runs on ${options.platform} ${options.architecture} and was installed without the file daemons/${name}. Add that file from the release to ${root}`,
        )
      await requireWholeNode(options.nodeFile, options.smallestNodeBytes ?? usualSmallestNodeBytes)
      const files = await measure([
        ...list.files.map(file => ({ ...file, from: join(root, file.from) })),
        { path: 'bin/node', from: options.nodeFile, isProgram: true },
      ])
      const fingerprint = fingerprintOf(files)
      return once(fingerprint, () =>
        packOnce(options.cacheFolder, fingerprint, name, `rookery-daemon-${list.version}`, files),
      )
    },
  }
}

/** A Node for musl, or one whose parts lie in shared libraries, would not start elsewhere. */
async function requireWholeNode(file: string, smallestBytes: number): Promise<void> {
  const advice = 'start the panel with npm start, which brings its own'
  const opened = await open(file)
  try {
    const { buffer } = await opened.read(Buffer.alloc(4096), 0, 4096, 0)
    if (!buffer.includes('ld-linux'))
      throw new NoArchiveError(`the Node of this panel (${file}) is not made for glibc: ${advice}`)
    if ((await opened.stat()).size < smallestBytes)
      throw new NoArchiveError(
        `the Node of this panel (${file}) needs libraries that other machines do not have: ${advice}`,
      )
  } finally {
    await opened.close()
  }
}

type Measured = PackedFile & { modifiedMs: number }

async function measure(files: Omit<PackedFile, 'sizeBytes'>[]): Promise<Measured[]> {
  const measured = await Promise.all(
    files.map(async file => {
      const { size, mtimeMs } = await stat(file.from)
      return { ...file, sizeBytes: size, modifiedMs: mtimeMs }
    }),
  )
  return measured.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function fingerprintOf(files: Measured[]): string {
  const facts = files.map(({ path, sizeBytes, modifiedMs }) => [path, sizeBytes, modifiedMs])
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16)
}

async function packOnce(
  cacheFolder: string,
  fingerprint: string,
  name: string,
  topFolder: string,
  files: PackedFile[],
): Promise<DaemonArchive> {
  const folder = join(cacheFolder, fingerprint)
  const file = join(folder, name)
  const cached = await readCached(file)
  if (cached) return cached
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = `${file}.${process.pid}.new`
  try {
    const sha256 = await writeArchive(temporary, topFolder, files)
    // The sum first: an archive with its name has a sum beside it.
    await writeFile(`${file}.sha256`, `${sha256}  ${name}\n`)
    await rename(temporary, file)
    await removeOthers(cacheFolder, fingerprint)
    return { file, sha256, sizeBytes: (await stat(file)).size }
  } finally {
    await rm(temporary, { force: true })
  }
}

async function readCached(file: string): Promise<DaemonArchive | null> {
  try {
    const [found, sum] = await Promise.all([stat(file), readFile(`${file}.sha256`, 'utf8')])
    const sha256 = sumPattern.exec(sum)?.[1]
    return sha256 ? { file, sha256, sizeBytes: found.size } : null
  } catch {
    return null
  }
}

/** Archives of earlier builds; whoever is downloading one keeps it until the end. */
async function removeOthers(cacheFolder: string, fingerprint: string): Promise<void> {
  const old = (await readdir(cacheFolder)).filter(name => name !== fingerprint)
  await Promise.all(old.map(name => rm(join(cacheFolder, name), { recursive: true, force: true })))
}

/** Piece by piece: neither the archive nor a file of it is ever in memory as a whole. Gives the SHA-256. */
async function writeArchive(target: string, topFolder: string, files: PackedFile[]): Promise<string> {
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const output = createWriteStream(target, { mode: 0o600, flush: true })
  await pipeline(
    Readable.from(tarBlocks(topFolder, files), { objectMode: false }),
    createGzip(),
    hashing,
    output,
  )
  return hash.digest('hex')
}

async function* tarBlocks(topFolder: string, files: PackedFile[]): AsyncGenerator<Buffer> {
  for (const { path, from, sizeBytes, isProgram } of files) {
    yield await tarHeader({ path: `${topFolder}/${path}`, sizeBytes, isProgram })
    let read = 0
    for await (const chunk of createReadStream(from, { highWaterMark: 256 * 1024 })) {
      read += (chunk as Buffer).length
      yield chunk as Buffer
    }
    if (read !== sizeBytes) throw new Error(`${basename(from)} has changed while it was packed`)
    const padding = tarPadding(sizeBytes)
    if (padding.length > 0) yield padding
  }
  yield tarEnd
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
