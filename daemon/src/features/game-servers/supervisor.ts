// Looks after one game server: starts, stops, pauses and kills it, and knows what became of it.
//
// One order at a time; a kill waits for nobody. What is true is written first and told then.

import type { GameServerState } from '@rookery/contracts/daemon/generated/link.ts'
import type { RunningProcess } from '../../platform/process-managers/process-manager.ts'
import { lastLines } from '../console/logic/last-lines.ts'
import { awaitReady } from './await-ready.ts'
import { CrashRestart } from './crash-restart.ts'
import { CurrentRun, type CurrentRunDeps } from './current-run.ts'
import type { GameServerRecord, GameServerStore } from './game-server-store.ts'
import {
  type Action,
  ActionCanceled,
  ActionFailed,
  areFilesAsBefore,
  type InstallKind,
  unwatchedAction,
} from './logic/action.ts'
import { OrderQueue, type Turn } from './order-queue.ts'
import type { Run } from './run.ts'
import { type StateChange, StateMachine } from './state-machine.ts'
import { stopProcess } from './stop-process.ts'

const closedMessage = 'this node no longer looks after the game server'
/** What a person's start changes beside the state: earlier crashes are forgiven. */
const startAskedBy = ({ reason }: Action): StateChange => ({
  wanted: 'running',
  restartedAtMs: [],
  ...(reason === undefined ? {} : { reason }),
})

export interface SupervisorDeps extends CurrentRunDeps {
  store: GameServerStore
  report: (state: GameServerState) => void
}

export class Supervisor {
  readonly id: number
  readonly #deps: SupervisorDeps
  readonly #machine: StateMachine
  readonly #crashRestart: CrashRestart
  readonly #current: CurrentRun
  readonly #orders = new OrderQueue()

  constructor(record: GameServerRecord, deps: SupervisorDeps) {
    this.id = record.id
    this.#deps = deps
    this.#machine = new StateMachine(record, deps.store, deps.clock.nowMs, deps.report)
    this.#crashRestart = new CrashRestart(this.#machine, deps.clock, () => void this.#startAfterCrash())
    this.#current = new CurrentRun(this.id, this.#machine, this.#crashRestart, deps)
  }

  get record(): Readonly<GameServerRecord> {
    return this.#machine.record
  }

  get stateMessage(): GameServerState {
    return this.#machine.asMessage()
  }

