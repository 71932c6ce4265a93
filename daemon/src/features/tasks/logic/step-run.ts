// A run of several steps: which is due, what has become of each, what ends the run, and what the next daemon makes of it.
//
//   waiting ── its time has come, and that is on the disk ──▶ working ──▶ success, error, skipped
//
// A step is begun at most once: what is `working` on the disk is never begun again, whatever became of it.

import { reasonOf } from '@rookery/contracts/reasons.ts'
import type { ScheduleRunStatus, ScheduleStep, scheduleRunEnds } from '@rookery/contracts/schedule.ts'
import { type Found, settleRun, settleTask } from './settle-task.ts'
import type { NodeTaskKind, QueuedTask } from './task-queue.ts'
import { cancel, fail, skip, succeed, type TaskChange } from './task-transitions.ts'

/** A step that is noticed later than this after its time surprises people: the rest of the run is given up. */
const lateLimitMs = 10 * 60_000

export interface StepState {
  step: ScheduleStep
  status: ScheduleRunStatus
  /** Why it failed or was left out. */
  message: string
  beganAtMs: number | null
}

export interface StepRunEnding {
  by: (typeof scheduleRunEnds)[number]
  reason: string
}

export interface StepRun {
  /** From here the time until the next step counts: when the step before it began, or the run. */
  fromMs: number
  /** As they were when the run began. */
  steps: StepState[]
  /** What ends it as soon as nothing of it is at work. */
  ending: StepRunEnding | null
}

type StepOutcome = Pick<StepState, 'status' | 'message'>

export function newStepRun(steps: readonly ScheduleStep[], nowMs: number): StepRun {
  const waiting = { status: 'waiting', message: '', beganAtMs: null } as const
  return { fromMs: nowMs, steps: steps.map(step => ({ step, ...waiting })), ending: null }
}

/** The one at work, or else the next; null when all have ended. */
export function presentStep({ steps }: StepRun): StepState | null {
  return steps.find(isOpenStep) ?? null
}

/** "step 2 of 3: restart" */
export function stepTitle(run: StepRun): string {
  const at = run.steps.findIndex(isOpenStep)
  return `step ${at + 1} of ${run.steps.length}: ${run.steps[at]?.step.action ?? ''}`
}

/**
 * For each step that has not begun, when it is to: the distance to the step before stays what the schedule says, so a
 * run that is late keeps its warnings as long as they were.
 */
export function stepTimes({ fromMs, steps }: StepRun): (number | null)[] {
  let atMs = fromMs
  return steps.map(({ step, status }, index) => {
    if (status !== 'waiting') return null
    const before = steps[index - 1]
    atMs += (step.offset_seconds - (before?.step.offset_seconds ?? 0)) * 1_000
    return atMs
  })
}

export type StepCheck = { is: 'waits'; untilMs: number } | { is: 'due' } | { is: 'late'; reason: string }

export function checkStep(run: StepRun, nowMs: number, mayBeLate: boolean): StepCheck {
  const dueMs = stepTimes(run).find(time => time !== null) ?? nowMs
  if (nowMs < dueMs) return { is: 'waits', untilMs: dueMs }
  if (nowMs - dueMs <= lateLimitMs || mayBeLate) return { is: 'due' }
  const when = 'its time passed more than ten minutes ago, while the daemon was away or the node slept'
  return { is: 'late', reason: `${stepTitle(run)}: ${when}` }
}

/** A clock that was set back: nobody waits longer than the distance between two steps. */
export function afterClockChange(run: StepRun, nowMs: number): StepRun {
  return nowMs < run.fromMs ? { ...run, fromMs: nowMs } : run
}

export function beginStep(run: StepRun, nowMs: number): StepRun {
  const present = presentStep(run)
  const began = (state: StepState): StepState => ({ ...state, status: 'working', beganAtMs: nowMs })
  return { ...run, fromMs: nowMs, steps: run.steps.map(state => (state === present ? began(state) : state)) }
}

export function endStep(run: StepRun, outcome: StepOutcome): StepRun {
  const steps = run.steps.map(state => (state.status === 'working' ? { ...state, ...outcome } : state))
  return { ...run, steps }
}

/** What a task's outcome says about the step that it carried out. */
export function stepOutcome({ status, message = '' }: TaskChange): StepOutcome {
  if (status === 'success') return { status, message: '' }
  return { status: status === 'error' ? 'error' : 'skipped', message }
}

/** How the run ends after what has become of its steps; null: it goes on. */
export function endOfRun(run: StepRun): TaskChange | null {
  const failures = run.steps.flatMap(({ status, message, step }, index) =>
    status === 'error' ? [{ step, values: { number: index + 1, action: step.action, reason: message } }] : [],
  )
  const broken = failures.find(({ step }) => !step.continue_on_failure)
  if (broken) return fail(reasonOf('stepFailed', broken.values))
  if (run.ending && isEndedBy(run, run.ending)) return cancel(run.ending.reason)
  if (presentStep(run)) return null
  const [failure] = failures
  if (failure) return fail(reasonOf('stepFailedWentOn', failure.values))
  const last = run.steps.at(-1)
  return last && run.steps.every(({ status }) => status === 'skipped') ? skip(last.message) : succeed('')
}

/** Of a run that has ended: what was not begun is left out. */
export function closeRun(run: StepRun): StepRun {
  return {
    ...run,
    steps: run.steps.map(state => (isOpenStep(state) ? { ...state, status: 'skipped' } : state)),
  }
}

/** What was at work when the daemon died, by what is found; it is not done again. */
export function settleStep({ step: { action }, beganAtMs }: StepState, found: Found): StepOutcome {
  if (action === 'start' || action === 'stop' || action === 'restart') {
    const settled = settleTask(action, beganAtMs ?? 0, found)
    if (settled !== 'again') return stepOutcome(settled)
  }
  if (action === 'message' || action === 'command') {
    const message = 'the daemon was restarted while this was at work: it may not have reached the game'
    return { status: 'error', message: `${message}, and it is not repeated` }
  }
  const settled = settleRun(found)
  return settled === 'again' ? { status: 'error', message: '' } : stepOutcome(settled)
}

const replacing: readonly string[] = [
  'start',
  'stop',
  'restart',
  'kill',
  'power',
  'delete',
] satisfies NodeTaskKind[]

/** Why a run ends because of what a person asks for: they say anew whether the game runs. Null: it has no say in that. */
export function replacementBy(order: { kind: string; taskId: number }): StepRunEnding | null {
  if (!replacing.includes(order.kind)) return null
  const name = order.kind === 'power' ? 'a planned stop or restart' : order.kind
  return { by: 'replaced', reason: `replaced by task ${order.taskId} (${name})` }
}

/** The runs of steps on this game server. */
export function stepRunsOf<Task extends QueuedTask & { steps: StepRun | null }>(
  queue: readonly Task[],
  gameServerId: number,
): (Task & { steps: StepRun })[] {
  return queue.filter(
    (task): task is Task & { steps: StepRun } => task.steps !== null && task.gameServerId === gameServerId,
  )
}

/** One that only talks goes on when a person starts or stops the game. */
export function isEndedBy({ steps }: StepRun, { by }: StepRunEnding): boolean {
  if (by !== 'replaced') return steps.some(isOpenStep)
  return steps.some(({ status, step }) => status === 'waiting' && !isTalk(step))
}

function isTalk({ action }: ScheduleStep): boolean {
  return action === 'message' || action === 'command'
}

function isOpenStep({ status }: StepState): boolean {
  return status === 'waiting' || status === 'working'
}
