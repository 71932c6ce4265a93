// Looks after one game server: starts, stops, pauses and kills it, and knows what became of it.
//
// One action at a time; a kill waits for nobody. What is true is written first and told then.

import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { GameServerState } from '@rookery/contracts/daemon/generated/link.ts'
import type { Log } from '../../platform/log.ts'
import type {
  ProcessExit,
  ProcessManager,
  RunningProcess,
} from '../../platform/process-managers/process-manager.ts'
import type { Consoles } from '../console/console.ts'
import type { GameServerFolders } from './game-server-folders.ts'
import type { GameServerRecord, GameServerStore } from './game-server-store.ts'
import { type Action, ActionCanceled, ActionFailed, unwatchedAction } from './logic/action.ts'
import { askedExitWords, unaskedExitWords } from './logic/exit-words.ts'
import { launchProblem, renderCommand, renderEnvironment } from './logic/render-environment.ts'
import { isBeingInstalled, occupiesProcess } from './logic/run-state.ts'
import { exitSoFar, followRun, type Run } from './run.ts'
import { StateBook } from './state-book.ts'
import { settlesWithin, stopProcess } from './stop-process.ts'

/** After the tree was killed the end must be seen within this time; it is a fault otherwise. */
const endLimitMs = 20_000
/** A start is not called done before this time when the game has a ready pattern and does not show it. */
const readyLimitMs = 10 * 60_000
const outputReadLimitMs = 5_000
const terminal = { cols: 120, rows: 40 }

export interface SupervisorMeans {
  store: GameServerStore
  processManager: ProcessManager
  consoles: Consoles
  folders: GameServerFolders
  nodeBinary: string
  timeZone: string
  nowMs: () => number
  tell: (state: GameServerState) => void
  log: Log
}

export class Supervisor {
  readonly id: number
  readonly #means: SupervisorMeans
  readonly #book: StateBook
  #run: Run | null = null
  #turn: Promise<unknown> = Promise.resolve()
  #launching: Promise<unknown> = Promise.resolve()
  #kills = 0
  #isClosed = false

  constructor(record: GameServerRecord, means: SupervisorMeans) {
    this.id = record.id
    this.#means = means
    this.#book = new StateBook(record, means.store, means.nowMs, means.tell)
  }

  get record(): Readonly<GameServerRecord> {
    return this.#book.record
  }

  get stateMessage(): GameServerState {
    return this.#book.asMessage()
  }

  /** When the process that runs now was started. */
  get processStartedAtMs(): number | null {
    return this.#run && !this.#run.isOver ? this.#run.process.startedAtMs : null
  }

  define(revision: number, definition: GameServerDefinition): void {
    if (this.#book.define(revision, definition)) this.#means.consoles.addSecrets(this.id, definition.secrets)
  }

  /** Resolves when the game is ready, or runs and the next action is asked for. */
  async start(action: Action): Promise<void> {
    const run = await this.#inTurn(() => this.#launch(action))
    await this.#awaitReady(run, action)
  }

  async stop(action: Action): Promise<void> {
    await this.#inTurn(() => this.#stop(action))
  }

  async restart(action: Action): Promise<void> {
    const killsBefore = this.#kills
    const run = await this.#inTurn(async () => {
      await this.#stop(action)
      if (this.#kills > killsBefore)
        throw new ActionFailed('it was killed meanwhile, so it is not started again')
      return this.#launch(action)
    })
    await this.#awaitReady(run, action)
  }

  /** Passes ahead of whatever is at work: that sees the game end and ends itself. */
  async kill(action: Action): Promise<void> {
    this.#kills += 1
    await this.#launching.catch(() => {})
    const run = this.#run
    if (!run || run.isOver) return action.say('it is not running')
    if (this.#book.can('stop_asked')) this.#book.move('stop_asked')
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
  async install(kind: 'install' | 'update', work: () => Promise<void>): Promise<void> {
    await this.#inTurn(async () => {
      this.#book.move(kind === 'install' ? 'install_began' : 'update_began', { installed: false })
      try {
        await work()
      } catch (error) {
        if (!this.#isClosed) this.#book.move('install_broke', { reason: (error as Error).message })
        throw error
      }
      if (!this.#isClosed) this.#book.move('install_done', { installed: true })
    })
  }

  /** Ends what runs and lets go of it; the folder is the caller's business. */
  async dismiss(action: Action): Promise<void> {
    await this.#inTurn(async () => {
      await this.#stop(action)
      await this.#run?.process.forget()
      this.#means.consoles.forget(this.id)
      this.#means.store.remove(this.id)
      this.#isClosed = true
    })
  }

