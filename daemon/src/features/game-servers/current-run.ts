// What lives of one game server: launched or found, followed to its end, and that end written down.

import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { settlesWithin } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { ProcessExit, RunningProcess } from '../../platform/process-managers/process-manager.ts'
import type { CrashRestart } from './crash-restart.ts'
import { lastLinesOf } from './last-lines.ts'
import { findLiving, type LaunchDeps, launchProcess } from './launch-process.ts'
import { type Action, ActionFailed } from './logic/action.ts'
import { adoptionStep } from './logic/adoption.ts'
import { crashReason, exitReason, lossMessage } from './logic/exit-reason.ts'
import { exitSoFar, followRun, type Run } from './run.ts'
import type { StateMachine } from './state-machine.ts'

/** After the tree was killed the end must be seen within this time; it is a fault otherwise. */
const endLimitMs = 20_000

export interface CurrentRunDeps extends LaunchDeps {
  log: Log
}

export class CurrentRun {
  readonly #id: number
  readonly #machine: StateMachine
  readonly #crashRestart: CrashRestart
  readonly #deps: CurrentRunDeps
  #run: Run | null = null
  /** A launch or an adoption that is under way: after it, `run` says what lives. */
  #arriving: Promise<unknown> = Promise.resolve()

  constructor(id: number, machine: StateMachine, crashRestart: CrashRestart, deps: CurrentRunDeps) {
    this.#id = id
    this.#machine = machine
    this.#crashRestart = crashRestart
    this.#deps = deps
  }

  /** Null when nothing runs and the end of what ran is written. */
  get run(): Run | null {
    return this.#run && !this.#run.isOver ? this.#run : null
  }

  /** Resolves when nothing is on its way any more: neither being launched nor being looked for. */
  async arrived(): Promise<void> {
    await this.#arriving.catch(() => {})
  }

  async launch(definition: GameServerDefinition, action: Action): Promise<Run> {
    const launching = this.#launch(definition, action)
    this.#arriving = launching
    return launching
  }

  /** Takes up what was found when the daemon came back. */
  async takeUp(found: Promise<RunningProcess | null>, hasRebooted: boolean): Promise<void> {
    const taking = found.then(running => this.#takeUp(running, hasRebooted))
    this.#arriving = taking
    await taking
  }

  async end(run: Run): Promise<void> {
    await run.process.endTree()
    if (!(await settlesWithin(run.over, endLimitMs, this.#deps.clock))) {
      throw new ActionFailed(
        `process ${run.process.pid} was killed, but its end was not seen: look at the node`,
      )
    }
  }

  /** Drops what is left of a run that has ended. */
  async forget(): Promise<void> {
    await this.#run?.process.forget()
  }

  trouble = (error: unknown): void => {
    this.#deps.log.error({ gameServerId: this.#id, err: error }, 'a game server could not be looked after')
  }

  /** A start that failed may have left the game running, as one whose answer was lost: then that is what was started. */
  async #launch(definition: GameServerDefinition, action: Action): Promise<Run> {
    const running = await launchProcess(this.#id, definition, action, this.#deps).catch(
      async (error: unknown) => {
        const living = await findLiving(this.#id, definition.process_manager, this.#deps.processManagers)
        if (!living) throw error
        return living
      },
    )
    this.#deps.consoles.follow(running, this.#machine.record.runSecrets, true)
    return this.#follow(running)
  }

  async #takeUp(found: RunningProcess | null, hasRebooted: boolean): Promise<void> {
    const exit = found && (await exitSoFar(found))
    const step = adoptionStep(
      this.#machine.state,
      found ? (exit ? 'ended' : 'alive') : 'nothing',
      hasRebooted,
    )
    if (found && step !== 'break_installation') {
      const { definition, runSecrets } = this.#machine.record
      this.#deps.consoles.follow(found, [...definition.secrets, ...runSecrets], false)
    }
    switch (step) {
      case 'break_installation':
        return this.#breakInstallation(found)
      case 'note_reboot':
        return this.#noteReboot()
      case 'note_loss':
        return this.#noteEnd(lossMessage(this.#machine.state), null)
      case 'resume_restart':
        this.#crashRestart.arm()
        if (found) this.#keepEnded(found)
        return
      case 'follow':
        if (found) this.#followFound(found, exit !== null)
    }
  }

  async #breakInstallation(found: RunningProcess | null): Promise<void> {
    this.#machine.move('install_broke', {
      reason: 'the daemon was restarted during the installation: install again',
    })
    if (!found) return
    await found.endTree()
    await found.exit
    await found.forget()
  }

  #noteReboot(): void {
    if (this.#machine.can('node_rebooted'))
      this.#machine.move('node_rebooted', { reason: 'the node was restarted' })
    // What is started after a reboot is not the business of a plan from before it.
    else if (this.#crashRestart.isPlanned) this.#machine.remember({ restartAtMs: null })
  }

  #followFound(found: RunningProcess, hasEnded: boolean): void {
    if (!hasEnded && this.#machine.can('found')) {
      const reason = 'found running when the daemon started'
      this.#machine.move('found', { installed: true, restartAtMs: null, reason })
    }
    this.#follow(found)
  }

  #keepEnded(found: RunningProcess): void {
    this.#run = followRun(found, null, this.#deps.clock, {
      onReady: () => {},
      onExit: async () => {},
      onTrouble: this.trouble,
    })
  }

  #follow(running: RunningProcess): Run {
    // Only who starts is waited for: a game that was found running has said long ago that it is ready.
    const ready = this.#machine.state === 'starting' ? this.#machine.record.definition.ready : null
    const run = followRun(running, ready, this.#deps.clock, {
      onReady: remark => {
        if (this.#run === run && this.#machine.can('ready')) {
          this.#machine.move('ready', { reason: remark })
        }
      },
      onExit: exit => this.#noteExit(running, exit),
      onTrouble: this.trouble,
    })
    this.#run = run
    return run
  }

  async #noteExit(running: RunningProcess, exit: ProcessExit): Promise<void> {
    try {
      await running.endTree()
    } finally {
      const lines = this.#machine.state === 'stopping' ? [] : await this.#finalLines()
      if (this.#machine.can('exited')) {
        const isAsked = this.#machine.state === 'stopping'
        this.#noteEnd(isAsked ? exitReason(exit) : crashReason(exit), exit, lines)
      }
    }
  }

  #finalLines(): Promise<string[]> {
    return lastLinesOf(this.#deps.consoles, this.#id, this.#deps.clock)
  }

  #noteEnd(message: string, exit: ProcessExit | null, lines: string[] = []): void {
    const lastExit = exit && { code: exit.code, signal: exit.signal, outOfMemory: exit.outOfMemory }
    const isAsked = this.#machine.state === 'stopping'
    const change = isAsked ? { reason: message } : this.#crashRestart.plan(message)
    this.#machine.move('exited', { ...change, lastExit, lastLines: lines })
    this.#crashRestart.arm()
  }
}
