// The task runner of this node: each task at most once, in order for each game server, truthful after a restart.

import type { CancelTask, RunTask, TaskUpdate } from '@rookery/contracts/daemon/generated/link.ts'
import { runKeyOfNumber } from '@rookery/contracts/daemon/run-key.ts'
import { type InstallAction, installActions } from '@rookery/contracts/install-failure.ts'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import type { TaskKind } from '@rookery/contracts/run-states.ts'
import type { ScheduleAction, ScheduleStep } from '@rookery/contracts/schedule.ts'
import type { Log } from '../../platform/log.ts'
import { type Action, ActionCanceled, ActionFailed, ActionSkipped } from '../game-servers/logic/action.ts'
import { installFailureOf, interruptedFailure } from '../game-servers/logic/install-failure.ts'
import { dueAtMsOf, powerActionOf, readPowerOrder, replacedPlans, whyPlanIsOver } from './logic/power-plan.ts'
import { type Found, settleRun, settleTask } from './logic/settle-task.ts'
import {
  closeRun,
  endOfRun,
  endStep,
  isEndedBy,
  newStepRun,
  presentStep,
  replacementBy,
  type StepRunEnding,
  settleStep,
  stepOutcome,
  stepRunsOf,
  stepTitle,
} from './logic/step-run.ts'
import {
  droppedByKill,
  hurries,
  type NodeTaskKind,
  type QueuedTask,
  tasksToBegin,
  waitingMessages,
} from './logic/task-queue.ts'
import { again, begin, cancel, fail, skip, succeed, type TaskChange } from './logic/task-transitions.ts'
import { performTask, type TaskDeps } from './perform-task.ts'
import { PlannedPower, type PlannedPowerDeps } from './planned-power.ts'
import { StepRuns, type StepTask } from './step-runs.ts'
import { asTaskUpdate, type Send, TaskJournal } from './task-journal.ts'
import type { RunOwner, TaskRecord, TaskStore } from './task-store.ts'

const openLimit = 10_000
/** How long a task stays known after the panel has stored its end. */
const rememberMs = 30 * 24 * 60 * 60_000

export interface TasksDeps extends TaskDeps {
  store: TaskStore
  nowMs: () => number
  send: Send
  /** Why a run that had not begun when the daemon went away is not done by the next one; null: it is. */
  whyMissed: (run: TaskRecord) => string | null
  /** Why a run of several steps does not go on: its schedule asks for something else by now. Null: it does. */
  whyRunEnds: (run: TaskRecord) => string | null
  /** Whether its schedule makes up for what was missed. */
  mayBeLate: (run: TaskRecord) => boolean
  /** For stops, restarts and restores that wait. */
  players: Pick<PlannedPowerDeps, 'countPlayers' | 'notifyPlayers'>
  setTimer: PlannedPowerDeps['setTimer']
  log: Log
}

/** A run of a schedule that falls due. */
export interface DueRun extends RunOwner {
  /** Of this schedule and this time alone. */
  runKey: string
  kind: ScheduleAction | 'steps'
  /** Of the kind `steps`. */
  steps?: readonly ScheduleStep[]
  dueAtMs: number
  /** The first line of its output; empty when there is nothing to remark. */
  remark: string
  /** Why it is not done; null: it is. */
  leftOut: string | null
}

/** A run of a schedule, as it is read. */
export type RunRecord = TaskRecord & { endedAtMs: number | null; output: string }

/** A task that has not ended: waiting or working. It ends by leaving the queue. */
type OpenTask = TaskRecord & QueuedTask & { work?: Work }

type OpenStepTask = OpenTask & StepTask

/** How those who work on a task are told to hurry. */
interface Work {
  canceled: AbortController
  /** Aborts when the next task waits for its end. */
  superseded: AbortController
}

export class Tasks {
  readonly #deps: TasksDeps
  readonly #journal: TaskJournal
  readonly #planned: PlannedPower
  readonly #stepRuns: StepRuns
  /** In the order in which they were asked for. */
  #queue: OpenTask[] = []
  #isClosed = false

