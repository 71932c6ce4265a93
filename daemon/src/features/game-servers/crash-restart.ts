// Starts a game again after a crash: remembers over a restart of the daemon when, and lets a person's word cancel it.

import { judgeCrash } from './logic/restart-policy.ts'
import type { StateBook, StateChange } from './state-book.ts'

export class CrashRestart {
  readonly #book: StateBook
  readonly #nowMs: () => number
  readonly #startAgain: () => void
  #timer: NodeJS.Timeout | undefined

  constructor(book: StateBook, nowMs: () => number, startAgain: () => void) {
    this.#book = book
    this.#nowMs = nowMs
    this.#startAgain = startAgain
  }

  get isPlanned(): boolean {
    return this.#book.record.restartAtMs !== null
  }

  /** What belongs into the change of state that tells of the crash; `arm` after it was written. */
  plan(crashWords: string): StateChange {
    const { definition, restartedAtMs, wanted } = this.#book.record
    const nowMs = this.#nowMs()
    if (wanted === 'stopped') return { reason: crashWords, restartAtMs: null }
    const verdict = judgeCrash(definition.crash_policy, restartedAtMs, nowMs)
    const reason = verdict.words === '' ? crashWords : `${crashWords}; ${verdict.words}`
    if (!verdict.restart) return { reason, restartAtMs: null }
    return {
      reason,
      restartAtMs: nowMs + verdict.delayMs,
      restartedAtMs: [...verdict.recentMs, nowMs],
    }
  }

  arm(): void {
    this.disarm()
    const { restartAtMs } = this.#book.record
    if (restartAtMs === null) return
    this.#timer = setTimeout(this.#startAgain, Math.max(0, restartAtMs - this.#nowMs())).unref()
  }

  disarm(): void {
    clearTimeout(this.#timer)
  }
}
