// The steps of a schedule as people edit them: what each does, and how long after the one before it.

import type { ServerTask } from '@rookery/contracts/http/schedules.ts'
import {
  longestOffsetSeconds,
  type ScheduleAction,
  type ScheduleStep,
  type StepAction,
  type StepCondition,
  scheduleActions,
} from '@rookery/contracts/schedule.ts'

export const waitUnits = { seconds: 1, minutes: 60, hours: 3600 } as const
export type WaitUnit = keyof typeof waitUnits

export interface EditedStep {
  /** Stays when the step is moved. */
  key: number
  action: StepAction
  /** The command, or the message. */
  text: string
  /** After the step before it, or the beginning. */
  wait: number
  unit: WaitUnit
  onlyWhen: StepCondition | null
  continueOnFailure: boolean
}

type Work = Pick<ServerTask, 'action' | 'command' | 'steps'>

export const newStep = (key: number, action: StepAction): EditedStep => ({
  ...{ key, action, text: '', wait: 0, unit: 'minutes', onlyWhen: null },
  // A warning that cannot be given is no reason to keep everything else back.
  continueOnFailure: action === 'message',
})

export function editedSteps({ action = 'restart', command, steps }: Work): EditedStep[] {
  if (!steps) return [{ ...newStep(0, action), text: command, continueOnFailure: false }]
  return steps.map((step, index) => ({
    key: index,
    action: step.action,
    text: step.command ?? step.message ?? '',
    ...waitOf(step.offset_seconds - (steps[index - 1]?.offset_seconds ?? 0)),
    onlyWhen: step.only_when ?? null,
    continueOnFailure: step.continue_on_failure,
  }))
}

/** The short form where that says it all: nodes of every version understand it. */
export function workOf(edited: readonly EditedStep[]): Pick<Work, 'action' | 'command' | 'steps'> {
  const [only] = edited
  if (edited.length === 1 && only && isPlain(only)) {
    return { action: only.action as ScheduleAction, command: only.action === 'command' ? only.text : '' }
  }
  const offsets = offsetsOf(edited)
  const steps = edited.map(
    (step, index): ScheduleStep => ({
      action: step.action,
      ...(step.action === 'command' && { command: step.text }),
      ...(step.action === 'message' && { message: step.text }),
      offset_seconds: offsets[index] ?? 0,
      ...(step.onlyWhen && { only_when: step.onlyWhen }),
      continue_on_failure: step.continueOnFailure,
    }),
  )
  return { command: '', steps }
}

/** Whether its node must know steps. */
export function needsSteps(edited: readonly EditedStep[]): boolean {
  return workOf(edited).steps !== undefined
}

/** Seconds from the beginning of the run. */
export function offsetsOf(edited: readonly EditedStep[]): number[] {
  let offset = 0
  return edited.map(({ wait, unit }) => {
    offset = Math.min(longestOffsetSeconds, offset + wait * waitUnits[unit])
    return offset
  })
}

export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** "03:59" for a run that begins at 03:55; null while that is no time. */
export function clockAfter(at: string, offsetSeconds: number): string | null {
  const found = /^(\d\d):(\d\d)$/.exec(at)
  if (!found) return null
  const minutes = Number(found[1]) * 60 + Number(found[2]) + Math.floor(offsetSeconds / 60)
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = offsetSeconds % 60
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}${seconds === 0 ? '' : `:${two(seconds)}`}`
}

const minute = 60

/** Warns five minutes and a minute before; the run begins so early that the restart is on time. */
export function nightlySteps(warnings: { five: string; one: string } | null): ScheduleStep[] | null {
  if (warnings === null) return null
  const message = (text: string, offset_seconds: number): ScheduleStep => ({
    action: 'message',
    message: text,
    offset_seconds,
    continue_on_failure: true,
  })
  return [
    message(warnings.five, 0),
    message(warnings.one, 4 * minute),
    { action: 'restart', offset_seconds: 5 * minute, continue_on_failure: false },
  ]
}

function isPlain({ action, wait, onlyWhen }: EditedStep): boolean {
  return scheduleActions.some(name => name === action) && wait === 0 && onlyWhen === null
}

function waitOf(seconds: number): Pick<EditedStep, 'wait' | 'unit'> {
  const units = ['hours', 'minutes'] as const
  const unit = units.find(name => seconds > 0 && seconds % waitUnits[name] === 0)
  const chosen = unit ?? (seconds === 0 ? 'minutes' : 'seconds')
  return { wait: seconds / waitUnits[chosen], unit: chosen }
}