  constructor(deps: TasksDeps) {
    this.#deps = deps
    const mask = (gameServerId: number, text: string) => deps.gameServers.mask(gameServerId, text)
    this.#journal = new TaskJournal({ ...deps, mask })
    this.#planned = new PlannedPower(
      {
        ...deps.players,
        nowMs: deps.nowMs,
        setTimer: deps.setTimer,
        isRunning: gameServerId => Boolean(deps.gameServers.get(gameServerId)?.process),
      },
      {
        say: (task, text) => this.#journal.say(task, text),
        change: (task, change) => this.#journal.change(task, change),
        begin: task => {
          restoreFrom(task)
          this.#letGo(task as OpenTask)
        },
      },
    )
    this.#stepRuns = new StepRuns({
      ...deps,
      change: (task, change) => this.#journal.change(task, change),
      begin: task => {
        task.kind = presentStep(task.steps)?.step.action ?? task.kind
        this.#letGo(task as OpenTask)
      },
      giveUp: (task, reason) => this.#end(task as OpenTask, fail(reason)),
    })
  }

  /** Takes up what an earlier life of the daemon left; game servers must have been adopted before. */
  resume(): void {
    const { store, nowMs } = this.#deps
    store.forgetBefore(nowMs() - rememberMs)
    for (const task of store.open()) {
      const wasWaiting = task.status === 'waiting'
      if (task.steps && task.beganAtMs !== null) this.#settleSteps(task as StepTask)
      else this.#settle(task)
      if (!isOpen(task)) continue
      this.#queue.push(task)
      // One that was at work is past its waiting; a run of steps waits for its next.
      if (wasWaiting || task.steps) this.#hold(task)
    }
    this.#beginWhatMay()
  }

  /** L6: a key that is known already is answered with its state, and not run again. */
  run(order: RunTask): void {
    if (this.#isKnown(order)) return
    this.#endReplacedRuns(order)
    if (order.kind === 'kill') this.#dropSenseless(order.gameServerId)
    for (const plan of replacedPlans(this.#queue, order)) {
      this.#end(plan, cancel(`replaced by task ${order.taskId}`))
    }
    this.#enqueue(this.#open(ofPanel(order, this.#deps.nowMs()), this.#refusal() ?? orderProblem(order)))
  }

  /** A run waits as every other task does, or has been left out. A time that is noticed twice is one run (L6). */
  add({ leftOut, remark, steps, ...run }: DueRun): TaskRecord {
    const known = this.#deps.store.find(run.runKey)
    if (known) return known
    const end = leftOut === null ? this.#refusal() : skip(leftOut)
    const stepRun = steps ? newStepRun(steps, this.#deps.nowMs()) : null
    const task = this.#open({ ...run, panelId: 0, payload: '', steps: stepRun }, end)
    if (task.id === 0) this.#deps.log.error({ runKey: run.runKey }, task.message)
    else if (remark !== '') this.#journal.say(task, remark)
    this.#enqueue(task)
    return task
  }

  /** Whether a run of this schedule has not ended. */
  hasOpenRun(owner: RunOwner): boolean {
    return this.#queue.some(task => isOf(owner, task))
  }

  /** False: it has ended, or was never there. */
  cancelRun(owner: RunOwner, id: number): boolean {
    const task = this.#queue.find(other => other.id === id && isOf(owner, other))
    if (!task) return false
    if (isStepTask(task)) this.#endSoon(task, { by: 'canceled', reason: 'canceled' })
    this.#cancel(task)
    return true
  }

  /** After a change of definitions: what a schedule no longer asks for does not go on. */
  checkStepRuns(): void {
    for (const task of this.#queue.filter(isStepTask)) {
      const reason = this.#deps.whyRunEnds(task)
      if (reason !== null) this.#endSoon(task, { by: 'changed', reason })
    }
  }

  /** Newest first. */
  runs(owner: RunOwner, limit: number): RunRecord[] {
    const open = new Set(this.#queue.map(({ id }) => id))
    return this.#deps.store
      .runs(owner, limit)
      .map(({ changedAtMs, ...run }) => ({ ...run, endedAtMs: open.has(run.id) ? null : changedAtMs }))
  }

  runOwners(): RunOwner[] {
    return this.#deps.store.runOwners()
  }

  /** The schedule is gone: what waits is dropped, and only what is at work stays until it has ended. */
  forgetRuns(owner: RunOwner): void {
    const open = this.#queue.filter(task => isOf(owner, task))
    for (const task of open) {
      const reason = 'the schedule was deleted'
      if (!task.work) this.#end(task, skip(reason))
      else if (isStepTask(task)) this.#endSoon(task, { by: 'changed', reason })
    }
    const atWork = open.filter(task => task.work).map(({ id }) => id)
    this.#deps.store.removeRuns(owner, atWork)
  }

  /** The clock was set back: times after `nowMs` come anew. */
  clockWasSetBack(owner: RunOwner, nowMs: number): void {
    this.#deps.store.releaseKeys(owner, nowMs)
  }

  /** L16: ends at once with the reason, unless it was begun when it came before. */
  refuseLate(order: RunTask): void {
    if (this.#isKnown(order)) return
    this.#open(ofPanel(order, this.#deps.nowMs()), fail(reasonOf('tooLate')))
  }

  /** Waiting tasks are dropped; those at work end where they can be left half-way, and say so. */
  cancel(order: TaskReference): void {
    const task = this.#queue.find(({ runKey }) => runKey === runKeyOf(order))
    if (task) this.#cancel(task)
    else this.#isKnown(order)
  }

  acknowledge(task: TaskReference): void {
    this.#deps.store.acknowledge(runKeyOf(task))
  }

  /** For Hello: every task whose end the panel has not stored. */
  updates(): TaskUpdate[] {
    return this.#deps.store.unacknowledged().map(asTaskUpdate)
  }

  /** What has not ended on this game server, in the order in which it was asked for. */
  open(gameServerId: number): readonly Pick<QueuedTask, 'kind' | 'scheduleId' | 'status'>[] {
    return this.#queue.filter(task => task.gameServerId === gameServerId && task.isHeld !== true)
  }

  /** The kinds of what is at work, one for each. */
  working(): TaskKind[] {
    return this.#queue
      .filter(task => task.work)
      .map(({ kind, payload }) => (kind === 'power' ? powerActionOf(payload) : (kind as TaskKind)))
  }

  repeatOutput(): void {
    this.#journal.repeatOutput()
  }

  /** What is at work stays `working` in the store and is settled by the next life. */
  close(): void {
    this.#isClosed = true
    this.#planned.close()
    this.#stepRuns.close()
  }

  #cancel(task: OpenTask): void {
    if (!this.#queue.includes(task)) return
    if (!task.work) this.#end(task, cancel(reasonOf('canceledEarly')))
    else if (!task.work.canceled.signal.aborted) {
      this.#journal.say(task, 'someone asked to cancel it')
      task.work.canceled.abort()
    }
  }

  /** At once, or when its step at work has ended. */
  #endSoon(task: OpenStepTask, ending: StepRunEnding): void {
    if (!isEndedBy(task.steps, ending)) return
    this.#journal.change(task, { steps: { ...task.steps, ending } })
    if (!task.work) this.#end(task, cancel(ending.reason))
  }

  #endReplacedRuns(order: RunTask): void {
    const ending = replacementBy(order)
    if (ending === null) return
    for (const task of stepRunsOf(this.#queue, order.gameServerId)) this.#endSoon(task, ending)
  }

  /** What is known is answered with its state. */
  #isKnown(order: TaskReference): boolean {
    const known = this.#deps.store.find(runKeyOf(order))
    if (!known) return false
    this.#journal.report(known)
    return true
  }

  /** Makes the task known: it waits, or has ended so. */
  #open(asked: Asked, end: TaskChange | null): TaskRecord {
    const waiting = {
      status: 'waiting',
      message: '',
      progress: null,
      exitCode: null,
      beganAtMs: null,
    } as const
    return this.#journal.open({ ...asked, ...waiting, ...end })
  }

  #enqueue(task: TaskRecord): void {
    if (!isOpen(task)) return
    this.#queue.push(task)
    this.#hold(task)
    this.#hurryForNext(task)
    this.#beginWhatMay()
  }

  #hold(task: OpenTask): void {
    const order = task.kind === 'power' ? readPowerOrder(task.payload) : null
    task.isHeld = order !== null || isStepTask(task)
    if (order) this.#planned.hold(task, order)
    else if (isStepTask(task)) this.#stepRuns.hold({ task })
  }

  #letGo(task: OpenTask): void {
    task.isHeld = false
    this.#hurryForNext(task)
    this.#beginWhatMay()
  }

  #refusal(): TaskChange | null {
    const isFull = this.#queue.length >= openLimit
    return isFull ? fail(reasonOf('queueFull', { count: openLimit })) : null
  }

  /** What was at work when the daemon died ends with the truth, or waits again; what waited goes on to. */
  #settle(task: TaskRecord): void {
    const isRun = task.scheduleId !== null
    if (task.status === 'waiting') {
      const missed = isRun ? this.#deps.whyMissed(task) : null
      if (missed !== null) this.#journal.change(task, skip(missed))
      const over = task.kind === 'power' ? whyPlanIsOver(task.dueAtMs, this.#deps.nowMs()) : null
      if (over !== null) this.#journal.change(task, cancel(over))
      return
    }
    const found = this.#found(task)
    const kind = task.kind === 'power' ? powerActionOf(task.payload) : (task.kind as TaskKind)
    const settlement = isRun ? settleRun(found) : settleTask(kind, task.beganAtMs ?? 0, found)
    const action = isRun ? null : installActionOf(task.kind)
    this.#journal.change(task, {
      ...(settlement === 'again' ? again() : settlement),
      ...(action && { failure: interruptedFailure(action) }),
    })
  }

  /** What was begun is not begun again; what has not been goes on, if it is still asked for. */
  #settleSteps(task: StepTask): void {
    const atWork = task.steps.steps.find(({ status }) => status === 'working')
    const reason = this.#deps.whyRunEnds(task)
    const settled = atWork ? endStep(task.steps, settleStep(atWork, this.#found(task))) : task.steps
    const steps = reason === null ? settled : { ...settled, ending: { by: 'changed', reason } as const }
    const end = endOfRun(steps)
    this.#journal.change(task, end ? { ...end, steps: closeRun(steps) } : { ...again(), steps })
  }

  #found({ gameServerId }: TaskRecord): Found {
    const supervisor = this.#deps.gameServers.get(gameServerId)
    return {
      state: supervisor?.record.state ?? null,
      processStartedAtMs: supervisor?.processStartedAtMs ?? null,
    }
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
    const problem = this.#begin(task)
    const isNextThere = this.#queue.some(other => other.status === 'waiting' && hurries(other, task))
    if (isNextThere) work.superseded.abort()
    const outcome = await (problem ?? this.#perform(task, work))
    if (this.#isClosed) return
    if (isStepTask(task)) this.#endStep(task, outcome)
    else this.#end(task, outcome)
  }

  /** Why it cannot; null: it has begun, which is written down. */
  #begin(task: OpenTask): TaskChange | null {
    if (!isStepTask(task)) {
      this.#journal.change(task, begin(this.#deps.nowMs()))
      return null
    }
    const title = stepTitle(task.steps)
    try {
      this.#journal.beginStep(task)
    } catch (error) {
      task.status = 'working'
      return fail(
        `${title} is not begun, because the node cannot write that down: ${(error as Error).message}`,
      )
    }
    this.#journal.say(task, title)
    return null
  }

  /** The run has ended with it, or waits for its next. */
  #endStep(task: OpenStepTask, change: TaskChange): void {
    const outcome = stepOutcome(change)
    if (outcome.message !== '') {
      this.#journal.say(task, `${outcome.status === 'error' ? 'failed' : 'left out'}: ${outcome.message}`)
    }
    const steps = endStep(task.steps, outcome)
    const hasBegun = task.steps.steps.some(({ status }) => status === 'working')
    const end = hasBegun && change.status !== 'canceled' ? endOfRun(steps) : change
    task.kind = 'steps'
    if (end) this.#end(task, { ...end, steps })
    else {
      delete task.work
      this.#journal.change(task, { ...again(), steps })
      this.#hold(task)
      this.#beginWhatMay()
    }
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
      delivered: () => this.#journal.noteDelivered(task),
      canceled: canceled.signal,
      superseded: superseded.signal,
    }
    try {
      await performTask(task, action, this.#deps)
      return succeed(lastMessage)
    } catch (error) {
      const failed = this.#failure(task, error)
      // Of a run of a schedule the panel hears through the state of the game server.
      const isReported = failed.status === 'error' && task.scheduleId === null
      const action = isReported ? installActionOf(task.kind) : null
      return action === null ? failed : { ...failed, failure: installFailureOf(error, action) }
    }
  }

  #failure({ panelId, runKey }: TaskRecord, error: unknown): Partial<TaskRecord> {
    if (error instanceof ActionSkipped) return skip(error.message)
    if (error instanceof ActionCanceled) return cancel(error.message)
    if (error instanceof ActionFailed) return fail(error.message, error.exitCode)
    this.#deps.log.error(
      { taskId: panelId, runKey, err: error },
      'a task failed for a reason that was not foreseen',
    )
    return fail(error instanceof Error ? error.message : String(error))
  }

  #end(task: OpenTask, outcome: Partial<TaskRecord>): void {
    this.#queue = this.#queue.filter(other => other !== task)
    this.#planned.release(task.id)
    this.#stepRuns.release(task.id)
    const steps = outcome.steps ?? task.steps
    const isReportedByRun = task.scheduleId !== null
    if (outcome.status === 'error' && !isReportedByRun) this.#journal.say(task, `failed: ${outcome.message}`)
    this.#journal.change(task, { ...outcome, steps: steps && closeRun(steps) })
    this.#beginWhatMay()
  }

  #dropSenseless(gameServerId: number): void {
    for (const task of droppedByKill(this.#queue, gameServerId)) {
      // Whether the game runs says nothing about its files.
      if (task.kind === 'power' && powerActionOf(task.payload) === 'restore') continue
      this.#end(task, cancel(reasonOf('droppedByKill')))
    }
  }

  #hurryForNext(newTask: OpenTask): void {
    for (const task of this.#queue) if (hurries(newTask, task)) task.work?.superseded.abort()
  }
}

