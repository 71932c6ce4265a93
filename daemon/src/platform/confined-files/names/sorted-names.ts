// The names of one folder in their order. Only as many are put in order as are asked for: the first page of a large
// folder does not wait for the last one.

import { setImmediate as nextTurn } from 'node:timers/promises'

/** Names that are sorted at a time, and merged without letting others of the daemon have their turn. */
const runLength = 4_096

interface Run {
  /** In order. */
  names: FoundName[]
  /** What is before this has been merged. */
  next: number
}

export class SortedNames {
  readonly #runs: Run[] = []
  readonly #merged: FoundName[] = []
  #unsorted: FoundName[] = []
  #merging: Promise<void> = Promise.resolve()
  total = 0

  add(name: FoundName): void {
    this.total += 1
    this.#unsorted.push(name)
    if (this.#unsorted.length >= runLength) this.#sort()
  }

  /** Called after the last `add`; several may ask at the same time. */
  async slice(start: number, end: number): Promise<FoundName[]> {
    this.#sort()
    this.#merging = this.#merging.then(() => this.#mergeUntil(end))
    await this.#merging
    return this.#merged.slice(start, end)
  }

  #sort(): void {
    if (this.#unsorted.length === 0) return
    this.#runs.push({ names: this.#unsorted.sort(compareNames), next: 0 })
    this.#unsorted = []
  }

  async #mergeUntil(end: number): Promise<void> {
    while (this.#merged.length < Math.min(end, this.total)) {
      let first: Run | null = null
      for (const run of this.#runs) {
        const name = run.names[run.next]
        const best = first?.names[first.next]
        if (name && (!best || compareNames(name, best) < 0)) first = run
      }
      if (!first) return
      this.#merged.push(first.names[first.next] as FoundName)
      first.next += 1
      if (this.#merged.length % runLength === 0) await nextTurn()
    }
  }
}

export interface FoundName {
  name: string
  isFolder: boolean
  /** Where the name on the disk is not what is shown. */
  bytes?: Buffer
}

/** Folders first, then by name. */
export function compareNames(a: FoundName, b: FoundName): number {
  if (a.isFolder !== b.isFolder) return a.isFolder ? -1 : 1
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}
