// Whole backups as files in a folder: `<id>.tar.zst` and, once that is safe on the disk, `<id>.json` beside it.

import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import * as z from 'zod'
import { transformed } from '../../archives/transformed.ts'
import type { StoredBackup } from '../backup-engine.ts'
import { readTar, type TarEntry } from './read-tar.ts'

/** Says that the folder is a repository. */
const markFile = 'archives.json'
const partSuffix = '.part'

const description = z.object({
  version: z.literal(1),
  taken_at_ms: z.number(),
  tags: z.record(z.string(), z.string()),
  files: z.number(),
  bytes: z.number(),
  archive_bytes: z.number(),
  archive_sha256: z.string(),
  manifest: z.string(),
})
export type Description = z.output<typeof description>

export class ArchiveFiles {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  async isThere(): Promise<boolean> {
    return stat(join(this.folder, markFile)).then(
      () => true,
      () => false,
    )
  }

  async create(): Promise<void> {
    await mkdir(this.folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await this.#writeSafely(markFile, '{"version":1}\n')
  }

  newId(): string {
    return randomBytes(32).toString('hex')
  }

  /** Counts and hashes on the way. It has no description yet, so it is no backup yet. */
  async writeArchive(
    id: string,
    content: AsyncIterable<Uint8Array>,
    onBytes: (bytes: number) => Promise<void>,
  ): Promise<{ bytes: number; sha256: string }> {
    const part = join(this.folder, `${id}${partSuffix}`)
    const hash = createHash('sha256')
    let bytes = 0
    const file = await open(part, 'wx', 0o600)
    try {
      for await (const chunk of content) {
        hash.update(chunk)
        bytes += chunk.length
        await file.writeFile(chunk)
        await onBytes(chunk.length)
      }
      await file.sync()
      await rename(part, this.#archive(id))
      return { bytes, sha256: hash.digest('hex') }
    } catch (error) {
      await rm(part, { force: true })
      throw error
    } finally {
      await file.close()
    }
  }

  async describe(id: string, described: Description): Promise<void> {
    await this.#writeSafely(`${id}.json`, `${JSON.stringify(described)}\n`)
  }

  async list(): Promise<StoredBackup[]> {
    const ids = (await readdir(this.folder)).flatMap(name => /^([0-9a-f]{64})\.json$/.exec(name)?.[1] ?? [])
    const all = await Promise.all(ids.map(async id => ({ id, ...(await this.read(id)) })))
    return all
      .map(({ id, taken_at_ms, tags, files, bytes, archive_bytes }) => ({
        ...{ id, takenAtMs: taken_at_ms, tags, files, bytes, bytesAdded: archive_bytes },
      }))
      .toSorted((a, b) => a.takenAtMs - b.takenAtMs)
  }

  /** Throws ENOENT where there is no such backup. */
  async read(id: string): Promise<Description> {
    return description.parse(JSON.parse(await readFile(join(this.folder, `${id}.json`), 'utf8')))
  }

  /** The description first: half of a backup is none. */
  async remove(id: string): Promise<void> {
    await rm(join(this.folder, `${id}.json`), { force: true })
    await this.#syncFolder()
    await rm(this.#archive(id), { force: true })
  }

  /** What a run that was ended has left. */
  async removeLeftovers(): Promise<void> {
    const names = new Set(await readdir(this.folder))
    for (const name of names) {
      const id = /^([0-9a-f]{64})\.tar\.zst$/.exec(name)?.[1]
      const isAlone = id !== undefined && !names.has(`${id}.json`)
      if (isAlone || name.endsWith(partSuffix)) await rm(join(this.folder, name), { force: true })
    }
  }

  async sizeBytes(): Promise<number> {
    const sizes = await Promise.all(
      (await readdir(this.folder)).map(async name => (await stat(join(this.folder, name))).size),
    )
    return sizes.reduce((sum, size) => sum + size, 0)
  }

  entries(id: string): AsyncGenerator<TarEntry> {
    const stream = createReadStream(this.#archive(id))
    return readTar(transformed(stream, createZstdDecompress()))
  }

  async hashOf(id: string, signal: AbortSignal): Promise<string> {
    const hash = createHash('sha256')
    await pipeline(createReadStream(this.#archive(id)), hash, { signal })
    return hash.digest('hex')
  }

  #archive(id: string): string {
    return join(this.folder, `${id}.tar.zst`)
  }

  async #writeSafely(name: string, text: string): Promise<void> {
    const part = join(this.folder, `${name}${partSuffix}`)
    const file = await open(part, 'w', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, join(this.folder, name))
    await this.#syncFolder()
  }

  async #syncFolder(): Promise<void> {
    const folder = await open(this.folder, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  }
}
