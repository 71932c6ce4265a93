// The task runner of this node: each task at most once, in order for each game server, truthful after a restart.

import type { CancelTask, RunTask, TaskUpdate } from '@rookery/contracts/daemon/generated/link.ts'
import { runKeyOfNumber } from '@rookery/contracts/daemon/run-key.ts'
import type { TaskKind } from '@rookery/contracts/run-states.ts'
import type { Log } from '../../platform/log.ts'
import { type Action, ActionCanceled, ActionFailed } from '../game-servers/logic/action.ts'
import { settleTask } from './logic/settle-task.ts'
import {
  droppedByKill,
  type QueuedTask,
  tasksToBegin,
  waitingMessages,
  waitsFor,
} from './logic/task-queue.ts'
import { performTask, type TaskDeps } from './perform-task.ts'
import { asTaskUpdate, type Send, TaskJournal } from './task-journal.ts'
import type { TaskRecord, TaskStore } from './task-store.ts'

const openLimit = 10_000
/** How long a task stays known after the panel has stored its end. */
const rememberMs = 30 * 24 * 60 * 60_000

export interface TasksDeps extends TaskDeps {
  store: TaskStore
  nowMs: () => number
  send: Send
  log: Log
}

interface AtWork {
  canceled: AbortController
  superseded: AbortController
}

type OpenTask = TaskRecord & QueuedTask

export class Tasks {
  readonly #deps: TasksDeps
  readonly #journal: TaskJournal
  readonly #atWork = new Map<number, AtWork>()
  #queue: OpenTask[] = []
  #isClosed = false

  constructor(deps: TasksDeps) {
    this.#deps = deps
    const mask = (gameServerId: number, text: string) => deps.gameServers.mask(gameServerId, text)
    this.#journal = new TaskJournal({ ...deps, mask })
  }

