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

/** What one step of several does. `backup` is only sent to a node that can (L25). */
export const stepActions = ['message', ...scheduleActions, 'backup'] as const
export type StepAction = (typeof stepActions)[number]

/** What must be so when a step's time has come; a count of players that is not known is neither some nor none. */
export const stepConditions = ['players_online', 'no_players', 'running', 'stopped'] as const
export type StepCondition = (typeof stepConditions)[number]

export const stepsLimit = 20
export const longestOffsetSeconds = 24 * 60 * 60

export const scheduleStep = z.object({
  action: z.enum(stepActions),
  /** For `command`: what is typed into the console, line by line. */
  command: z.string().max(8_000).optional(),
  /** For `message`: what the players read, in one line. */
  message: z.string().max(500).optional(),
  /** Counted from the beginning of the run; never less than that of the step before. */
  offset_seconds: z.int().min(0).max(longestOffsetSeconds).default(0),
  /** Otherwise the step is left out, and the run goes on. */
  only_when: z.enum(stepConditions).optional(),
  /** A step that fails ends the run unless this says otherwise. */
  continue_on_failure: z.boolean().default(false),
})
export type ScheduleStep = z.output<typeof scheduleStep>

/** What the node must know of one schedule. */
export const schedule = z.object({
  id: z.int(),
  /** For people, and for whoever builds the game server again out of a backup; an earlier panel does not tell it. */
  name: z.string().optional(),
  /** One with steps has `command` here with nothing to type: a panel of the version before reads only this. */
  action: z.enum(scheduleActions),
  /** For `command`: what is typed into the console, line by line. */
  command: z.string(),
  /** Instead of the action: one after the other, each at its time. */
  steps: z.array(scheduleStep).min(1).max(stepsLimit).optional(),
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
export type StepSchedule = Schedule & { steps: ScheduleStep[] }

export function hasSteps(schedule: Schedule): schedule is StepSchedule {
  return schedule.steps !== undefined
}

/** As the panel's database holds it, beside the columns of the rest. */
export const storedSchedule = schedule.omit({ id: true, name: true, enabled: true }).extend({
  /** It came with the backup that its game server was made from, and nobody has changed it since. */
  came_with_backup: z.boolean().optional(),
})
export type ScheduleRules = z.output<typeof storedSchedule>

export const scheduleRunStatuses = ['waiting', 'working', 'success', 'error', 'skipped'] as const
export type ScheduleRunStatus = (typeof scheduleRunStatuses)[number]

/** How far a run is with one of its steps. */
export const stepRun = z.object({
  action: z.enum(stepActions),
  status: z.enum(scheduleRunStatuses),
  /** Why it was left out or failed. */
  reason: z.string(),
  /** When it is to begin, as far as that is known before; null: it will not. */
  due_at_ms: z.int().nullable(),
})

export const scheduleRunEnds = ['canceled', 'replaced', 'changed'] as const

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
  /** Of a schedule with steps. */
  steps: z.array(stepRun).optional(),
  /**
   * What ended it before its last step: somebody canceled it, started, stopped or restarted the game, or changed the
   * schedule.
   */
  ended_by: z.enum(scheduleRunEnds).optional(),
})
export type ScheduleRun = z.output<typeof scheduleRun>
