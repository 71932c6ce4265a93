// How the runs of a schedule are told to the panel, and how much of their output fits into one answer.

import type { ScheduleRun, ScheduleRunStatus } from '@rookery/contracts/schedule.ts'
import { type StepRun, stepTimes } from '../../tasks/logic/step-run.ts'
import type { RunRecord } from '../../tasks/tasks.ts'

/** Calls are answered on Control, which carries no bulk. */
export const answerLimitBytes = 256 * 1024

export function asScheduleRun(run: RunRecord): ScheduleRun {
  const status = statusOf(run)
  return {
    id: run.id,
    schedule_id: run.scheduleId ?? 0,
    due_at_ms: run.dueAtMs ?? 0,
    began_at_ms: run.beganAtMs,
    ended_at_ms: run.endedAtMs,
    status,
    reason: status === 'skipped' || status === 'error' ? run.message : '',
    output: run.output,
    ...(run.steps && { steps: stepAnswers(run.steps) }),
    ...(run.status === 'canceled' && { ended_by: run.steps?.ending?.by ?? 'canceled' }),
  }
}

/** What a kill has dropped before it began was left out. A run of steps is at work also between them. */
function statusOf({ status, beganAtMs, steps }: RunRecord): ScheduleRunStatus {
  if (status === 'waiting') return steps && beganAtMs !== null ? 'working' : status
  if (status !== 'canceled') return status
  return beganAtMs === null || steps ? 'skipped' : 'error'
}

function stepAnswers(run: StepRun): ScheduleRun['steps'] {
  const times = stepTimes(run)
  return run.steps.map(({ step, status, message, beganAtMs }, index) => ({
    action: step.action,
    status,
    reason: message,
    due_at_ms: beganAtMs ?? times[index] ?? null,
  }))
}

/** Newest first: the oldest lose their output when all together are too much. */
export function fittingAnswer(runs: readonly ScheduleRun[]): ScheduleRun[] {
  let left = answerLimitBytes
  return runs.map(run => {
    left -= Buffer.byteLength(run.output)
    return left >= 0 ? run : { ...run, output: '… what this run said is too long to be shown here\n' }
  })
}
