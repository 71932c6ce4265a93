// Where the entries of an archive go: through confined-files alone, each name checked, everything counted.

import type { Readable } from 'node:stream'
import { ConfinedFileError } from '../../confined-files/confined-file-error.ts'
import { linkTargetProblem } from '../../confined-files/logic/link-target.ts'
import type { ConfinedRoot } from '../../confined-files.ts'
import { ArchiveProblem } from '../archive-problem.ts'
import { entryMode, entryPath } from '../logic/entry-path.ts'
import { limitProblem, type Unpacked, type UnpackLimits } from '../logic/unpack-limits.ts'

export interface TargetOptions {
  root: ConfinedRoot
  /** The folder that entries are meant for. */
  to: string
  /** A folder in which everything is put first, at the place it is meant for; '' when it goes there at once. */
  stage?: string
  strip: number
  limits: UnpackLimits
  archiveBytes: number
  /** Takes room before it is written to. */
  take?: (bytes: number) => Promise<void>
  canceled: AbortSignal
}

export class ArchiveTarget {
  readonly #options: TargetOptions
  readonly #done: Unpacked = { entries: 0, bytes: 0 }
  /** Folders that are known to be there: most entries share theirs with the one before. */
  readonly #made = new Set<string>()

  constructor(options: TargetOptions) {
    this.#options = options
  }

  get done(): Readonly<Unpacked> {
    return this.#done
  }

  get limits(): UnpackLimits {
    return this.#options.limits
  }

  async folder(name: string): Promise<void> {
    await this.#put(name, path => this.#createFolder(this.#staged(path)))
  }

  /** The content is always read to its end, or destroyed. */
  async file(name: string, mode: number | null, content: Readable): Promise<void> {
    try {
      await this.#put(name, path => this.#write(path, entryMode(mode), content))
      // An entry that is left out must be read all the same.
      content.resume()
    } catch (error) {
      content.destroy()
      throw error
    }
  }

  /** Checked by where it will be in the end. */
  async link(name: string, target: string): Promise<void> {
    await this.#put(name, async path => {
      const problem = linkTargetProblem(path, target)
      if (problem !== null) throw new ArchiveProblem(problem)
      await this.#createParent(this.#staged(path))
      await this.#options.root.symlink(this.#staged(path), target)
    })
  }

  /** A second name for an entry that came before becomes a copy of it. */
  async hardLink(name: string, earlierName: string): Promise<void> {
    await this.#put(name, async path => {
      const earlier = this.#pathOf(earlierName)
      if (earlier === null) throw new ArchiveProblem('it is a second name for an entry that is left out')
      const { stream, entry } = await this.#options.root.openRead(this.#staged(earlier))
      try {
        await this.#write(path, entry.mode, stream)
      } finally {
        stream.destroy()
      }
    })
  }

  /** The archive tells beforehand how many there are; it may lie, so they are counted all the same. */
  expect(entries: number): void {
    this.#check({ entries, bytes: 0 })
  }

  /** What comes out of a compressed stream counts, whatever is in it. */
  async *unfolding(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0
    for await (const chunk of stream) {
      this.#options.canceled.throwIfAborted()
      bytes += chunk.length
      this.#check({ entries: 0, bytes })
      yield chunk
    }
  }

  async #write(path: string, mode: number, content: Readable): Promise<void> {
    await this.#createParent(this.#staged(path))
    const options = { mode, mayBeLost: true }
    await this.#options.root.writeFileAtomic(this.#staged(path), this.#counted(content), options)
  }

  async #put(name: string, put: (path: string) => Promise<void>): Promise<void> {
    this.#options.canceled.throwIfAborted()
    this.#done.entries += 1
    this.#check(this.#done)
    try {
      const path = this.#pathOf(name)
      if (path !== null) await put(path)
    } catch (error) {
      this.#options.canceled.throwIfAborted()
      const cause = causeOf(error)
      if (cause instanceof OverLimit) throw cause
      if (cause instanceof ConfinedFileError && cause.code === 'no_space') throw cause
      throw new ArchiveProblem(`the entry ${JSON.stringify(name)} of the archive: ${cause.message}`)
    }
  }

  /** Where it is meant to be in the end; null: left out. */
  #pathOf(name: string): string | null {
    const { to, strip, limits } = this.#options
    const found = entryPath(name, to, strip)
    if (found === 'skipped') return null
    if ('problem' in found) throw new ArchiveProblem(found.problem)
    if (found.path.split('/').length > limits.depth) {
      throw new ArchiveProblem(`it lies more than ${limits.depth} folders deep`)
    }
    return found.path
  }

  #staged(path: string): string {
    const { stage = '' } = this.#options
    return stage === '' ? path : `${stage}/${path}`
  }

  async *#counted(content: Readable): AsyncIterable<Uint8Array> {
    for await (const chunk of content) {
      const bytes = chunk as Buffer
      this.#options.canceled.throwIfAborted()
      this.#done.bytes += bytes.length
      this.#check(this.#done)
      await this.#options.take?.(bytes.length)
      yield bytes
    }
  }

  #check(done: Unpacked): void {
    const problem = limitProblem(this.#options.limits, done, this.#options.archiveBytes)
    if (problem !== null) throw new OverLimit(problem)
  }

  async #createFolder(path: string): Promise<void> {
    if (this.#made.has(path)) return
    await this.#options.root.mkdir(path, { mayExist: true })
    this.#made.add(path)
  }

  async #createParent(path: string): Promise<void> {
    const parent = path.split('/').slice(0, -1).join('/')
    if (parent !== '') await this.#createFolder(parent)
  }
}

/** What went wrong with the content of a file is told as a fault of writing it. */
function causeOf(error: unknown): Error {
  const isOther = error instanceof ConfinedFileError && error.code === 'failed'
  return isOther && error.cause instanceof Error ? error.cause : (error as Error)
}

/** Said about the whole archive, not about the entry at hand. */
class OverLimit extends ArchiveProblem {}
