// Whether a schedule can be stored as it was sent, with every problem explained for its field.

import type { NodeCapability } from '@rookery/contracts/daemon/capabilities.ts'
import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { createServerTask } from '@rookery/contracts/http/schedules.ts'
import type { ScheduleStep, StepAction, StepCondition } from '@rookery/contracts/schedule.ts'
import { actionsOf } from '@rookery/contracts/schedule-rights.ts'
import { timingProblem } from '@rookery/primitives/schedule-times.ts'

export type ScheduleInput = BodyOf<typeof createServerTask>

/** As long as a console takes it. */
const lineLimitBytes = 4_000
const lineLimit = 50
const controls = /[^\P{Cc}\t]/u
const anyControl = /\p{Cc}/u

type Problems = Record<string, string[]>

/** Empty when there is nothing to complain about. */
export function scheduleProblems(input: ScheduleInput, nowMs: number): Problems {
  const problems: Problems = input.steps ? stepsProblems(input, input.steps) : actionProblems(input)
  const timing = timingProblem(input.timing, input.time_zone, nowMs)
  if (timing !== null) problems[timing.field] = [timing.message]
  return problems
}

/** What it does, without texts that belong to another action. */
export function workOf({ action, command, steps }: Pick<ScheduleInput, 'action' | 'command' | 'steps'>) {
  if (steps) return { action: 'command', command: '', steps: steps.map(stepOf) } as const
  return { action: action ?? 'command', command: action === 'command' ? linesOf(command).join('\n') : '' }
}

const counting: readonly StepCondition[] = ['players_online', 'no_players']

/** Where it needs to know how many play: the name of the field; null: nowhere. */
export function countingField({
  only_when_empty,
  steps,
}: Pick<ScheduleInput, 'only_when_empty' | 'steps'>): string | null {
  if (only_when_empty) return 'only_when_empty'
  const at = steps?.findIndex(({ only_when }) => only_when && counting.includes(only_when)) ?? -1
  return at === -1 ? null : `steps.${at}.only_when`
}

/** The first message to players: the name of its field; null: there is none. */
export function messageField({ steps }: Pick<ScheduleInput, 'steps'>): string | null {
  const at = steps?.findIndex(({ action }) => action === 'message') ?? -1
  return at === -1 ? null : `steps.${at}.action`
}

/** What its node must be able to do. */
export function capabilitiesFor({
  action,
  steps,
}: Pick<ScheduleInput, 'action' | 'steps'>): NodeCapability[] {
  return [
    ...(steps ? (['schedule_steps'] as const) : []),
    ...(actionsOf({ action, steps }).includes('backup') ? (['backups'] as const) : []),
  ]
}

function actionProblems({ action, command }: ScheduleInput): Problems {
  if (action === undefined) return { action: ['is required, or steps instead of it'] }
  const problem = action === 'command' ? commandProblem(command) : null
  return problem === null ? {} : { command: [problem] }
}

function stepsProblems(input: ScheduleInput, steps: readonly ScheduleStep[]): Problems {
  const { action, command, only_when_empty } = input
  const problems: Problems = {}
  if (only_when_empty) problems.only_when_empty = ['must be left out: say it at a step, as only_when']
  if (action !== undefined) problems.action = ['must be left out: the steps say what is done']
  if (command.trim() !== '') problems.command = ['must be left out: the steps say what is done']
  for (const [at, step] of steps.entries()) {
    const text = textProblem(step)
    if (text !== null) problems[`steps.${at}.${text.field}`] = [text.problem]
    if (step.offset_seconds < (steps[at - 1]?.offset_seconds ?? 0))
      problems[`steps.${at}.offset_seconds`] = ['must not be before the step above it']
  }
  return problems
}

function textProblem(step: ScheduleStep): { field: string; problem: string } | null {
  if (step.action === 'command') {
    const problem = commandProblem(step.command ?? '')
    return problem === null ? null : { field: 'command', problem }
  }
  if (step.action !== 'message') return null
  const message = step.message?.trim() ?? ''
  if (message === '') return { field: 'message', problem: 'is required: write what the players read' }
  return anyControl.test(message)
    ? { field: 'message', problem: 'must be one line without control characters' }
    : null
}

function stepOf({ action, command, message, ...rest }: ScheduleStep): ScheduleStep {
  const has = (name: StepAction) => action === name
  return {
    action,
    ...(has('command') && { command: linesOf(command ?? '').join('\n') }),
    ...(has('message') && { message: message?.trim() ?? '' }),
    ...rest,
  }
}

function commandProblem(command: string): string | null {
  const lines = linesOf(command)
  if (lines.length === 0) return 'is required: write what is typed into the console'
  if (lines.length > lineLimit) return `must have at most ${lineLimit} lines`
  if (lines.some(line => controls.test(line))) return 'must not contain control characters'
  const isLong = lines.some(line => Buffer.byteLength(line) > lineLimitBytes)
  return isLong ? `must have at most ${lineLimitBytes} bytes in a line` : null
}

function linesOf(command: string): string[] {
  return command.split(/\r?\n/).filter(line => line.trim() !== '')
}
