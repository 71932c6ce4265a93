// One writer at a time inside this process: asynchronous transactions on the one writing connection never interleave.

import { DatabaseBusyError } from '../database-errors.ts'

interface Waiter {
  enter: () => void
  timer: NodeJS.Timeout
}

/** A first-come, first-served lock whose waiters give up after a limit. */
export class WriteLock {
  readonly #limitMs: number
  readonly #waiting = new Set<Waiter>()
  #held = false

  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  async acquire(): Promise<void> {
    if (!this.#held) {
      this.#held = true
      return
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiter)
        reject(
          new DatabaseBusyError(
            `a transaction of this panel has kept the database for ${this.#limitMs} ms; a write inside a transaction must use the transaction's own object`,
          ),
        )
      }, this.#limitMs)
      const waiter: Waiter = { enter: resolve, timer }
      this.#waiting.add(waiter)
    })
  }

  release(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#held = false
      return
    }
    this.#waiting.delete(next)
    clearTimeout(next.timer)
    next.enter()
  }
}
