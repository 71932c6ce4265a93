// Which waiting runs may begin: one at a time for each game server, and not more on the node than tasks may.

import type { ScheduleAction } from '@rookery/contracts/schedule.ts'
import { laneLimits } from '../../tasks/logic/task-queue.ts'

export interface QueuedRun {
  gameServerId: number
  action: ScheduleAction
  isAtWork: boolean
}

type Lane = Exclude<keyof typeof laneLimits, 'files'>

const laneOf = (action: ScheduleAction): Lane => (action === 'update' ? 'install' : 'power')

/** `queue` is in the order in which they fell due; `isBusy`: a task is at work on that game server. */
export function runsToBegin<Run extends QueuedRun>(
  queue: readonly Run[],
  isBusy: (gameServerId: number) => boolean,
): Run[] {
  const taken = new Set<number>()
  const used = { install: 0, power: 0 }
  for (const run of queue) {
    if (!run.isAtWork) continue
    taken.add(run.gameServerId)
    used[laneOf(run.action)] += 1
  }
  return queue.filter(run => {
    if (run.isAtWork) return false
    const isFirst = !taken.has(run.gameServerId)
    taken.add(run.gameServerId)
    const lane = laneOf(run.action)
    if (!isFirst || isBusy(run.gameServerId) || used[lane] >= laneLimits[lane]) return false
    used[lane] += 1
    return true
  })
}