  /** Takes up a process that was found; null: there is none. Called once, before any action. */
  async adopt(found: RunningProcess | null, hasRebooted: boolean): Promise<void> {
    if (isBeingInstalled(this.#book.state)) {
      this.#book.move('install_broke', {
        reason: 'the daemon was restarted during the installation: install again',
      })
    }
    if (!found) return this.#settleMissing(hasRebooted)
    const { definition, runSecrets } = this.record
    this.#means.consoles.follow(found, [...definition.secrets, ...runSecrets], false)
    const exit = await exitSoFar(found)
    // The end of a run is written when it is seen; an end that is already written is not news.
    if (exit && !occupiesProcess(this.#book.state)) return this.#keepEnded(found)
    if (!exit && this.#book.can('found')) {
      this.#book.move('found', { installed: true, reason: 'found running when the daemon started' })
    }
    this.#follow(found)
    if (!exit && this.#book.state === 'stopping') void this.stop(unwatchedAction()).catch(this.#trouble)
  }

  /** Lets go: what runs keeps running, and nothing is written any more. */
  close(): void {
    this.#isClosed = true
  }

  #settleMissing(hasRebooted: boolean): void {
    if (!occupiesProcess(this.#book.state)) return
    if (hasRebooted) this.#book.move('node_rebooted', { reason: 'the node was restarted' })
    else this.#book.move('exited', { reason: 'ended while the daemon was away, together with its keeper' })
  }

  #keepEnded(found: RunningProcess): void {
    this.#run = followRun(found, this.record.definition.ready, this.#means.nowMs(), {
      onReady: () => {},
      onExit: async () => {},
      onTrouble: this.#trouble,
    })
  }

  async #launch(action: Action): Promise<Run> {
    const launching = Promise.withResolvers<void>()
    this.#launching = launching.promise
    try {
      this.#book.move('start_asked', { runSecrets: this.record.definition.secrets })
      const running = await this.#startProcess(action)
      this.#means.consoles.follow(running, this.record.runSecrets, true)
      action.say(`started as process ${running.pid}`)
      return this.#follow(running)
    } catch (error) {
      const reason = `could not be started: ${(error as Error).message}`
      if (!this.#isClosed && this.#book.state === 'starting') this.#book.move('start_failed', { reason })
      throw error instanceof ActionFailed ? error : new ActionFailed(reason)
    } finally {
      launching.resolve()
    }
  }

  async #startProcess(action: Action): Promise<RunningProcess> {
    const { definition } = this.record
    const { processManager, folders, consoles, nodeBinary, timeZone } = this.#means
    if (definition.process_manager !== processManager.name) {
      throw new Error(
        `this node cannot run game servers under ${definition.process_manager}, only under process`,
      )
    }
    action.say('checking its folder')
    const { path, uid } = await folders.prepare(this.id, definition.uuid)
    const env = renderEnvironment({ folder: path, timeZone, ofDefinition: definition.environment })
    const argv = renderCommand(definition.command, nodeBinary)
    const problem = launchProblem(argv, env)
    if (problem) throw new Error(problem)
    const last = consoles.current(this.id)
    // The keeper drops the last run's output for the new one, so readers must have it first.
    if (last) await settlesWithin(last.over, outputReadLimitMs)
    action.say('starting its process')
    return processManager.start({
      id: this.id,
      argv,
      cwd: path,
      env,
      ...(uid === undefined ? {} : { uid, gid: uid }),
      ...terminal,
    })
  }

  #follow(running: RunningProcess): Run {
    const run = followRun(running, this.record.definition.ready, this.#means.nowMs(), {
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
      if (!this.#isClosed && this.#book.can('exited')) {
        const words = this.#book.state === 'stopping' ? askedExitWords(exit) : unaskedExitWords(exit)
        this.#book.move('exited', { reason: words, lastExit: { code: exit.code, signal: exit.signal } })
      }
    }
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

  async #stop(action: Action): Promise<void> {
    const run = this.#run
    if (!run || run.isOver) return action.say('it is not running')
    if (this.#book.state === 'paused') await run.process.signal('SIGCONT')
    if (this.#book.can('stop_asked')) this.#book.move('stop_asked')
    await stopProcess(run.process, run.over, this.record.definition.stop, action)
    await this.#endTree(run)
    action.say('it has ended')
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
