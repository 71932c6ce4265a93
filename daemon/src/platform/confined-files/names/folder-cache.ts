// Remembers the names of large folders between the pages of a list, for as long as the folder is unchanged.
//
// The kernel notes every change of a folder's names in its times. These are only as fine as the kernel's clock ticks: what
// was changed a moment ago may be changed again within the same tick, so such a folder is not remembered.

import type { FileHandle } from 'node:fs/promises'

interface ShortCache<Names> {
  version: string
  names: Names
  atMs: number
}

export interface FolderCacheOptions {
  /** Folders that are remembered at the same time. */
  folders: number
  rememberMs: number
  /** A change that is younger than this may be followed by another one that cannot be told from it. */
  settledMs: number
  nowMs: () => number
}

export const usualFolderCache: FolderCacheOptions = {
  folders: 4,
  rememberMs: 60_000,
  settledMs: 3_000,
  nowMs: Date.now,
}

export class FolderCache<Names> {
  readonly #options: FolderCacheOptions
  /** By inode, the one that was asked for last at the end. */
  readonly #remembered = new Map<string, ShortCache<Names>>()

  constructor(options: FolderCacheOptions) {
    this.#options = options
  }

  /** `read` is called when nothing is remembered; `isWorthwhile` says whether what it gave is remembered. */
  async get(
    folder: FileHandle,
    read: () => Promise<Names>,
    isWorthwhile: (names: Names) => boolean,
  ): Promise<Names> {
    const before = await this.#readStamp(folder)
    this.#forgetOld()
    const known = this.#remembered.get(before.inode)
    this.#remembered.delete(before.inode)
    const isCurrent = known?.version === before.version
    const names = isCurrent ? known.names : await read()
    const after = isCurrent ? before : await this.#readStamp(folder)
    if (after.isSettled && after.version === before.version && isWorthwhile(names)) {
      this.#remembered.set(before.inode, { version: before.version, names, atMs: this.#options.nowMs() })
      const [oldest] = this.#remembered.keys()
      if (this.#remembered.size > this.#options.folders && oldest) this.#remembered.delete(oldest)
    }
    return names
  }

  async #readStamp(folder: FileHandle): Promise<{ inode: string; version: string; isSettled: boolean }> {
    const { dev, ino, mtimeNs, ctimeNs } = await folder.stat({ bigint: true })
    const changedMs = Number(ctimeNs / 1_000_000n)
    return {
      inode: `${dev}:${ino}`,
      version: `${mtimeNs} ${ctimeNs}`,
      isSettled: this.#options.nowMs() - changedMs > this.#options.settledMs,
    }
  }

  #forgetOld(): void {
    for (const [inode, { atMs }] of this.#remembered) {
      const ageMs = this.#options.nowMs() - atMs
      if (ageMs > this.#options.rememberMs || ageMs < 0) this.#remembered.delete(inode)
    }
  }
}
