// The first bytes of a download in the daemon's own folder, and what must be known to fetch the rest of it.

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type PartNotes, partNotes } from './logic/resume-download.ts'

export class PartFile {
  readonly file: string
  readonly #url: string
  #notes: PartNotes | null
  #bytes: number

  private constructor(file: string, url: string, notes: PartNotes | null, bytes: number) {
    this.file = file
    this.#url = url
    this.#notes = notes
    this.#bytes = bytes
  }

  static async open(workFolder: string, url: string): Promise<PartFile> {
    const name = createHash('sha256').update(url).digest('hex').slice(0, 32)
    const file = join(workFolder, 'parts', name)
    const notes = await readNotes(file, url)
    const bytes = notes === null ? 0 : await sizeOf(file)
    return new PartFile(file, url, notes, bytes)
  }

  get notes(): PartNotes | null {
    return this.#notes
  }

  /** How many of the first bytes are here. */
  get bytes(): number {
    return this.#bytes
  }

  async begin(validator: string, sizeBytes: number | null): Promise<void> {
    await this.remove()
    this.#notes = { url: this.#url, validator, sizeBytes }
    await writeFile(notesFile(this.file), JSON.stringify(this.#notes), { mode: 0o600 })
  }

  /** What arrives before a failure stays. */
  async append(body: Readable, onBytes: (bytes: number) => void, signal: AbortSignal): Promise<void> {
    const target = createWriteStream(this.file, { flags: 'a', mode: 0o600 })
    try {
      await pipeline(body, chunks => this.#counted(chunks, onBytes), target, { signal })
    } finally {
      this.#bytes = await sizeOf(this.file)
    }
  }

  async digest(algorithm: string, signal: AbortSignal): Promise<string> {
    const hash = createHash(algorithm)
    await pipeline(createReadStream(this.file, { highWaterMark: 1024 * 1024 }), hash, { signal })
    return hash.digest('hex')
  }

  async *#counted(chunks: AsyncIterable<Buffer>, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      onBytes(this.#bytes + chunk.length)
      yield chunk
      this.#bytes += chunk.length
    }
  }

  async remove(): Promise<void> {
    this.#bytes = 0
    this.#notes = null
    await rm(this.file, { force: true })
    await rm(notesFile(this.file), { force: true })
  }
}

function notesFile(file: string): string {
  return `${file}.json`
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  )
}

async function readNotes(file: string, url: string): Promise<PartNotes | null> {
  try {
    const notes = partNotes.parse(JSON.parse(await readFile(notesFile(file), 'utf8')))
    return notes.url === url && notes.validator !== '' ? notes : null
  } catch {
    return null
  }
}
