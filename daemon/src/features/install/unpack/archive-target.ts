// Where the entries of an archive go: through confined-files alone, each name judged, everything counted.

import type { Readable } from 'node:stream'
import { ConfinedFileError } from '../../../platform/confined-files/confined-file-error.ts'
import type { ConfinedRoot } from '../../../platform/confined-files.ts'
import { ActionFailed } from '../../game-servers/logic/action.ts'
import { entryMode, entryPath, folderParts } from '../logic/entry-path.ts'
import { limitProblem, type Unpacked, type UnpackLimits } from '../logic/unpack-limits.ts'
import { makeParent } from '../make-parent.ts'

export interface TargetOptions {
  root: ConfinedRoot
  to: string
  strip: number
  limits: UnpackLimits
  archiveBytes: number
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

  async folder(name: string): Promise<void> {
    await this.#put(name, path => this.#makeFolder(path))
  }

  /** The content is always read to its end, or destroyed. */
  async file(name: string, mode: number | null, content: Readable): Promise<void> {
    try {
      await this.#put(name, async path => {
        await this.#makeParent(path)
        const counted = this.#counted(content)
        await this.#options.root.writeFileAtomic(path, counted, { mode: entryMode(mode), mayBeLost: true })
      })
      // An entry that is left out must be read all the same.
      content.resume()
    } catch (error) {
      content.destroy()
      throw error
    }
  }

  async link(name: string, target: string): Promise<void> {
    await this.#put(name, async path => {
      await this.#makeParent(path)
      await this.#options.root.symlink(path, target)
    })
  }

  /** A second name for an entry that came before becomes a copy of it. */
  async hardLink(name: string, earlierName: string): Promise<void> {
    await this.#put(name, async path => {
      const earlier = this.#pathOf(earlierName)
      if (earlier === null) throw new ActionFailed('it is a second name for an entry that is left out')
      const { stream, entry } = await this.#options.root.openRead(earlier)
      try {
        await this.#makeParent(path)
        const counted = this.#counted(stream)
        await this.#options.root.writeFileAtomic(path, counted, { mode: entry.mode, mayBeLost: true })
      } finally {
        stream.destroy()
      }
    })
  }

  async #put(name: string, put: (path: string) => Promise<void>): Promise<void> {
    this.#options.canceled.throwIfAborted()
    this.#done.entries += 1
    this.#check()
    try {
      const path = this.#pathOf(name)
      if (path !== null) await put(path)
    } catch (error) {
      this.#options.canceled.throwIfAborted()
      const cause = causeOf(error)
      if (cause instanceof ConfinedFileError && cause.code === 'no_space') throw cause
      if (cause instanceof OverLimit) throw new ActionFailed(cause.message)
      throw new ActionFailed(`the entry ${JSON.stringify(name)} of the archive: ${cause.message}`)
    }
  }

  #pathOf(name: string): string | null {
    const found = entryPath(name, this.#options.to, this.#options.strip)
    if (found === 'skipped') return null
    if ('problem' in found) throw new ActionFailed(found.problem)
    return found.path
  }

  async *#counted(content: Readable): AsyncIterable<Uint8Array> {
    for await (const chunk of content) {
      this.#options.canceled.throwIfAborted()
      this.#done.bytes += (chunk as Buffer).length
      this.#check()
      yield chunk as Buffer
    }
  }

  #check(): void {
    const problem = limitProblem(this.#options.limits, this.#done, this.#options.archiveBytes)
    if (problem !== null) throw new OverLimit(problem)
  }

  async #makeFolder(path: string): Promise<void> {
    if (this.#made.has(path)) return
    await this.#options.root.mkdir(path, { mayExist: true })
    this.#made.add(path)
  }

  async #makeParent(path: string): Promise<void> {
    const parent = path.split('/').slice(0, -1).join('/')
    if (this.#made.has(parent)) return
    await makeParent(this.#options.root, path)
    this.#made.add(parent)
  }
}

/** What went wrong with the content of a file is told as a fault of writing it. */
function causeOf(error: unknown): Error {
  const isOther = error instanceof ConfinedFileError && error.code === 'failed'
  return isOther && error.cause instanceof Error ? error.cause : (error as Error)
}

/** Said about the whole archive, not about the entry at hand. */
class OverLimit extends Error {}

export function targetFolder(to: string): string {
  return folderParts(to).join('/')
}
