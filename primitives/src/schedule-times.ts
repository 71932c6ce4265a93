// When a schedule falls due: one answer for the node that runs it, the panel that stores it and the browser that shows it.
//
// A daily time that the clock leaves out in spring is taken at the first moment after the gap; one that comes twice in
// autumn is taken the first time. An expression with several times an hour keeps its pace through both hours.

import { Cron } from 'croner'

/** Five fields read in a time zone, or every so many minutes. */
export type Timing = { by: 'cron'; expression: string } | { by: 'interval'; minutes: number }

export interface Timed {
  timing: Timing
  /** An IANA name, such as Europe/Berlin. */
  time_zone: string
  /** Where an interval begins to count. */
  begins_at_ms: number
}

const minuteMs = 60_000
const fieldPattern = /^[0-9A-Za-z*,/#?-]+$/

/** The first time after `afterMs`; null when there is none, or when it cannot be found out here. */
export function nextTime({ timing, time_zone, begins_at_ms }: Timed, afterMs: number): number | null {
  if (timing.by === 'interval') {
    const stepMs = timing.minutes * minuteMs
    const steps = Math.max(1, Math.floor((afterMs - begins_at_ms) / stepMs) + 1)
    return begins_at_ms + steps * stepMs
  }
  try {
    return readExpression(timing.expression, time_zone).nextRun(new Date(afterMs))?.getTime() ?? null
  } catch {
    return null
  }
}

export function nextTimes(timed: Timed, afterMs: number, count: number): number[] {
  const times: number[] = []
  for (let at = nextTime(timed, afterMs); at !== null && times.length < count; at = nextTime(timed, at)) {
    times.push(at)
  }
  return times
}

export interface TimingProblem {
  field: 'timing.expression' | 'time_zone'
  message: string
  /** It is understood, but there is no such day. */
  neverComes: boolean
}

const neverComes = 'never comes: there is no such day'

/** What is wrong, in words; null when it is fine. */
export function timingProblem(timing: Timing, timeZone: string, nowMs: number): TimingProblem | null {
  if (!isTimeZone(timeZone)) {
    const message = 'is not a time zone: write it like Europe/Berlin or UTC'
    return { field: 'time_zone', message, neverComes: false }
  }
  if (timing.by === 'interval') return null
  const message = expressionProblem(timing.expression, timeZone, nowMs)
  return message === null ? null : { field: 'timing.expression', message, neverComes: message === neverComes }
}

/** Names only: an offset like +02:00 would not know summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function expressionProblem(expression: string, timeZone: string, nowMs: number): string | null {
  const fields = expression.trim().split(/\s+/)
  if (fields.length !== 5) {
    return `must have five fields (minute, hour, day of the month, month, day of the week), not ${fields.length}`
  }
  const strange = fields.find(field => !fieldPattern.test(field))
  if (strange !== undefined) return `is not understood: ${strange}`
  try {
    const never = readExpression(expression, timeZone).nextRun(new Date(nowMs)) === null
    return never ? neverComes : null
  } catch (error) {
    return `is not understood: ${reasonOf(error)}`
  }
}

function readExpression(expression: string, timeZone: string): Cron {
  return new Cron(expression.trim(), { timezone: timeZone, mode: '5-part', paused: true })
}

/** Without the name of the part of the library that complains. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replace(/^\w+: /, '').replace(/\.$/, '')
}
