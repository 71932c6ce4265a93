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
import { again, begin, cancel, fail, succeed } from './logic/task-transitions.ts'
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

/** A task that has not ended: waiting or working. It ends by leaving the queue. */
type OpenTask = TaskRecord & QueuedTask & { work?: Work }

/** How those who work on a task are told to hurry. */
interface Work {
  canceled: AbortController
  /** Aborts when the next task waits for its end. */
  superseded: AbortController
}

export class Tasks {
  readonly #deps: TasksDeps
  readonly #journal: TaskJournal
  /** In the order in which they were asked for. */
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
      if (task.status === 'working') this.#settle(task)
      if (isOpen(task)) this.#queue.push(task)
    }
    this.#beginWhatMay()
  }

  /** L6: a key that is known already is answered with its state, and not run again. */
  run(order: RunTask): void {
    if (this.#isKnown(order)) return
    if (order.kind === 'kill') this.#dropSenseless(order.gameServerId)
    const isFull = this.#queue.length >= openLimit
    const task = this.#open(
      order,
      isFull ? `${openLimit} tasks wait on this node already: try again later` : null,
    )
    if (!isOpen(task)) return
    this.#queue.push(task)
    this.#hurryForNext(task)
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
    if (!task) this.#isKnown(order)
    else if (!task.work) this.#end(task, cancel('canceled before it began'))
    else if (!task.work.canceled.signal.aborted) {
      this.#journal.say(task, 'somebody asked to cancel it')
      task.work.canceled.abort()
    }
  }

  acknowledge(task: TaskReference): void {
    this.#deps.store.acknowledge(runKeyOf(task))
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

  /** What is known is answered with its state. */
  #isKnown(order: TaskReference): boolean {
    const known = this.#deps.store.find(runKeyOf(order))
    if (!known) return false
    this.#journal.report(known)
    return true
  }

  /** Makes the task known: it waits, or has ended with the refusal. */
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

  /** What was at work when the daemon died ends with the truth, or waits again. */
  #settle(task: TaskRecord): void {
    const supervisor = this.#deps.gameServers.get(task.gameServerId)
    const settlement = settleTask(task.kind, task.beganAtMs ?? 0, {
      state: supervisor?.record.state ?? null,
      processStartedAtMs: supervisor?.processStartedAtMs ?? null,
    })
    this.#journal.change(task, settlement === 'again' ? again() : settlement)
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
    const work = { canceled: new AbortController(), superseded: new AbortController() }
    task.work = work
    this.#journal.change(task, begin(this.#deps.nowMs()))
    const isNextThere = this.#queue.some(other => other.status === 'waiting' && isNext(other, task))
    if (isNextThere) work.superseded.abort()
    const outcome = await this.#perform(task, work)
    if (!this.#isClosed) this.#end(task, outcome)
  }

  async #perform(task: OpenTask, { canceled, superseded }: Work): Promise<Partial<TaskRecord>> {
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
      return succeed(lastMessage)
    } catch (error) {
      return this.#failure(task, error)
    }
  }

  #failure({ panelId }: TaskRecord, error: unknown): Partial<TaskRecord> {
    if (error instanceof ActionCanceled) return cancel(error.message)
    if (error instanceof ActionFailed) return fail(error.message, error.exitCode)
    this.#deps.log.error({ taskId: panelId, err: error }, 'a task failed for a reason that was not foreseen')
    return fail(error instanceof Error ? error.message : String(error))
  }

  #end(task: OpenTask, outcome: Partial<TaskRecord>): void {
    this.#queue = this.#queue.filter(other => other !== task)
    if (outcome.status === 'error') this.#journal.say(task, `failed: ${outcome.message}`)
    this.#journal.change(task, outcome)
    this.#beginWhatMay()
  }

  #dropSenseless(gameServerId: number): void {
    for (const task of droppedByKill(this.#queue, gameServerId)) {
      this.#end(task, cancel('dropped: a kill was asked for after it'))
    }
  }

  #hurryForNext(newTask: TaskRecord): void {
    for (const task of this.#queue) if (isNext(newTask, task)) task.work?.superseded.abort()
  }
}

type TaskReference = Pick<CancelTask, 'taskId' | 'runKey'>

function runKeyOf({ taskId, runKey }: TaskReference): string {
  return runKey ?? runKeyOfNumber(taskId)
}

function isOpen(task: TaskRecord): task is OpenTask {
  return task.status === 'waiting' || task.status === 'working'
}

/** Whether one task waits for the end of the other. */
function isNext(task: TaskRecord, other: TaskRecord): boolean {
  return task.gameServerId === other.gameServerId && task.id !== other.id && waitsFor(task, other)
}
