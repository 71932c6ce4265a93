// Holds stops, restarts and restores that wait for their time or for an empty server, tells the players once, and lets them begin.

import type { PowerOrder } from '@rookery/contracts/daemon/power-order.ts'
import { HeldTasks, type HeldTasksDeps } from './held-tasks.ts'
import { whyPlanWaits } from './logic/power-plan.ts'
import type { TaskRecord } from './task-store.ts'

export interface PlannedPowerDeps extends Pick<HeldTasksDeps<HeldTask>, 'nowMs' | 'setTimer'> {
  /** Null: it cannot be found out. Nobody plays a game that does not run. */
  countPlayers: (gameServerId: number) => Promise<number | null>
  /** Throws in words when the players were not told. */
  notifyPlayers: (gameServerId: number, message: string) => Promise<void>
  isRunning: (gameServerId: number) => boolean
}

/** What the task runner does for a held task. */
export interface HeldTaskHooks {
  say: (task: TaskRecord, text: string) => void
  change: (task: TaskRecord, change: Partial<TaskRecord>) => void
  /** It waits no longer than other tasks do. */
  begin: (task: TaskRecord) => void
}

interface HeldTask {
  task: TaskRecord
  order: PowerOrder
  isBeingChecked: boolean
}

export class PlannedPower {
  readonly #deps: PlannedPowerDeps
  readonly #hooks: HeldTaskHooks
  readonly #held: HeldTasks<HeldTask>

  constructor(deps: PlannedPowerDeps, hooks: HeldTaskHooks) {
    this.#deps = deps
    this.#hooks = hooks
    const { nowMs, setTimer } = deps
    this.#held = new HeldTasks({
      nowMs,
      setTimer,
      check: held => this.#check(held),
      dueAtMs: ({ task }) => task.dueAtMs,
    })
  }

  hold(task: TaskRecord, order: PowerOrder): void {
    this.#held.hold({ task, order, isBeingChecked: false })
  }

  /** It has ended, or begun. */
  release(taskId: number): void {
    this.#held.release(taskId)
  }

  close(): void {
    this.#held.close()
  }

  async #check(held: HeldTask): Promise<void> {
    if (held.isBeingChecked) return
    held.isBeingChecked = true
    const { task, order } = held
    try {
      await this.#messageOnce(held)
      const players = order.when.is === 'empty' && this.#held.isHeld(task) ? await this.#count(task) : null
      if (!this.#held.isHeld(task)) return
      const facts = { dueAtMs: task.dueAtMs, nowMs: this.#deps.nowMs(), players }
      const message = whyPlanWaits(order, facts)
      if (message === null) {
        this.release(task.id)
        this.#hooks.begin(task)
      } else if (message !== task.message) this.#hooks.change(task, { message })
    } finally {
      held.isBeingChecked = false
    }
  }

  #count({ gameServerId }: TaskRecord): Promise<number | null> {
    return this.#deps.countPlayers(gameServerId).catch(() => null)
  }

  /** `beganAtMs` of a task that waits is when its players were told: not again after a restart of the daemon. */
  async #messageOnce({ task, order: { message } }: HeldTask): Promise<void> {
    const { isRunning, notifyPlayers, nowMs } = this.#deps
    if (message === '' || task.beganAtMs !== null) return
    let outcome = 'nobody was told: the game is not running'
    if (isRunning(task.gameServerId)) {
      outcome = await notifyPlayers(task.gameServerId, message).then(
        () => `message sent: ${message}`,
        (error: unknown) =>
          `the players could not be told: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
    if (!this.#held.isHeld(task)) return
    this.#hooks.say(task, outcome)
    this.#hooks.change(task, { beganAtMs: nowMs() })
  }
}
