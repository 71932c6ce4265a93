// Carries out the runs that fall due: in order for each game server, written down from the first moment to the end.

import type { Schedule, ScheduleRun, ScheduleRunStatus } from '@rookery/contracts/schedule.ts'
import type { Log } from '../../platform/log.ts'
import {
  type Action,
  ActionCanceled,
  ActionFailed,
  ActionSkipped,
  unwatchedAction,
} from '../game-servers/logic/action.ts'
import { withLine } from './logic/run-output.ts'
import { type QueuedRun, runsToBegin } from './logic/runs-to-begin.ts'
import { settleRun } from './logic/settle-run.ts'
import { performRun, type RunDeps } from './perform-run.ts'
import type { RunOwner, ScheduleRunStore } from './schedule-run-store.ts'

export interface DueRun {
  gameServerId: number
  uuid: string
  schedule: Schedule
  dueAtMs: number
  /** The first words of its output; empty when there is nothing to remark. */
  remark: string
}

export interface ScheduleRunsDeps extends RunDeps {
  store: ScheduleRunStore
  /** What task of a game server has not ended; null when there is none. */
  openTask: (gameServerId: number) => string | null
  nowMs: () => number
  log: Log
}

interface OpenRun extends QueuedRun {
  schedule: Schedule
  record: ScheduleRun
}

/** Shown while the game server starts or stops, and kept in its activity. */
const scheduleReason = 'a schedule asked for it'
/** How soon a run that waits for a task looks again. */
const pollMs = 1_000
/** What a run says is written at most this often, beside its beginning and its end. */
const saveEveryMs = 1_000

export class ScheduleRuns {
  readonly #deps: ScheduleRunsDeps
  #queue: OpenRun[] = []
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(deps: ScheduleRunsDeps) {
    this.#deps = deps
  }

  /**
   * Takes up what an earlier life of the daemon left unfinished. `stateOf` a uuid: in words what is the case now.
   * `find`: the schedule of a run and its game server, null where it is gone or switched off.
   */
  settle(
    stateOf: (uuid: string) => string,
    find: (owner: RunOwner) => { gameServerId: number; schedule: Schedule } | null,
  ): void {
    const { store, nowMs } = this.#deps
    for (const { uuid, ...record } of store.unfinished()) {
      const found = find({ uuid, scheduleId: record.schedule_id })
      const settlement = settleRun(record, found?.schedule ?? null, nowMs(), stateOf(uuid))
      if (settlement !== 'run') store.save({ ...record, ...settlement, ended_at_ms: nowMs() })
      else if (found) this.#queue.push({ ...found, record, action: found.schedule.action, isAtWork: false })
    }
  }

  /** Why a schedule must wait, or is left out: it, or something else on its game server, is at work. */
  busyMessage(gameServerId: number, scheduleId: number): string | null {
    const open = this.#queue.filter(run => run.gameServerId === gameServerId)
    if (open.some(run => run.schedule.id === scheduleId)) return 'its last run has not ended yet'
    if (open.length > 0) return 'another schedule of this game server is at work'
    const task = this.#deps.openTask(gameServerId)
    return task === null ? null : `a task of this game server is at work (${task})`
  }

  hasWaiting(gameServerId: number, scheduleId: number): boolean {
    return this.#queue.some(
      run => run.gameServerId === gameServerId && run.schedule.id === scheduleId && !run.isAtWork,
    )
  }

  add(due: DueRun): void {
    const record = this.#write(due, 'waiting', '', null)
    if (!record) return
    const { gameServerId, schedule } = due
    this.#queue.push({ gameServerId, schedule, record, action: schedule.action, isAtWork: false })
  }

  leaveOut(due: DueRun, reason: string): void {
    this.#write(due, 'skipped', reason, this.#deps.nowMs())
  }

  beginWhatMay(): void {
    clearTimeout(this.#timer)
    if (this.#isClosed) return
    const isBusy = (gameServerId: number) => this.#deps.openTask(gameServerId) !== null
    for (const run of runsToBegin(this.#queue, isBusy)) void this.#work(run)
    if (this.#queue.some(run => !run.isAtWork)) {
      this.#timer = setTimeout(() => this.beginWhatMay(), pollMs).unref()
    }
  }

  /** What is at work stays so in the store and is settled by the next life. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #write(due: DueRun, status: ScheduleRunStatus, reason: string, endedAtMs: number | null) {
    const { store, log } = this.#deps
    try {
      return store.add(
        { uuid: due.uuid, scheduleId: due.schedule.id },
        {
          due_at_ms: due.dueAtMs,
          began_at_ms: null,
          ended_at_ms: endedAtMs,
          status,
          reason,
          output: due.remark === '' ? '' : withLine('', due.remark),
        },
      )
    } catch (error) {
      log.error({ gameServerId: due.gameServerId, err: error }, 'a run could not be written down: not begun')
      return null
    }
  }

  async #work(run: OpenRun): Promise<void> {
    const { store, nowMs, log } = this.#deps
    run.isAtWork = true
    Object.assign(run.record, { status: 'working', began_at_ms: nowMs() })
    store.save(run.record)
    log.info({ gameServerId: run.gameServerId, scheduleId: run.schedule.id }, 'a schedule runs')
    const outcome = await this.#perform(run)
    if (this.#isClosed) return
    const reason = this.#deps.gameServers.mask(run.gameServerId, outcome.reason)
    Object.assign(run.record, outcome, { reason, ended_at_ms: nowMs() })
    store.save(run.record)
    this.#queue = this.#queue.filter(other => other !== run)
    this.beginWhatMay()
  }

  async #perform({
    gameServerId,
    schedule,
    record,
  }: OpenRun): Promise<Pick<ScheduleRun, 'status' | 'reason'>> {
    try {
      await performRun(gameServerId, schedule, this.#listener(gameServerId, record), this.#deps)
      return { status: 'success', reason: '' }
    } catch (error) {
      if (error instanceof ActionSkipped) return { status: 'skipped', reason: error.message }
      if (!(error instanceof ActionFailed || error instanceof ActionCanceled)) {
        this.#deps.log.error({ gameServerId, err: error }, 'a schedule failed for a reason not foreseen')
      }
      return { status: 'error', reason: error instanceof Error ? error.message : String(error) }
    }
  }

  #listener(gameServerId: number, record: ScheduleRun): Action {
    const { store, gameServers } = this.#deps
    let savedAt = performance.now()
    return {
      ...unwatchedAction(),
      reason: scheduleReason,
      // From here on it has worked, whatever becomes of this daemon; the next life finds it so.
      delivered: () => store.save({ ...record, status: 'success' }),
      say: text => {
        record.output = withLine(record.output, gameServers.mask(gameServerId, text))
        if (this.#isClosed || performance.now() - savedAt < saveEveryMs) return
        savedAt = performance.now()
        store.save(record)
      },
    }
  }
}
