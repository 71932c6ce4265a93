// Looks after one game server. Its life is these steps, in this order, each in the file of its name in lifecycle/:
//
//   adopt    once, before any order: what lives is taken up, what is gone is noted
//   install  puts its files in place; until that has come to its end it cannot be started
//            (replace-files does so with those of a backup, and what was installed stays so)
//   start    launches its process and waits until it is ready
//   watch    from start or adoption to the end of the process; after a crash it leads back to start
//   stop     by its own method, by signals, by killing; then it can be started, installed or dismissed
//
// One order at a time; a kill waits for nobody. What is true is written first and told then (state-machine.ts, by the
// table in logic/run-state.ts).

import type { GameServerState } from '@rookery/contracts/daemon/generated/link.ts'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import type { RunningProcess } from '../../platform/process-managers/process-manager.ts'
import type { GameServerRecord } from './game-server-store.ts'
import { adopt } from './lifecycle/adopt.ts'
import { install } from './lifecycle/install.ts'
import { OrderQueue } from './lifecycle/order-queue.ts'
import { awaitReady } from './lifecycle/ready.ts'
import { replaceFiles } from './lifecycle/replace-files.ts'
import { requireNotSuspended, start, startAskedBy } from './lifecycle/start.ts'
import type { StateMachine } from './lifecycle/state-machine.ts'
import { kill, stop } from './lifecycle/stop.ts'
import { Supervised, type SupervisorDeps } from './lifecycle/supervised.ts'
import type { Run } from './lifecycle/watch.ts'
import {
  type Action,
  ActionCanceled,
  ActionFailed,
  type InstallKind,
  unwatchedAction,
} from './logic/action.ts'
import type { InstallContext } from './logic/install-context.ts'
import { occupiesProcess } from './logic/run-state.ts'

const closedMessage = 'this node no longer looks after the game server'

export class Supervisor {
  readonly id: number
  readonly #gameServer: Supervised
  readonly #machine: StateMachine
  readonly #orders = new OrderQueue()

  constructor(record: GameServerRecord, deps: SupervisorDeps) {
    this.id = record.id
    this.#gameServer = new Supervised(record, deps, () => void this.#startAfterCrash())
    this.#machine = this.#gameServer.machine
  }

  get record(): Readonly<GameServerRecord> {
    return this.#machine.record
  }

  get stateMessage(): GameServerState {
    return this.#machine.asMessage()
  }

  /** What runs now. */
  get process(): RunningProcess | null {
    return this.#gameServer.run?.process ?? null
  }

  /** When the process that runs now was started. */
  get processStartedAtMs(): number | null {
    return this.process?.startedAtMs ?? null
  }

  /** Tells something about a game that runs; '' takes `earlier` back, and nothing else that was told meanwhile. */
  remark(reason: string, earlier: string): void {
    if (!this.process || this.#machine.state === 'stopping') return
    const { reason: present } = this.record
    if (present === '' || present === earlier) this.#machine.remark(reason)
  }

  mask(text: string): string {
    return this.#machine.mask(text)
  }

  name(panelId: number | null): void {
    this.#machine.name(panelId)
  }

  define(...[revision, definition, options]: Parameters<StateMachine['define']>): void {
    if (!this.#machine.define(revision, definition, options)) return
    this.#gameServer.deps.consoles.addSecrets(this.id, definition.secrets)
    this.#stopIfSuspended()
  }

  /**
   * Takes up the process that was found; null: there is none. Called once, before any order: those wait until it is
   * known what lives.
   */
  async adopt(found: Promise<RunningProcess | null>, hasRebooted: boolean): Promise<void> {
    const gameServer = this.#gameServer
    await this.#orders.inTurn(() =>
      gameServer.arriving(found.then(running => adopt(gameServer, running, hasRebooted))),
    )
    if (this.#machine.state === 'stopping' && this.process) {
      void this.stop(unwatchedAction()).catch(gameServer.logTrouble)
    }
    this.#stopIfSuspended()
  }

  requireNotSuspended(): void {
    requireNotSuspended(this.record)
  }

  /** Nothing counts as installed from here until `work` has come to its end. */
  async install(kind: InstallKind, work: (context: InstallContext) => Promise<void>): Promise<void> {
    await this.#orders.inTurn(() => install(this.#gameServer, kind, work))
  }

  /** Refused while the game runs. What counts as installed goes on to: `work` changes everything or nothing. */
  async replaceFiles(work: () => Promise<void>): Promise<void> {
    await this.#orders.inTurn(() => replaceFiles(this.#gameServer, work))
  }

  /** Resolves when the game is ready, or runs and the next action is asked for. One that is starting is joined. */
  async start(action: Action): Promise<void> {
    const run = await this.#orders.inTurn(turn => {
      const starting = this.#machine.state === 'starting' ? this.#gameServer.run : null
      if (starting === null) return start(this.#gameServer, action, startAskedBy(action), turn)
      this.#machine.remember({ wanted: 'running', restartedAtMs: [] })
      action.say('it is starting already')
      return Promise.resolve(starting)
    })
    await this.#awaitReady(run, action)
  }