  /** What runs now. */
  get process(): RunningProcess | null {
    return this.#current.run?.process ?? null
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
    if (this.#machine.define(revision, definition, options))
      this.#deps.consoles.addSecrets(this.id, definition.secrets)
  }

  /** Resolves when the game is ready, or runs and the next action is asked for. One that is starting is joined. */
  async start(action: Action): Promise<void> {
    const run = await this.#orders.inTurn(turn => {
      const starting = this.#machine.state === 'starting' ? this.#current.run : null
      if (starting === null) return this.#launch(action, startAskedBy(action), turn)
      this.#machine.remember({ wanted: 'running', restartedAtMs: [] })
      action.say('it is starting already')
      return Promise.resolve(starting)
    })
    await this.#awaitReady(run, action)
  }

  /** Nobody asked for it now, but somebody wants it to run: counts and is repeated like a start after a crash. */
  async startByItself(reason: string): Promise<void> {
    const action = unwatchedAction()
    const run = await this.#orders.inTurn(turn => this.#launch(action, { reason }, turn))
    await this.#awaitReady(run, action)
  }

  async stop(action: Action): Promise<void> {
    await this.#orders.inTurn(() => this.#stop(action, 'stopped'))
  }

  async restart(action: Action): Promise<void> {
    const run = await this.#orders.inTurn(async turn => {
      await this.#stop(action, 'running')
      if (!turn.isOvertaken() && action.canceled.aborted) {
        this.#machine.remember({ wanted: 'stopped' })
        throw new ActionCanceled('canceled after it was stopped, so it is not started again')
      }
      return this.#launch(action, startAskedBy(action), turn)
    })
    await this.#awaitReady(run, action)
  }

  /** Passes ahead of whatever is at work: that sees the game end and ends itself. */
  async kill(action: Action): Promise<void> {
    await this.#orders.ahead(async () => {
      await this.#current.arrived()
      const { run } = this.#current
      if (!run) return this.#keepStopped(action)
      this.#noteStopAsked('stopped')
      action.say('killing everything it started')
      await this.#current.end(run)
      action.say('it has ended')
    })
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

  /** Nothing counts as installed from here until `work` has come to its end. */
  async install(kind: InstallKind, work: () => Promise<void>): Promise<void> {
    await this.#orders.inTurn(async () => {
      const wasInstalled = this.record.installed
      const input = kind === 'update' ? 'update_began' : 'install_began'
      this.#machine.move(input, { installed: false, restartAtMs: null })
      try {
        await work()
      } catch (error) {
        const { message: reason } = error as Error
        const isAsBefore = kind === 'update' && wasInstalled && areFilesAsBefore(error)
        if (isAsBefore) this.#machine.move('install_done', { installed: true, reason })
        else this.#machine.move('install_broke', { reason })
        throw error
      }
      this.#machine.move('install_done', { installed: true })
    })
  }

  /** Ends what runs and lets go of it; the folder is the caller's business. */
  async dismiss(action: Action): Promise<void> {
    await this.#orders.inTurn(async () => {
      await this.#stop(action, 'stopped')
      await this.#current.forget()
      this.#deps.consoles.forget(this.id)
      this.#deps.store.remove(this.id)
      this.close()
    })
  }

  /**
   * Takes up the process that was found; null: there is none. Called once, before any order: those wait until it is
   * known what lives.
   */
  async adopt(found: Promise<RunningProcess | null>, hasRebooted: boolean): Promise<void> {
    await this.#orders.inTurn(() => this.#current.takeUp(found, hasRebooted))
    if (this.#machine.state === 'stopping' && this.process) {
      void this.stop(unwatchedAction()).catch(this.#current.trouble)
    }
  }

  /** Lets go: what runs keeps running, and nothing is written any more. */
  close(): void {
    this.#orders.close(closedMessage)
    this.#machine.close()
    this.#crashRestart.disarm()
  }

  /** Refused before anything is written, or begun: from then on its failure is this game server's failure. */
  async #launch(action: Action, asked: StateChange, turn: Turn): Promise<Run> {
    if (turn.isOvertaken()) throw new ActionFailed('it was killed meanwhile, so it is not started')
    const { definition, revision } = this.record
    const begun = { runSecrets: definition.secrets, runningRevision: revision, restartAtMs: null }
    this.#machine.move('start_asked', { ...begun, ...asked })
    this.#crashRestart.disarm()
    try {
      const run = await this.#current.launch(definition, action)
      action.say(`started as process ${run.process.pid}`)
      return run
    } catch (error) {
      const reason = `could not be started: ${(error as Error).message}`
      // A person is told and looks after it; what starts by itself tries again.
      const change = asked.wanted === 'running' ? { reason } : this.#crashRestart.plan(reason)
      const lines = lastLines(Buffer.from(this.#machine.mask((error as Error).message)))
      this.#machine.move('start_failed', { ...change, lastExit: null, lastLines: lines })
      this.#crashRestart.arm()
      throw error instanceof ActionFailed ? error : new ActionFailed(reason)
    }
  }

  async #startAfterCrash(): Promise<void> {
    try {
      await this.#orders.inTurn(async turn => {
        // A person may have spoken while this waited for its turn.
        if (!this.#crashRestart.isPlanned || this.#machine.state !== 'crashed') return
        await this.#launch(unwatchedAction(), { reason: 'started again after a crash' }, turn)
      })
    } catch (error) {
      if (!(error instanceof ActionFailed)) this.#current.trouble(error)
    }
  }

  #awaitReady(run: Run, action: Action): Promise<void> {
    return awaitReady(run, action, this.#deps.clock, () => this.record.reason)
  }

  async #stop(action: Action, wanted: 'running' | 'stopped'): Promise<void> {
    const { run } = this.#current
    if (!run) {
      if (wanted === 'stopped') this.#keepStopped(action)
      return
    }
    if (this.#machine.state === 'paused') await run.process.signal('SIGCONT')
    this.#noteStopAsked(wanted, action.reason)
    await stopProcess(run.process, run.over, this.record.definition.stop, action, this.#deps.clock)
    await this.#current.end(run)
    action.say('it has ended')
  }

  /** The game may have ended in this very moment: what was asked for is remembered all the same. */
  #noteStopAsked(wanted: 'running' | 'stopped', reason = ''): void {
    this.#crashRestart.disarm()
    if (this.#machine.can('stop_asked'))
      this.#machine.move('stop_asked', { wanted, restartAtMs: null, reason })
    else this.#machine.remember({ wanted, restartAtMs: null })
  }

  /** There is nothing to end; but what would start it by itself ends here. */
  #keepStopped(action: Action): void {
    this.#crashRestart.disarm()
    if (this.#crashRestart.isPlanned) {
      const reason = 'stopped while it waited to be started again after a crash'
      this.#machine.move('stop_asked', { wanted: 'stopped', restartAtMs: null, reason })
      action.say('it is not started again')
    } else {
      this.#machine.remember({ wanted: 'stopped' })
      action.say('it is not running')
    }
  }

  #requireRun(input: 'pause_asked' | 'resume_asked'): Run {
    const { run } = this.#current
    if (!run || !this.#machine.can(input)) {
      this.#machine.move(input)
      throw new ActionFailed('the game server is not running')
    }
    return run
  }
}
