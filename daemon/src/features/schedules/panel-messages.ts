// Questions about the runs of schedules as they come from the panel.

import type { ReadScheduleRuns } from '@rookery/contracts/daemon/generated/link.ts'
import { fittingAnswer } from './logic/run-output.ts'
import type { Schedules } from './schedules.ts'

export function answerScheduleRuns(
  schedules: Schedules,
  { gameServerId, scheduleId, limit }: ReadScheduleRuns,
): { json: string } {
  return { json: JSON.stringify(fittingAnswer(schedules.lastRuns(gameServerId, scheduleId, limit))) }
}
