// What is due of a schedule between the last look at the clock and this one, what the node has slept through, and what
// is left out.

import type { Schedule } from '@rookery/contracts/schedule.ts'
import { nextTime } from '@rookery/primitives/schedule-times.ts'
import type { QueuedTask } from '../../tasks/logic/task-queue.ts'

/** A time that is noticed later than this was missed: the daemon was away, the node slept, or its clock was moved. */
export const lateLimitMs = 60_000
/** A clock that is set back further than this begins anew; less is a correction, and nothing is done twice. */
export const backLimitMs = 10 * 60_000
/** More missed times than this are not counted one by one. */
const countLimit = 100

export type Due =
  | { is: 'nothing' }
  /** It runs now; `remark` where there is something to tell about it. */
  | { is: 'now'; dueAtMs: number; remark: string }
  | { is: 'missed'; dueAtMs: number; reason: string }

/** Looks at the times after `seenUntilMs`, up to and including `nowMs`. */
export function findDue(schedule: Schedule, seenUntilMs: number, nowMs: number): Due {
  // Mostly there is nothing, and each time that is worked out costs a time zone.
  const nextMs = nextTime(schedule, seenUntilMs)
  if (nextMs === null || nextMs > nowMs) return { is: 'nothing' }
  const onTimeFromMs = nowMs - lateLimitMs
  const missed = countMissed(schedule, seenUntilMs, onTimeFromMs)
  const onTimeMs = lastTime(schedule, Math.max(seenUntilMs, onTimeFromMs - 1), nowMs)
  if (onTimeMs !== null) {
    const remark = missed === null ? '' : `${missed.message} before it: this run stands for all of them`
    return { is: 'now', dueAtMs: onTimeMs, remark: schedule.missed === 'once' ? remark : '' }
  }
  if (missed === null) return { is: 'nothing' }
  const cause = 'the daemon was not running, the node slept, or its clock was moved'
  return schedule.missed === 'once'
    ? { is: 'now', dueAtMs: missed.firstMs, remark: `${missed.message} (${cause}): it runs once now` }
    : { is: 'missed', dueAtMs: missed.firstMs, reason: `${missed.message}: ${cause}` }
}

/** Why it does not run although it is due; null: it does. `open`: what has not ended on its game server. */
export function whyLeftOut(
  { id, overlap }: Pick<Schedule, 'id' | 'overlap'>,
  open: readonly Pick<QueuedTask, 'kind' | 'scheduleId' | 'status'>[],
): string | null {
  const own = open.filter(({ scheduleId }) => scheduleId === id)
  // One may wait; more would only pile up.
  if (overlap === 'queue')
    return own.some(({ status }) => status === 'waiting') ? 'a run of it waits already' : null
  if (own.length > 0) return 'its last run has not ended yet'
  const [first] = open
  if (open.some(({ scheduleId }) => scheduleId !== null))
    return 'another schedule of this game server is at work'
  return first ? `a task of this game server is at work (${first.kind})` : null
}

/** Why a run that waited when the daemon went away is not done by the next; null: it is. `schedule` null: it is gone. */
export function whyMissed(schedule: Schedule | null, dueAtMs: number, nowMs: number): string | null {
  const when = 'the daemon was restarted before this began'
  if (!schedule?.enabled) return `${when}, and the schedule no longer asks for it`
  if (nowMs - dueAtMs <= lateLimitMs || schedule.missed === 'once') return null
  return `${when}, and the schedule does not make up for missed runs`
}

/** Up to where the times of a schedule have been looked at, after a look at `nowMs`. */
export function seenAfterCheck(seenUntilMs: number, nowMs: number): number {
  return seenUntilMs - nowMs > backLimitMs ? nowMs : Math.max(seenUntilMs, nowMs)
}

function countMissed(
  schedule: Schedule,
  afterMs: number,
  beforeMs: number,
): { firstMs: number; message: string } | null {
  const firstMs = nextTime(schedule, afterMs)
  if (firstMs === null || firstMs >= beforeMs) return null
  let count = 0
  for (let at: number | null = firstMs; at !== null && at < beforeMs; at = nextTime(schedule, at)) {
    count += 1
    if (count === countLimit) return { firstMs, message: `${countLimit} runs or more were missed` }
  }
  return { firstMs, message: count === 1 ? 'a run was missed' : `${count} runs were missed` }
}

function lastTime(schedule: Schedule, afterMs: number, untilMs: number): number | null {
  let last: number | null = null
  for (let at = nextTime(schedule, afterMs); at !== null && at <= untilMs; at = nextTime(schedule, at)) {
    last = at
  }
  return last
}
