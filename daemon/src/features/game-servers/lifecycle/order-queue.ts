// The orders to one game server: one at a time, in the order in which they came; a kill passes ahead of all.

import { ActionFailed } from '../logic/action.ts'

export interface Turn {
  /** Whether a kill came after this order and passed it: what it would start must not be started any more. */
  isOvertaken(): boolean
}

export class OrderQueue {
  #last: Promise<unknown> = Promise.resolve()
  #kills = 0
  /** Why nothing is accepted any more; null while orders are. */
  #closedBecause: string | null = null

  /** Waits for every order and every kill that came before. */
  inTurn<Result>(work: (turn: Turn) => Promise<Result>): Promise<Result> {
    const killsBefore = this.#kills
    const done = this.#last.then(() => {
      this.#requireOpen()
      return work({ isOvertaken: () => this.#kills > killsBefore })
    })
    this.#last = done.catch(() => {})
    return done
  }

  /** Waits for nobody; what comes later waits for it. */
  ahead<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closedBecause !== null) return Promise.reject(new ActionFailed(this.#closedBecause))
    this.#kills += 1
    const done = work()
    this.#last = Promise.allSettled([this.#last, done])
    return done
  }

  close(because: string): void {
    this.#closedBecause ??= because
  }

  #requireOpen(): void {
    if (this.#closedBecause !== null) throw new ActionFailed(this.#closedBecause)
  }
}
