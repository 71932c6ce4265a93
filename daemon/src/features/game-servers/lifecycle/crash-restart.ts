// Starts a game again after a crash: remembers over a restart of the daemon when, and lets a person's word cancel it.

import type { Clock } from '../../../platform/clock.ts'
import { decideRestart } from '../logic/restart-policy.ts'
import type { StateChange, StateMachine } from './state-machine.ts'

export class CrashRestart {
  readonly #machine: StateMachine
  readonly #clock: Clock
  readonly #startAgain: () => void
  #cancel = () => {}

  constructor(machine: StateMachine, clock: Clock, startAgain: () => void) {
    this.#machine = machine
    this.#clock = clock
    this.#startAgain = startAgain
  }

  get isPlanned(): boolean {
    return this.#machine.record.restartAtMs !== null
  }

  /** What belongs into the change of state that tells of the crash; `arm` after it was written. */
  plan(crashMessage: string): StateChange {
    const { definition, restartedAtMs, wanted } = this.#machine.record
    const nowMs = this.#clock.nowMs()
    if (wanted === 'stopped' || definition.suspended) return { reason: crashMessage, restartAtMs: null }
    const verdict = decideRestart(definition.crash_policy, restartedAtMs, nowMs)
    const reason = verdict.message === '' ? crashMessage : `${crashMessage}; ${verdict.message}`
    if (!verdict.restart) return { reason, restartAtMs: null }
    return {
      reason,
      restartAtMs: nowMs + verdict.delayMs,
      restartedAtMs: [...verdict.recentMs, nowMs],
    }
  }

  arm(): void {
    this.disarm()
    const { restartAtMs } = this.#machine.record
    if (restartAtMs === null) return
    this.#cancel = this.#clock.after(Math.max(0, restartAtMs - this.#clock.nowMs()), this.#startAgain)
  }

  disarm(): void {
    this.#cancel()
  }
}
