// A server task: something that a node does with a game server at set times, also while the panel is away.

import * as z from 'zod'

export const scheduleActions = ['start', 'stop', 'restart', 'update', 'command'] as const
export type ScheduleAction = (typeof scheduleActions)[number]

export const scheduleTiming = z.discriminatedUnion('by', [
  /** Five fields, read in the schedule's time zone. */
  z.object({ by: z.literal('cron'), expression: z.string().trim().min(1).max(190) }),
  z.object({
    by: z.literal('interval'),
    minutes: z
      .int()
      .min(1)
      .max(60 * 24 * 366),
  }),
])
export type ScheduleTiming = z.output<typeof scheduleTiming>

/** What the node must know of one schedule. */
export const schedule = z.object({
  id: z.int(),
  action: z.enum(scheduleActions),
  /** For `command`: what is typed into the console, line by line. */
  command: z.string(),
  timing: scheduleTiming,
  /** An IANA name, such as Europe/Berlin. */
  time_zone: z.string(),
  enabled: z.boolean(),
  /** Only when nobody plays; when that cannot be found out, the run is skipped. */
  only_when_empty: z.boolean(),
  /** When the last run, or another action, is still at work. */
  overlap: z.enum(['skip', 'queue']),
  /** What becomes of runs that the node slept through: none of them, or one. */
  missed: z.enum(['skip', 'once']),
  /** Where an interval begins to count. */
  begins_at_ms: z.int(),
})
export type Schedule = z.output<typeof schedule>
/** As the panel's database holds it, beside the columns of the rest. */
export const storedSchedule = schedule.omit({ id: true, enabled: true })

export const scheduleRunStatuses = ['waiting', 'working', 'success', 'error', 'skipped'] as const
export type ScheduleRunStatus = (typeof scheduleRunStatuses)[number]

/** As the node tells it. */
export const scheduleRun = z.object({
  id: z.int(),
  schedule_id: z.int(),
  due_at_ms: z.int(),
  began_at_ms: z.int().nullable(),
  ended_at_ms: z.int().nullable(),
  status: z.enum(scheduleRunStatuses),
  /** Why it was skipped or failed. */
  reason: z.string(),
  output: z.string(),
})
export type ScheduleRun = z.output<typeof scheduleRun>
