// Tasks that wait outside of the queue: each is checked when its time may have come, and every few seconds.

import type { TaskRecord } from './task-store.ts'

/** The clock may be moved, and the node may sleep: so it is looked at at least this often. */
const checkEveryMs = 5_000

export interface HeldTasksDeps<Held> {
  nowMs: () => number
  /** Calls back once, and gives what prevents it. */
  setTimer: (callback: () => void, ms: number) => () => void
  check: (held: Held) => unknown
  /** Null: not known. */
  dueAtMs: (held: Held) => number | null
}

export class HeldTasks<Held extends { task: TaskRecord }> {
  readonly #deps: HeldTasksDeps<Held>
  readonly #held = new Map<number, Held>()
  #stopTimer: () => void = () => {}
  #isClosed = false

  constructor(deps: HeldTasksDeps<Held>) {
    this.#deps = deps
  }

  hold(held: Held): void {
    this.#held.set(held.task.id, held)
    this.#checkAll()
  }

  /** It has ended, or begun. */
  release(taskId: number): void {
    this.#held.delete(taskId)
    if (this.#held.size === 0) this.#stopTimer()
  }

  isHeld(task: TaskRecord): boolean {
    return !this.#isClosed && this.#held.has(task.id)
  }

  close(): void {
    this.#isClosed = true
    this.#stopTimer()
  }

  #checkAll(): void {
    this.#stopTimer()
    if (this.#isClosed) return
    for (const held of [...this.#held.values()]) void this.#deps.check(held)
    this.#stopTimer = this.#held.size === 0 ? () => {} : this.#setTimer()
  }

  #setTimer(): () => void {
    const { nowMs, setTimer, dueAtMs } = this.#deps
    // What is due already is being checked.
    const leftMs = [...this.#held.values()].map(held => (dueAtMs(held) ?? 0) - nowMs()).filter(ms => ms > 0)
    return setTimer(() => this.#checkAll(), Math.min(checkEveryMs, ...leftMs))
  }
}
