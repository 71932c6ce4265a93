// What of many things the overview names: the schedule that comes next, and as many players as have room.

import type { ServerTask } from '@rookery/contracts/http/schedules.ts'

type Planned = Pick<ServerTask, 'name' | 'next_run_at'>

/** The one that runs first; null: none is planned. */
export function nextSchedule<T extends Planned>(schedules: readonly T[]): T | null {
  let next: T | null = null
  for (const schedule of schedules) {
    if (schedule.next_run_at === null) continue
    if (next === null || schedule.next_run_at < (next.next_run_at ?? '')) next = schedule
  }
  return next
}

const namesInSight = 6

/** The first names, and how many more there are. */
export const namedPlayers = (names: readonly string[]) => ({
  names: names.slice(0, namesInSight),
  more: Math.max(0, names.length - namesInSight),
})