  /** Takes up what an earlier life of the daemon left; game servers must have been adopted before. */
  resume(): void {
    const { store, nowMs } = this.#deps
    store.forgetBefore(nowMs() - rememberMs)
    for (const task of store.open()) {
      if (task.status === 'working' && !this.#settle(task)) continue
      this.#queue.push(task as OpenTask)
    }
    this.#beginWhatMay()
  }

  /** L6: a key that is known already is answered with its state, and not run again. */
  run(order: RunTask): void {
    if (this.#isKnown(order)) return
    if (order.kind === 'kill') this.#dropSenseless(order.gameServerId)
    const isFull = this.#queue.length >= openLimit
    const refusal = isFull ? `${openLimit} tasks wait on this node already: try again later` : null
    const task = this.#open(order, refusal)
    if (task.status === 'error') return
    this.#queue.push(task as OpenTask)
    this.#hurry(task)
    this.#beginWhatMay()
  }

  /** L16: ends at once with the reason, unless it was begun when it came before. */
  refuseLate(order: RunTask): void {
    if (this.#isKnown(order)) return
    this.#open(order, 'the node got this too late and has not done it: try again')
  }

  /** Waiting tasks are dropped; those at work end where they can be left half-way, and say so. */
  cancel(order: TaskReference): void {
    const task = this.#queue.find(({ runKey }) => runKey === runKeyOf(order))
    if (!task) {
      const known = this.#deps.store.find(runKeyOf(order))
      if (known) this.#journal.report(known)
      return
    }
    const atWork = this.#atWork.get(task.id)
    if (atWork && !atWork.canceled.signal.aborted) {
      this.#journal.say(task, 'somebody asked to cancel it')
      atWork.canceled.abort()
    } else if (!atWork) this.#end(task, { status: 'canceled', message: 'canceled before it began' })
  }

  acknowledge(task: TaskReference): void {
    this.#journal.acknowledge(runKeyOf(task))
  }

  /** For Hello: every task whose end the panel has not stored. */
  updates(): TaskUpdate[] {
    return this.#deps.store.unacknowledged().map(asTaskUpdate)
  }

  /** The kind of a task of this game server that has not ended; null when all have. */
  openKind(gameServerId: number): TaskKind | null {
    return this.#queue.find(task => task.gameServerId === gameServerId)?.kind ?? null
  }

  repeatOutput(): void {
    this.#journal.repeatOutput()
  }

  /** What is at work stays `working` in the store and is settled by the next life. */
  close(): void {
    this.#isClosed = true
  }

  #isKnown(order: RunTask): boolean {
    const known = this.#deps.store.find(runKeyOf(order))
    if (known) this.#journal.report(known)
    return known !== null && known !== undefined
  }

  #open(order: RunTask, refusal: string | null): TaskRecord {
    const { taskId, gameServerId, kind, payload } = order
    return this.#journal.open({
      runKey: runKeyOf(order),
      panelId: taskId,
      gameServerId,
      kind: kind as TaskKind,
      payload,
      status: refusal === null ? 'waiting' : 'error',
      message: refusal ?? '',
      progress: null,
      exitCode: null,
      beganAtMs: null,
    })
  }

  #beginWhatMay(): void {
    if (this.#isClosed) return
    for (const task of tasksToBegin(this.#queue)) void this.#work(task)
    const waiting = waitingMessages(this.#queue)
    for (const task of this.#queue) {
      const message = waiting.get(task.id)
      if (message !== undefined && message !== task.message) this.#journal.change(task, { message })
    }
  }

  async #work(task: OpenTask): Promise<void> {
    const atWork = { canceled: new AbortController(), superseded: new AbortController() }
    this.#atWork.set(task.id, atWork)
    this.#journal.change(task, { status: 'working', message: '', beganAtMs: this.#deps.nowMs() })
    const isNextThere = this.#queue.some(other => other.status === 'waiting' && isNext(other, task))
    if (isNextThere) atWork.superseded.abort()
    const outcome = await this.#perform(task, atWork)
    if (!this.#isClosed) this.#end(task, outcome)
  }

  async #perform(task: OpenTask, { canceled, superseded }: AtWork): Promise<Partial<TaskRecord>> {
    let lastMessage = ''
    const action: Action = {
      say: message => {
        lastMessage = message
        if (!this.#isClosed) this.#journal.say(task, message)
      },
      progress: (fraction, message = lastMessage) => {
        if (!this.#isClosed) this.#journal.change(task, { progress: fraction, message })
      },
      canceled: canceled.signal,
      superseded: superseded.signal,
    }
    try {
      await performTask(task, action, this.#deps)
      return { status: 'success', message: lastMessage }
    } catch (error) {
      return this.#failure(task, error)
    }
  }

  #failure(task: TaskRecord, error: unknown): Partial<TaskRecord> {
    if (error instanceof ActionCanceled) return { status: 'canceled', message: error.message }
    if (error instanceof ActionFailed) {
      return { status: 'error', message: error.message, exitCode: error.exitCode ?? null }
    }
    this.#deps.log.error(
      { taskId: task.panelId, err: error },
      'a task failed for a reason that was not foreseen',
    )
    return { status: 'error', message: error instanceof Error ? error.message : String(error) }
  }

  #end(task: OpenTask, change: Partial<TaskRecord>): void {
    this.#queue = this.#queue.filter(other => other !== task)
    this.#atWork.delete(task.id)
    if (change.status === 'error') this.#journal.say(task, `failed: ${change.message}`)
    this.#journal.change(task, change)
    this.#beginWhatMay()
  }

  #dropSenseless(gameServerId: number): void {
    for (const task of droppedByKill(this.#queue, gameServerId)) {
      this.#end(task, { status: 'canceled', message: 'dropped: a kill was asked for after it' })
    }
  }

  #hurry(newTask: TaskRecord): void {
    for (const task of this.#queue) if (isNext(newTask, task)) this.#atWork.get(task.id)?.superseded.abort()
  }

  /** True when the task has to be done again. */
  #settle(task: TaskRecord): boolean {
    const supervisor = this.#deps.gameServers.get(task.gameServerId)
    const settlement = settleTask(task.kind, task.beganAtMs ?? 0, {
      state: supervisor?.record.state ?? null,
      processStartedAtMs: supervisor?.processStartedAtMs ?? null,
    })
    this.#journal.change(task, settlement === 'again' ? { status: 'waiting', message: '' } : settlement)
    return settlement === 'again'
  }
}

type TaskReference = Pick<CancelTask, 'taskId' | 'runKey'>

function runKeyOf({ taskId, runKey }: TaskReference): string {
  return runKey ?? runKeyOfNumber(taskId)
}

/** Whether one task waits for the end of the other. */
function isNext(task: TaskRecord, other: TaskRecord): boolean {
  return task.gameServerId === other.gameServerId && task.id !== other.id && waitsFor(task, other)
}
