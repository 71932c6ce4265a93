// Looks after one game server: starts, stops, pauses and kills it, and knows what became of it.
//
// One action at a time; a kill waits for nobody. What is true is written first and told then.

import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { GameServerState } from '@rookery/contracts/daemon/generated/link.ts'
import type { Log } from '../../platform/log.ts'
import type { ProcessExit, RunningProcess } from '../../platform/process-managers/process-manager.ts'
import { lastLines } from '../console/logic/last-lines.ts'
import { CrashRestart } from './crash-restart.ts'
import type { GameServerRecord, GameServerStore } from './game-server-store.ts'
import { lastWordsOf } from './last-words.ts'
import { type LaunchMeans, launchProcess } from './launch-process.ts'
import {
  type Action,
  ActionCanceled,
  ActionFailed,
  areFilesAsBefore,
  type InstallKind,
  unwatchedAction,
} from './logic/action.ts'
import { askedExitWords, unaskedExitWords } from './logic/exit-words.ts'
import { isBeingInstalled, occupiesProcess } from './logic/run-state.ts'
import { exitSoFar, followRun, type Run } from './run.ts'
import { StateBook, type StateChange } from './state-book.ts'
import { settlesWithin, stopProcess } from './stop-process.ts'

/** After the tree was killed the end must be seen within this time; it is a fault otherwise. */
const endLimitMs = 20_000
/** What a person's start changes beside the state: earlier crashes are forgiven. */
const startAskedBy = ({ reason }: Action): StateChange => ({
  wanted: 'running',
  restartedAtMs: [],
  ...(reason === undefined ? {} : { reason }),
})
/** A start is not called done before this time when the game has a ready pattern and does not show it. */
const readyLimitMs = 10 * 60_000

export interface SupervisorMeans extends LaunchMeans {
  store: GameServerStore
  nowMs: () => number
  tell: (state: GameServerState) => void
  log: Log
}

export class Supervisor {
  readonly id: number
  readonly #means: SupervisorMeans
  readonly #book: StateBook
  readonly #crashRestart: CrashRestart
  #run: Run | null = null
  #turn: Promise<unknown> = Promise.resolve()
  #launching: Promise<unknown> = Promise.resolve()
  #kills = 0
  #isClosed = false

  constructor(record: GameServerRecord, means: SupervisorMeans) {
    this.id = record.id
    this.#means = means
    this.#book = new StateBook(record, means.store, means.nowMs, means.tell)
    this.#crashRestart = new CrashRestart(this.#book, means.nowMs, () => void this.#startAfterCrash())
  }

  get record(): Readonly<GameServerRecord> {
    return this.#book.record
  }

  get stateMessage(): GameServerState {
    return this.#book.asMessage()
  }

  /** What runs now. */
  get process(): RunningProcess | null {
    return this.#run && !this.#run.isOver ? this.#run.process : null
  }

  /** When the process that runs now was started. */
  get processStartedAtMs(): number | null {
    return this.#run && !this.#run.isOver ? this.#run.process.startedAtMs : null
  }

  mask(text: string): string {
    return this.#book.mask(text)
  }

  define(revision: number, definition: GameServerDefinition): void {
    if (this.#book.define(revision, definition)) this.#means.consoles.addSecrets(this.id, definition.secrets)
  }

  /** Resolves when the game is ready, or runs and the next action is asked for. */
  async start(action: Action): Promise<void> {
    const run = await this.#inTurn(() => this.#launch(action, startAskedBy(action)))
    await this.#awaitReady(run, action)
  }

  /** Nobody asked for it now, but somebody wants it to run: counts and is repeated like a start after a crash. */
  async startByItself(reason: string): Promise<void> {
    const action = unwatchedAction()
    const run = await this.#inTurn(() => this.#launch(action, { reason }))
    await this.#awaitReady(run, action)
  }

  async stop(action: Action): Promise<void> {
    await this.#inTurn(() => this.#stop(action, 'stopped'))
  }

  async restart(action: Action): Promise<void> {
    const killsBefore = this.#kills
    const run = await this.#inTurn(async () => {
      await this.#stop(action, 'running')
      if (this.#kills > killsBefore)
        throw new ActionFailed('it was killed meanwhile, so it is not started again')
      if (action.canceled.aborted) {
        this.#book.remember({ wanted: 'stopped' })
        throw new ActionCanceled('canceled after it was stopped, so it is not started again')
      }
      return this.#launch(action, startAskedBy(action))
    })
    await this.#awaitReady(run, action)
  }

  /** Passes ahead of whatever is at work: that sees the game end and ends itself. */
  async kill(action: Action): Promise<void> {
    this.#kills += 1
    await this.#launching.catch(() => {})
    const run = this.#run
    if (!run || run.isOver) {
      this.#keepStopped(action)
      return
    }
    this.#noteStopAsked('stopped')
    action.say('killing everything it started')
    await this.#endTree(run)
    action.say('it has ended')
  }

