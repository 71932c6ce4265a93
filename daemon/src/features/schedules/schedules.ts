// The schedules of all game servers on this node: keeps time by itself, whether or not a panel is there. What falls due
// becomes a task of the node.

import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import { hasSteps, type Schedule, type ScheduleRun } from '@rookery/contracts/schedule.ts'
import { nextTime } from '@rookery/primitives/schedule-times.ts'
import type { Log } from '../../platform/log.ts'
import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import type { Facts } from '../../platform/store.ts'
import { type Action, ActionSkipped } from '../game-servers/logic/action.ts'
import { presentStep } from '../tasks/logic/step-run.ts'
import type { DueRun, RunRecord, Tasks } from '../tasks/tasks.ts'
import { findDue, seenAfterCheck, whyLeftOut, whyMissed } from './logic/find-due.ts'
import { asScheduleRun } from './logic/run-answer.ts'
import { performRun, performStep, type RunDeps } from './perform-run.ts'

/** A look at the clock at least this often: it may be moved, or the node may have slept. */
const longestWaitMs = 30_000
/** Up to when the clock has been looked at. */
const seenFact = 'schedules_seen_until_ms'
/** Shown while the game server starts or stops, and kept in its activity. */
const scheduleReason = 'a schedule asked for it'

export interface SchedulesDeps extends RunDeps {
  tasks: Pick<
    Tasks,
    | 'add'
    | 'open'
    | 'hasOpenRun'
    | 'cancelRun'
    | 'checkStepRuns'
    | 'runs'
    | 'runOwners'
    | 'forgetRuns'
    | 'clockWasSetBack'
  >
  facts: Facts
  nowMs: () => number
  log: Log
}

interface StoredSchedule {
  gameServerId: number
  scheduleId: number
  uuid: string
  schedule: Schedule
  /** Changes when its times do: what was due under the old ones is no longer due. */
  timesKey: string
  seenUntilMs: number
  nextMs: number | null
}

type RunKind = Pick<RunRecord, 'gameServerId' | 'scheduleId' | 'kind' | 'steps'>

