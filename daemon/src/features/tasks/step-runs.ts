// Holds runs of several steps between their steps, and lets each step begin at its time.

import { HeldTasks, type HeldTasksDeps } from './held-tasks.ts'
import { afterClockChange, checkStep, type StepRun, stepTimes } from './logic/step-run.ts'
import type { TaskRecord } from './task-store.ts'

export type StepTask = TaskRecord & { steps: StepRun }

interface StepRunsDeps extends Pick<HeldTasksDeps<unknown>, 'nowMs' | 'setTimer'> {
  /** Whether its schedule makes up for what was missed. */
  mayBeLate: (task: TaskRecord) => boolean
  change: (task: StepTask, change: Partial<TaskRecord>) => void
  /** Its next step waits no longer than other tasks do. */
  begin: (task: StepTask) => void
  giveUp: (task: StepTask, reason: string) => void
}

export class StepRuns extends HeldTasks<{ task: StepTask }> {
  constructor({ nowMs, setTimer, mayBeLate, change, begin, giveUp }: StepRunsDeps) {
    super({
      nowMs,
      setTimer,
      dueAtMs: ({ task }) => stepTimes(task.steps).find(time => time !== null) ?? null,
      check: ({ task }) => {
        const steps = afterClockChange(task.steps, nowMs())
        if (steps !== task.steps) change(task, { steps })
        const check = checkStep(steps, nowMs(), mayBeLate(task))
        if (check.is === 'waits') return
        this.release(task.id)
        if (check.is === 'due') begin(task)
        else giveUp(task, check.reason)
      },
    })
  }
}