  async pause(action: Action): Promise<void> {
    await this.#inTurn(async () => {
      const run = this.#requireRun('pause_asked')
      await run.process.signal('SIGSTOP')
      this.#book.move('pause_asked')
      action.say('paused: it keeps its memory and uses no processor time')
    })
  }

  async resume(action: Action): Promise<void> {
    await this.#inTurn(async () => {
      const run = this.#requireRun('resume_asked')
      await run.process.signal('SIGCONT')
      this.#book.move('resume_asked')
      action.say('resumed')
    })
  }

  /** Nothing counts as installed from here until `work` has come to its end. */
  async install(kind: InstallKind, work: () => Promise<void>): Promise<void> {
    await this.#inTurn(async () => {
      const wasInstalled = this.record.installed
      const input = kind === 'update' ? 'update_began' : 'install_began'
      this.#book.move(input, { installed: false, restartAtMs: null })
      try {
        await work()
      } catch (error) {
        const { message: reason } = error as Error
        const isAsBefore = kind === 'update' && wasInstalled && areFilesAsBefore(error)
        if (!this.#isClosed && isAsBefore) this.#book.move('install_done', { installed: true, reason })
        else if (!this.#isClosed) this.#book.move('install_broke', { reason })
        throw error
      }
      if (!this.#isClosed) this.#book.move('install_done', { installed: true })
    })
  }

  /** Ends what runs and lets go of it; the folder is the caller's business. */
  async dismiss(action: Action): Promise<void> {
    await this.#inTurn(async () => {
      await this.#stop(action, 'stopped')
      await this.#run?.process.forget()
      this.#means.consoles.forget(this.id)
      this.#means.store.remove(this.id)
      this.close()
    })
  }

  /** Takes up a process that was found; null: there is none. Called once, before any action. */
  async adopt(found: RunningProcess | null, hasRebooted: boolean): Promise<void> {
    if (isBeingInstalled(this.#book.state)) {
      this.#book.move('install_broke', {
        reason: 'the daemon was restarted during the installation: install again',
      })
      // It is no game, but a program of that installation.
      if (found) await this.#endLeftover(found)
      return
    }
    if (!found) return this.#settleMissing(hasRebooted)
    const { definition, runSecrets } = this.record
    this.#means.consoles.follow(found, [...definition.secrets, ...runSecrets], false)
    const exit = await exitSoFar(found)
    // The end of a run is written when it is seen; an end that is already written is not news.
    if (exit && !occupiesProcess(this.#book.state)) {
      this.#crashRestart.arm()
      return this.#keepEnded(found)
    }
    if (!exit && this.#book.can('found')) {
      this.#book.move('found', { installed: true, reason: 'found running when the daemon started' })
    }
    this.#follow(found)
    if (!exit && this.#book.state === 'stopping') void this.stop(unwatchedAction()).catch(this.#trouble)
  }

  /** Lets go: what runs keeps running, and nothing is written any more. */
  close(): void {
    this.#isClosed = true
    this.#crashRestart.disarm()
  }

  async #endLeftover(found: RunningProcess): Promise<void> {
    await found.endTree()
    await found.exit
    await found.forget()
  }

  #settleMissing(hasRebooted: boolean): void {
    if (hasRebooted) {
      const reason = 'the node was restarted'
      if (occupiesProcess(this.#book.state)) this.#book.move('node_rebooted', { reason })
      // What is started after a reboot is not the business of a plan from before it.
      else if (this.#crashRestart.isPlanned) this.#book.remember({ restartAtMs: null })
      return
    }
    if (occupiesProcess(this.#book.state)) {
      this.#noteEnd('ended while the daemon was away, together with its keeper', null)
    } else this.#crashRestart.arm()
  }

  #keepEnded(found: RunningProcess): void {
    this.#run = followRun(found, null, this.#means.nowMs(), {
      onReady: () => {},
      onExit: async () => {},
      onTrouble: this.#trouble,
    })
  }

  async #launch(action: Action, asked: StateChange): Promise<Run> {
    const launching = Promise.withResolvers<void>()
    this.#launching = launching.promise
    const { definition, revision } = this.record
    try {
      const begun = { runSecrets: definition.secrets, runningRevision: revision, restartAtMs: null }
      this.#book.move('start_asked', { ...begun, ...asked })
      this.#crashRestart.disarm()
      const running = await launchProcess(this.id, definition, action, this.#means)
      this.#means.consoles.follow(running, this.record.runSecrets, true)
      action.say(`started as process ${running.pid}`)
      return this.#follow(running)
    } catch (error) {
      const reason = `could not be started: ${(error as Error).message}`
      if (!this.#isClosed && this.#book.state === 'starting') {
        // A person is told and looks after it; what starts by itself tries again.
        const change = asked.wanted === 'running' ? { reason } : this.#crashRestart.plan(reason)
        const lines = lastLines(Buffer.from(this.#book.mask((error as Error).message)))
        this.#book.move('start_failed', { ...change, lastExit: null, lastLines: lines })
        this.#crashRestart.arm()
      }
      throw error instanceof ActionFailed ? error : new ActionFailed(reason)
    } finally {
      launching.resolve()
    }
  }

  async #startAfterCrash(): Promise<void> {
    try {
      await this.#inTurn(async () => {
        // A person may have spoken while this waited for its turn.
        if (this.#isClosed || !this.#crashRestart.isPlanned || this.#book.state !== 'crashed') return
        await this.#launch(unwatchedAction(), { reason: 'started again after a crash' })
      })
    } catch (error) {
      if (!(error instanceof ActionFailed)) this.#trouble(error)
    }
  }

  #follow(running: RunningProcess): Run {
    // Only who starts is waited for: a game that was found running has said long ago that it is ready.
    const ready = this.#book.state === 'starting' ? this.record.definition.ready : null
    const run = followRun(running, ready, this.#means.nowMs(), {
      onReady: remark => {
        if (!this.#isClosed && this.#run === run && this.#book.can('ready')) {
          this.#book.move('ready', { reason: remark })
        }
      },
      onExit: exit => this.#noteExit(running, exit),
      onTrouble: this.#trouble,
    })
    this.#run = run
    return run
  }

  async #noteExit(running: RunningProcess, exit: ProcessExit): Promise<void> {
    try {
      await running.endTree()
    } finally {
      const lines = this.#book.state === 'stopping' ? [] : await lastWordsOf(this.#means.consoles, this.id)
      if (!this.#isClosed && this.#book.can('exited')) {
        const isAsked = this.#book.state === 'stopping'
        this.#noteEnd(isAsked ? askedExitWords(exit) : unaskedExitWords(exit), exit, lines)
      }
    }
  }

  #noteEnd(words: string, exit: ProcessExit | null, lines: string[] = []): void {
    const lastExit = exit && { code: exit.code, signal: exit.signal, outOfMemory: exit.outOfMemory }
    const isAsked = this.#book.state === 'stopping'
    const change = isAsked ? { reason: words } : this.#crashRestart.plan(words)
    this.#book.move('exited', { ...change, lastExit, lastLines: lines })
    this.#crashRestart.arm()
  }

  async #awaitReady(run: Run, action: Action): Promise<void> {
    const hurry = Promise.withResolvers<'superseded' | 'canceled'>()
    action.superseded.addEventListener('abort', () => hurry.resolve('superseded'))
    action.canceled.addEventListener('abort', () => hurry.resolve('canceled'))
    if (action.superseded.aborted) hurry.resolve('superseded')
    if (action.canceled.aborted) hurry.resolve('canceled')
    const waiting = Promise.race([run.ready, hurry.promise])
    if (!(await settlesWithin(waiting, readyLimitMs))) {
      return action.say('it runs, but has not said that it is ready for ten minutes')
    }
    const outcome = await waiting
    if (outcome === 'canceled')
      throw new ActionCanceled('no longer waited for; the game server goes on starting')
    if (outcome === 'superseded') return action.say('it runs; it was not ready yet when the next task came')
    if (outcome.isReady) return action.say(outcome.remark || 'it is ready')
    await run.over
    const exit = await run.process.exit
    throw new ActionFailed(this.record.reason || 'it was ended before it was ready', exit.code)
  }

  async #stop(action: Action, wanted: 'running' | 'stopped'): Promise<void> {
    const run = this.#run
    if (!run || run.isOver) {
      if (wanted === 'stopped') this.#keepStopped(action)
      return
    }
    if (this.#book.state === 'paused') await run.process.signal('SIGCONT')
    this.#noteStopAsked(wanted, action.reason)
    await stopProcess(run.process, run.over, this.record.definition.stop, action)
    await this.#endTree(run)
    action.say('it has ended')
  }

  /** The game may have ended in this very moment: what was asked for is remembered all the same. */
  #noteStopAsked(wanted: 'running' | 'stopped', reason = ''): void {
    this.#crashRestart.disarm()
    if (this.#book.can('stop_asked')) this.#book.move('stop_asked', { wanted, restartAtMs: null, reason })
    else this.#book.remember({ wanted, restartAtMs: null })
  }

  /** There is nothing to end; but what would start it by itself ends here. */
  #keepStopped(action: Action): void {
    this.#crashRestart.disarm()
    if (this.#crashRestart.isPlanned) {
      const reason = 'stopped while it waited to be started again after a crash'
      this.#book.move('stop_asked', { wanted: 'stopped', restartAtMs: null, reason })
      action.say('it is not started again')
    } else {
      this.#book.remember({ wanted: 'stopped' })
      action.say('it is not running')
    }
  }

  async #endTree(run: Run): Promise<void> {
    await run.process.endTree()
    if (!(await settlesWithin(run.over, endLimitMs))) {
      throw new ActionFailed(
        `process ${run.process.pid} was killed, but its end was not seen: look at the node`,
      )
    }
  }

  #requireRun(input: 'pause_asked' | 'resume_asked'): Run {
    if (!this.#run || this.#run.isOver || !this.#book.can(input)) {
      this.#book.move(input)
      throw new ActionFailed('the game server is not running')
    }
    return this.#run
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => {})
    return turn
  }

  #trouble = (error: unknown): void => {
    this.#means.log.error({ gameServerId: this.id, err: error }, 'a game server could not be looked after')
  }
}