function installActionOf(kind: NodeTaskKind): InstallAction | null {
  return installActions.find(action => action === kind) ?? null
}

type TaskReference = Pick<CancelTask, 'taskId' | 'runKey'>

/** What does not change in a task's life. */
type Asked = Pick<
  TaskRecord,
  'runKey' | 'panelId' | 'gameServerId' | 'kind' | 'payload' | 'scheduleId' | 'dueAtMs' | 'steps'
>

function ofPanel(order: RunTask, nowMs: number): Asked {
  const { taskId: panelId, gameServerId, kind, payload } = order
  const asked = { runKey: runKeyOf(order), panelId, gameServerId, kind: kind as NodeTaskKind, payload }
  const planned = kind === 'power' ? readPowerOrder(payload) : null
  return { ...asked, steps: null, scheduleId: null, dueAtMs: planned && dueAtMsOf(planned, nowMs) }
}

/** A restore that has waited long enough waits its turn as every other does. */
function restoreFrom(task: TaskRecord): void {
  const order = readPowerOrder(task.payload)
  if (order?.action !== 'restore') return
  task.kind = 'restore'
  task.payload = JSON.stringify(order.restore)
}

function orderProblem({ kind, payload }: RunTask): TaskChange | null {
  if (kind !== 'power' || readPowerOrder(payload)) return null
  return fail('the payload of this task is not understood by this daemon: update the daemon')
}

function isOf({ gameServerId, scheduleId }: RunOwner, task: TaskRecord): boolean {
  return task.gameServerId === gameServerId && task.scheduleId === scheduleId
}

function runKeyOf({ taskId, runKey }: TaskReference): string {
  return runKey ?? runKeyOfNumber(taskId)
}

function isOpen(task: TaskRecord): task is OpenTask {
  return task.status === 'waiting' || task.status === 'working'
}

function isStepTask(task: OpenTask): task is OpenStepTask {
  return task.steps !== null
}
