// What becomes of a run that an earlier life of the daemon left unfinished.

import type { Schedule, ScheduleRun } from '@rookery/contracts/schedule.ts'
import { lateLimitMs } from './find-due.ts'

/** `run`: it had not begun, and its time is not over. */
export type RunSettlement = Pick<ScheduleRun, 'status' | 'reason'> | 'run'

/** `schedule` null: it is gone or switched off. `situation`: what is the case now, in words. */
export function settleRun(
  run: Pick<ScheduleRun, 'status' | 'due_at_ms'>,
  schedule: Schedule | null,
  nowMs: number,
  situation: string,
): RunSettlement {
  // Written when its work was done and only its answer was waited for.
  if (run.status === 'success') return { status: 'success', reason: '' }
  if (run.status !== 'waiting') {
    return { status: 'error', reason: `the daemon was restarted while this was at work; ${situation}` }
  }
  const when = 'the daemon was restarted before this began'
  if (schedule === null)
    return { status: 'skipped', reason: `${when}, and the schedule no longer asks for it` }
  const isOnTime = nowMs - run.due_at_ms <= lateLimitMs
  if (isOnTime || schedule.missed === 'once') return 'run'
  return { status: 'skipped', reason: `${when}, and the schedule does not make up for missed runs` }
}