export class Schedules {
  readonly #deps: SchedulesDeps
  #stored = new Map<string, StoredSchedule>()
  #seenUntilMs = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(deps: SchedulesDeps) {
    this.#deps = deps
  }

  /** Once, after the game servers were taken up: what was missed since the last look of an earlier life counts. */
  start(): void {
    const { facts, tasks, nowMs } = this.#deps
    this.#seenUntilMs = Number(facts.read(seenFact) ?? nowMs())
    this.#takeDefinitions(this.#seenUntilMs)
    for (const owner of tasks.runOwners()) if (!this.#stored.has(keyOf(owner))) tasks.forgetRuns(owner)
    this.check()
  }

  /** At every time that is due, after every change of a definition, and now and then. */
  check(): void {
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    const nowMs = this.#deps.nowMs()
    this.#takeDefinitions(nowMs)
    this.#deps.tasks.checkStepRuns()
    // All are decided before the first is added: those that fall due together run one after the other.
    const due = [...this.#stored.values()].flatMap(stored => this.#checkAt(stored, nowMs))
    for (const run of due) this.#deps.tasks.add(run)
    this.#seenUntilMs = seenAfterCheck(this.#seenUntilMs, nowMs)
    this.#deps.facts.write(seenFact, String(this.#seenUntilMs))
    this.#timer = setTimeout(() => this.check(), this.#waitMs(nowMs)).unref()
  }

  /** Newest first; none when the game server or the schedule is not known here. */
  lastRuns(gameServerId: number, scheduleId: number, limit: number): ScheduleRun[] {
    return this.#deps.tasks.runs({ gameServerId, scheduleId }, limit).map(asScheduleRun)
  }

  /** As the schedule is now: what was changed or switched off while the run waited is not done. */
  async perform(run: RunKind, action: Action): Promise<void> {
    const { gameServerId, scheduleId, kind, steps } = run
    const step = steps && presentStep(steps)?.step
    if (step) return performStep(gameServerId, step, { ...action, reason: scheduleReason }, this.#deps)
    const schedule = this.#find(run)
    if (!schedule?.enabled || schedule.action !== kind) {
      throw new ActionSkipped('the schedule no longer asks for it')
    }
    this.#deps.log.info({ gameServerId, scheduleId }, 'a schedule runs')
    await performRun(gameServerId, schedule, { ...action, reason: scheduleReason }, this.#deps)
  }

  whyMissed(run: RunKind & Pick<RunRecord, 'dueAtMs'>): string | null {
    return whyMissed(this.#find(run), run.dueAtMs ?? 0, this.#deps.nowMs())
  }

  /** Why a run of steps does not go on; null: it does. */
  whyRunEnds(run: RunKind): string | null {
    const schedule = this.#find(run)
    if (!schedule) return 'the schedule was deleted'
    if (!schedule.enabled) return reasonOf('scheduleOff')
    const begun = run.steps?.steps.map(({ step }) => step)
    const isSame = JSON.stringify(schedule.steps) === JSON.stringify(begun)
    return isSame ? null : 'the steps of the schedule were changed'
  }

  mayBeLate(run: RunKind): boolean {
    return this.#find(run)?.missed === 'once'
  }

  /** Now, beside its times; throws LinkRefusal when it cannot. */
  runNow(gameServerId: number, scheduleId: number): ScheduleRun {
    const { tasks, nowMs } = this.#deps
    const stored = this.#stored.get(keyOf({ gameServerId, scheduleId }))
    if (!stored) throw new LinkRefusal('not_found', 'the node does not know this schedule yet: try again')
    if (!stored.schedule.enabled) throw new LinkRefusal('conflict', 'the schedule is switched off')
    const leftOut = this.#whyLeftOut(stored)
    if (leftOut !== null) throw new LinkRefusal('conflict', leftOut)
    const { id, message } = tasks.add({ ...dueRun(stored, nowMs(), 'now:'), remark: '', leftOut: null })
    const run = this.lastRuns(gameServerId, scheduleId, 50).find(other => other.id === id)
    if (!run) throw new LinkRefusal('unavailable', message)
    return run
  }

  cancelRun(gameServerId: number, scheduleId: number, runId: number): void {
    if (this.#deps.tasks.cancelRun({ gameServerId, scheduleId }, runId)) return
    throw new LinkRefusal('conflict', 'this run has ended already')
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #find({ gameServerId, scheduleId }: RunKind): Schedule | null {
    const definition = this.#deps.gameServers.get(gameServerId)?.record.definition
    return schedulesOf(definition).find(({ id }) => id === scheduleId) ?? null
  }

  #whyLeftOut({ gameServerId, scheduleId, schedule }: StoredSchedule): string | null {
    const { tasks } = this.#deps
    // A run of steps is none that another could wait behind: between its steps it is not in the queue.
    if (hasSteps(schedule) && tasks.hasOpenRun({ gameServerId, scheduleId }))
      return 'its last run has not ended yet'
    return whyLeftOut(schedule, tasks.open(gameServerId))
  }

  #checkAt(stored: StoredSchedule, nowMs: number): DueRun[] {
    const { schedule, seenUntilMs } = stored
    const { tasks } = this.#deps
    if (!schedule.enabled) return []
    stored.seenUntilMs = seenAfterCheck(seenUntilMs, nowMs)
    const wasSetBack = stored.seenUntilMs < seenUntilMs
    if (wasSetBack) tasks.clockWasSetBack(stored, nowMs)
    if (stored.nextMs !== null && stored.nextMs > nowMs && !wasSetBack) return []
    const due = findDue(schedule, seenUntilMs, nowMs)
    stored.nextMs = nextTime(schedule, stored.seenUntilMs)
    if (due.is === 'nothing') return []
    const leftOut = due.is === 'missed' ? due.reason : this.#whyLeftOut(stored)
    const remark = due.is === 'now' && leftOut === null ? due.remark : ''
    return [{ ...dueRun(stored, due.dueAtMs), remark, leftOut }]
  }

  /** What is new, or has new times, counts from `sinceMs`; what is gone takes its runs with it. */
  #takeDefinitions(sinceMs: number): void {
    const { gameServers, tasks } = this.#deps
    const stored = new Map<string, StoredSchedule>()
    for (const { id: gameServerId } of gameServers.processes()) {
      const { definition } = gameServers.require(gameServerId).record
      for (const schedule of schedulesOf(definition)) {
        const owner = { gameServerId, scheduleId: schedule.id }
        const timesKey = timesKeyOf(schedule)
        const known = this.#stored.get(keyOf(owner))
        const since = known?.timesKey === timesKey ? known : { seenUntilMs: sinceMs, nextMs: null }
        const { seenUntilMs, nextMs } = since
        stored.set(keyOf(owner), { ...owner, uuid: definition.uuid, schedule, timesKey, seenUntilMs, nextMs })
      }
    }
    for (const [key, owner] of this.#stored) if (!stored.has(key)) tasks.forgetRuns(owner)
    this.#stored = stored
  }

  #waitMs(nowMs: number): number {
    const waits = [...this.#stored.values()].flatMap(({ nextMs }) =>
      nextMs === null ? [] : [nextMs - nowMs],
    )
    return Math.max(0, Math.min(longestWaitMs, ...waits))
  }
}

/** `kind` tells apart what was asked for now from what was due at the same moment. */
function dueRun(stored: StoredSchedule, dueAtMs: number, kind = ''): Omit<DueRun, 'remark' | 'leftOut'> {
  const { gameServerId, scheduleId, uuid, schedule } = stored
  const run = {
    gameServerId,
    scheduleId,
    dueAtMs,
    runKey: `schedule:${uuid}:${scheduleId}:${kind}${dueAtMs}`,
  }
  return hasSteps(schedule)
    ? { ...run, kind: 'steps', steps: schedule.steps }
    : { ...run, kind: schedule.action }
}

function schedulesOf(definition: GameServerDefinition | undefined): Schedule[] {
  return definition ? [...definition.schedules, ...definition.step_schedules] : []
}

/** This node's own number of a game server is one uuid's for ever. */
function keyOf({ gameServerId, scheduleId }: Pick<StoredSchedule, 'gameServerId' | 'scheduleId'>): string {
  return `${gameServerId}/${scheduleId}`
}

function timesKeyOf({ timing, time_zone, begins_at_ms, enabled }: Schedule): string {
  return JSON.stringify([timing, time_zone, begins_at_ms, enabled])
}
