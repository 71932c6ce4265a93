// What the steps of a game server's life share: its state, its plan to start again after a crash, and what lives of it.

import type { GameServerState } from '@rookery/contracts/daemon/generated/link.ts'
import type { Log } from '../../../platform/log.ts'
import type { GameServerRecord, GameServerStore } from '../game-server-store.ts'
import type { Action } from '../logic/action.ts'
import { CrashRestart } from './crash-restart.ts'
import type { LaunchDeps } from './launch-process.ts'
import { StateMachine } from './state-machine.ts'
import type { Run } from './watch.ts'

export interface SupervisorDeps extends LaunchDeps {
  store: GameServerStore
  report: (state: GameServerState) => void
  /** Before its files are deleted on the word of the panel; what throws keeps them. */
  beforeDelete?: (gameServerId: number, action: Action) => Promise<void>
  log: Log
}

export class Supervised {
  readonly id: number
  readonly deps: SupervisorDeps
  readonly machine: StateMachine
  readonly crashRestart: CrashRestart
  /** The newest run, also after its end: until the next one, its output can still be read. */
  lastRun: Run | null = null
  /** A start or an adoption that is under way: after it, `run` says what lives. */
  #arriving: Promise<unknown> = Promise.resolve()

  constructor(record: GameServerRecord, deps: SupervisorDeps, startAfterCrash: () => void) {
    this.id = record.id
    this.deps = deps
    this.machine = new StateMachine(record, deps.store, deps.clock.nowMs, deps.report)
    this.crashRestart = new CrashRestart(this.machine, deps.clock, startAfterCrash)
  }

  /** Null when nothing runs and the end of what ran is written. */
  get run(): Run | null {
    return this.lastRun && !this.lastRun.isOver ? this.lastRun : null
  }

  /** `work` finds or starts a process: who must know what lives waits for it. */
  arriving<Result>(work: Promise<Result>): Promise<Result> {
    this.#arriving = work
    return work
  }

  /** Resolves when nothing is on its way any more: neither being started nor being looked for. */
  async arrived(): Promise<void> {
    await this.#arriving.catch(() => {})
  }

  logTrouble = (error: unknown): void => {
    this.deps.log.error({ gameServerId: this.id, err: error }, 'a game server could not be looked after')
  }
}
