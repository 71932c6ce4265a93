// Who may work on a repository at the same time: readers together, one writer beside them, and one that needs it alone.

export type LockKind = 'read' | 'write' | 'alone'

interface Waiting {
  kind: LockKind
  begin: () => void
}

/** In order of arrival; whoever stops waiting gives up the place. */
export class RepositoryLocks {
  #readers = 0
  #writer: 'write' | 'alone' | null = null
  readonly #waiting: Waiting[] = []

  get isIdle(): boolean {
    return this.#readers === 0 && this.#writer === null && this.#waiting.length === 0
  }

  async take<Result>(
    kind: LockKind,
    signal: AbortSignal | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    await this.#wait(kind, signal)
    try {
      return await work()
    } finally {
      if (kind === 'read') this.#readers -= 1
      else this.#writer = null
      this.#next()
    }
  }

  #wait(kind: LockKind, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(signal?.reason as Error)
        this.#next()
      }
      const begin = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      const waiting = { kind, begin }
      if (signal?.aborted) return reject(signal.reason as Error)
      this.#waiting.push(waiting)
      signal?.addEventListener('abort', giveUp, { once: true })
      this.#next()
    })
  }

  /** A reader waits behind one that needs the repository alone, or that one would wait for ever. */
  #next(): void {
    for (let at = 0; at < this.#waiting.length; ) {
      const waiting = this.#waiting[at]
      if (waiting !== undefined && this.#mayBegin(waiting.kind)) {
        this.#waiting.splice(at, 1)
        if (waiting.kind === 'read') this.#readers += 1
        else this.#writer = waiting.kind
        waiting.begin()
      } else if (waiting?.kind === 'alone') return
      else at += 1
    }
  }

  #mayBegin(kind: LockKind): boolean {
    if (kind === 'read') return this.#writer !== 'alone'
    if (this.#writer !== null) return false
    return kind === 'write' || this.#readers === 0
  }
}
