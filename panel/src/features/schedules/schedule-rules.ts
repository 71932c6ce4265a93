// Whether a schedule can be kept as it was sent, with every problem in words for its field.

import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { createServerTask } from '@rookery/contracts/http/schedules.ts'
import { timingProblem } from '@rookery/primitives/schedule-times.ts'

export type ScheduleInput = BodyOf<typeof createServerTask>

/** As long as a console takes it. */
const lineLimitBytes = 4_000
const lineLimit = 50
const controls = /[^\P{Cc}\t]/u

/** Empty when there is nothing to complain about. */
export function scheduleProblems(input: ScheduleInput, nowMs: number): Record<string, string[]> {
  const problems: Record<string, string[]> = {}
  const command = commandProblem(input)
  if (command !== null) problems.command = [command]
  const timing = timingProblem(input.timing, input.time_zone, nowMs)
  if (timing !== null) problems[timing.field] = [timing.message]
  return problems
}

/** The lines that are typed; other actions have none. */
export function commandOf({ action, command }: Pick<ScheduleInput, 'action' | 'command'>): string {
  return action === 'command' ? linesOf(command).join('\n') : ''
}

function commandProblem(input: ScheduleInput): string | null {
  if (input.action !== 'command') return null
  const lines = linesOf(input.command)
  if (lines.length === 0) return 'is required: write what is typed into the console'
  if (lines.length > lineLimit) return `must have at most ${lineLimit} lines`
  if (lines.some(line => controls.test(line))) return 'must not contain control characters'
  const isLong = lines.some(line => Buffer.byteLength(line) > lineLimitBytes)
  return isLong ? `must have at most ${lineLimitBytes} bytes in a line` : null
}

function linesOf(command: string): string[] {
  return command.split(/\r?\n/).filter(line => line.trim() !== '')
}