  /** Nobody asked for it now, but somebody wants it to run: counts and is repeated like a start after a crash. */
  async startByItself(reason: string): Promise<void> {
    const action = unwatchedAction()
    const run = await this.#orders.inTurn(turn => start(this.#gameServer, action, { reason }, turn))
    await this.#awaitReady(run, action)
  }

  async restart(action: Action): Promise<void> {
    const run = await this.#orders.inTurn(async turn => {
      this.requireNotSuspended()
      await stop(this.#gameServer, action, 'running')
      if (!turn.isOvertaken() && action.canceled.aborted) {
        this.#machine.remember({ wanted: 'stopped' })
        throw new ActionCanceled(reasonOf('canceledStart'))
      }
      return start(this.#gameServer, action, startAskedBy(action), turn)
    })
    await this.#awaitReady(run, action)
  }

  async pause(action: Action): Promise<void> {
    await this.#orders.inTurn(async () => {
      const run = this.#requireRun('pause_asked')
      await run.process.signal('SIGSTOP')
      this.#machine.move('pause_asked')
      action.say('paused: it keeps its memory and uses no processor time')
    })
  }

  async resume(action: Action): Promise<void> {
    await this.#orders.inTurn(async () => {
      const run = this.#requireRun('resume_asked')
      await run.process.signal('SIGCONT')
      this.#machine.move('resume_asked')
      action.say('resumed')
    })
  }

  async stop(action: Action): Promise<void> {
    await this.#orders.inTurn(() => stop(this.#gameServer, action, 'stopped'))
  }

  /** Passes ahead of whatever is at work: that sees the game end and ends itself. */
  async kill(action: Action): Promise<void> {
    await this.#orders.ahead(() => kill(this.#gameServer, action))
  }

  /** Ends what runs and lets go of it; the folder is the caller's business. */
  async dismiss(action: Action): Promise<void> {
    const { deps } = this.#gameServer
    await this.#orders.inTurn(async () => {
      await stop(this.#gameServer, action, 'stopped')
      await this.#gameServer.lastRun?.process.forget()
      deps.consoles.forget(this.id)
      deps.store.remove(this.id)
      this.close()
    })
  }

  /** Lets go: what runs keeps running, and nothing is written any more. */
  close(): void {
    this.#orders.close(closedMessage)
    this.#machine.close()
    this.#gameServer.crashRestart.disarm()
  }

  /** What runs, is being started or waits to be started again ends; later orders to start it are refused. */
  #stopIfSuspended(): void {
    const { suspended } = this.record.definition
    const { crashRestart, logTrouble } = this.#gameServer
    const isUp = occupiesProcess(this.#machine.state) && this.#machine.state !== 'stopping'
    if (!suspended || !(isUp || crashRestart.isPlanned)) return
    const reason = reasonOf('suspended', { reason: suspended.reason })
    void this.stop({ ...unwatchedAction(), reason }).catch(logTrouble)
  }

  async #startAfterCrash(): Promise<void> {
    const gameServer = this.#gameServer
    try {
      await this.#orders.inTurn(async turn => {
        // A person may have spoken while this waited for its turn.
        if (!gameServer.crashRestart.isPlanned || this.#machine.state !== 'crashed') return
        await start(gameServer, unwatchedAction(), { reason: 'started again after a crash' }, turn)
      })
    } catch (error) {
      if (!(error instanceof ActionFailed)) gameServer.logTrouble(error)
    }
  }

  #awaitReady(run: Run, action: Action): Promise<void> {
    return awaitReady(run, action, this.#gameServer.deps.clock, () => this.record.reason)
  }

  #requireRun(input: 'pause_asked' | 'resume_asked'): Run {
    const { run } = this.#gameServer
    if (!run || !this.#machine.can(input)) {
      this.#machine.move(input)
      throw new ActionFailed(reasonOf('notRunning'))
    }
    return run
  }
}
