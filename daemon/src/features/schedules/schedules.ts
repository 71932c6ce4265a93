// The schedules of all game servers on this node: keeps time by itself, whether or not a panel is there.

import type { Schedule, ScheduleRun } from '@rookery/contracts/schedule.ts'
import { nextTime } from '@rookery/primitives/schedule-times.ts'
import { type Action, ActionSkipped } from '../game-servers/logic/action.ts'
import type { RunRecord } from '../tasks/tasks.ts'
import { findDue, seenAfterCheck, whyMissed } from './logic/find-due.ts'
import { performRun } from './perform-run.ts'
import { type DueRun, ScheduleRuns, type ScheduleRunsDeps } from './schedule-runs.ts'

/** A look at the clock at least this often: it may be moved, or the node may have slept. */
const longestWaitMs = 30_000
/** Shown while the game server starts or stops, and kept in its activity. */
const scheduleReason = 'a schedule asked for it'

interface StoredSchedule {
  gameServerId: number
  uuid: string
  schedule: Schedule
  /** Changes when its times do: what was due under the old ones is no longer due. */
  timesKey: string
  seenUntilMs: number
  nextMs: number | null
}

type RunKind = Pick<RunRecord, 'gameServerId' | 'scheduleId' | 'kind'>

export class Schedules {
  readonly #deps: ScheduleRunsDeps
  readonly #runs: ScheduleRuns
  #stored = new Map<string, StoredSchedule>()
  #seenUntilMs = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(deps: ScheduleRunsDeps) {
    this.#deps = deps
    this.#runs = new ScheduleRuns(deps)
  }

  /** Once, after the game servers were taken up: what was missed since the last look of an earlier life counts. */
  start(): void {
    const { store, nowMs } = this.#deps
    this.#seenUntilMs = store.seenUntilMs() ?? nowMs()
    this.#takeDefinitions(this.#seenUntilMs)
    this.#runs.settle(
      uuid => this.#stateLabels(uuid),
      ({ uuid, scheduleId }) => {
        const stored = this.#stored.get(keyOf(uuid, scheduleId))
        return stored?.schedule.enabled ? stored : null
      },
    )
    for (const { uuid, scheduleId } of store.owners()) {
      if (!this.#stored.has(keyOf(uuid, scheduleId))) store.remove({ uuid, scheduleId })
    }
    this.check()
  }

  /** At every time that is due, after every change of a definition, and now and then. */
  check(): void {
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    const nowMs = this.#deps.nowMs()
    this.#takeDefinitions(nowMs)
    const due = [...this.#stored.values()].flatMap(stored => this.#checkAt(stored, nowMs))
    // Those that fall due together are not in each other's way: they run one after the other.
    const decided = due.map(one => ({ one, leftOut: this.#whyLeftOut(one) }))
    for (const { one, leftOut } of decided) {
      if (leftOut === null) this.#runs.add(one)
      else this.#runs.leaveOut({ ...one, remark: '' }, leftOut)
    }
    this.#seenUntilMs = seenAfterCheck(this.#seenUntilMs, nowMs)
    this.#deps.store.noteSeen(this.#seenUntilMs)
    this.#runs.beginWhatMay()
    this.#timer = setTimeout(() => this.check(), this.#waitMs(nowMs)).unref()
  }

  /** Newest first; none when the game server or the schedule is not known here. */
  lastRuns(gameServerId: number, scheduleId: number, limit: number): ScheduleRun[] {
    const uuid = this.#deps.gameServers.get(gameServerId)?.record.definition.uuid
    return uuid === undefined ? [] : this.#deps.store.last({ uuid, scheduleId }, limit)
  }

  /** As the schedule is now: what was changed or switched off while the run waited is not done. */
  async perform(run: RunKind, action: Action): Promise<void> {
    const { gameServerId, scheduleId, kind } = run
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

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#runs.close()
  }

  #find({ gameServerId, scheduleId }: RunKind): Schedule | null {
    const definition = this.#deps.gameServers.get(gameServerId)?.record.definition
    return definition?.schedules.find(({ id }) => id === scheduleId) ?? null
  }

  #checkAt(stored: StoredSchedule, nowMs: number): DueRun[] {
    const { gameServerId, uuid, schedule, seenUntilMs } = stored
    if (!schedule.enabled) return []
    stored.seenUntilMs = seenAfterCheck(seenUntilMs, nowMs)
    const wasSetBack = stored.seenUntilMs < seenUntilMs
    if (stored.nextMs !== null && stored.nextMs > nowMs && !wasSetBack) return []
    const due = findDue(schedule, seenUntilMs, nowMs)
    stored.nextMs = nextTime(schedule, stored.seenUntilMs)
    if (due.is === 'nothing') return []
    const run = { gameServerId, uuid, schedule, dueAtMs: due.dueAtMs }
    if (due.is === 'now') return [{ ...run, remark: due.remark }]
    this.#runs.leaveOut({ ...run, remark: '' }, due.reason)
    return []
  }

  /** One of a schedule may wait; more would only pile up. */
  #whyLeftOut({ gameServerId, schedule }: DueRun): string | null {
    const busy = this.#runs.busyMessage(gameServerId, schedule.id)
    if (busy === null) return null
    if (schedule.overlap === 'skip') return busy
    return this.#runs.hasWaiting(gameServerId, schedule.id) ? 'a run of it waits already' : null
  }

  /** What is new, or has new times, counts from `sinceMs`; what is gone takes its runs with it. */
  #takeDefinitions(sinceMs: number): void {
    const { gameServers, store } = this.#deps
    const stored = new Map<string, StoredSchedule>()
    for (const { id } of gameServers.processes()) {
      const { uuid, schedules } = gameServers.require(id).record.definition
      for (const schedule of schedules) {
        const key = keyOf(uuid, schedule.id)
        const timesKey = timesKeyOf(schedule)
        const known = this.#stored.get(key)
        const isSame = known?.timesKey === timesKey
        stored.set(key, {
          ...(isSame ? known : { seenUntilMs: sinceMs, nextMs: null }),
          gameServerId: id,
          uuid,
          schedule,
          timesKey,
        })
      }
    }
    for (const [key, { uuid, schedule }] of this.#stored) {
      if (!stored.has(key)) store.remove({ uuid, scheduleId: schedule.id })
    }
    this.#stored = stored
  }

  #waitMs(nowMs: number): number {
    const waits = [...this.#stored.values()].flatMap(({ nextMs }) =>
      nextMs === null ? [] : [nextMs - nowMs],
    )
    return Math.max(0, Math.min(longestWaitMs, ...waits))
  }

  #stateLabels(uuid: string): string {
    const { gameServers } = this.#deps
    const found = gameServers
      .processes()
      .find(({ id }) => gameServers.get(id)?.record.definition.uuid === uuid)
    if (!found) return 'the game server is not here any more'
    return found.process ? 'the game runs' : 'the game does not run'
  }
}

function keyOf(uuid: string, scheduleId: number): string {
  return `${uuid}/${scheduleId}`
}

function timesKeyOf({ timing, time_zone, begins_at_ms, enabled }: Schedule): string {
  return JSON.stringify([timing, time_zone, begins_at_ms, enabled])
}
