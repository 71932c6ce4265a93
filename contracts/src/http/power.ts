// Power with options: now, when nobody plays, or after a while, with a message to the players.

import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { gameServerParams, oneLine } from './shapes.ts'
import { acceptedTask, plannedPower, plannedWhen } from './tasks.ts'

/** With the task that does it. */
export const plannedTask = plannedPower.extend({
  task_id: z.int(),
  action: z.enum(['stop', 'restart', 'restore']),
})
export type PlannedTask = z.output<typeof plannedTask>

export const longestDelaySeconds = 24 * 60 * 60

/** How players are spared, of everything that disconnects them. */
export const waitOptions = {
  when: z.enum(['now', ...plannedWhen]),
  /** Needed by `at`. */
  delay_seconds: z.int().min(1).max(longestDelaySeconds).optional(),
  /** The players read it at once. */
  message: oneLine.max(500).optional(),
}

type Refuse = (field: string, problem: string) => void

export function refuseDelay(
  { when, delay_seconds }: { when?: string | undefined; delay_seconds?: number | undefined },
  refuse: Refuse,
): void {
  if (when === 'at' && delay_seconds === undefined) refuse('delay_seconds', 'is required with "at"')
  if (when !== 'at' && delay_seconds !== undefined) refuse('delay_seconds', 'is only for "at"')
}

export const powerBody = z
  .object({ action: z.enum(['start', 'stop', 'restart']), ...waitOptions })
  .superRefine((body, context) => {
    const { action, when, message } = body
    const refuse: Refuse = (field, problem) =>
      context.addIssue({ code: 'custom', path: [field], message: problem })
    refuseDelay(body, refuse)
    if (action === 'start' && when !== 'now')
      refuse('when', 'must be "now" for a start: no one is online yet')
    if (action === 'start' && message !== undefined)
      refuse('message', 'reaches no one: the game is not running')
  })

export const setPower = endpoint({
  method: 'POST',
  path: '/api/servers/{server}/power',
  idempotencyKey: 'taken',
  summary: 'Start, stop or restart: now, when no one is online, or later, with a message to the players',
  params: gameServerParams,
  body: powerBody,
  answer: acceptedTask,
  status: 202,
})

/** How many play, and what a stop or restart can wait for. */
export const powerOptions = z.object({
  /** Null: it cannot be found out right now. */
  players: z.int().nullable(),
  /** Its node can stop and restart it later; one with an older daemon cannot. */
  can_plan: z.boolean(),
  /** A stop or restart can wait until nobody plays. */
  can_wait_until_empty: z.boolean(),
  /** The game can tell its players something, and the caller may. */
  can_message: z.boolean(),
})
export type PowerOptions = z.output<typeof powerOptions>

export const readPower = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/power',
  summary: 'How many play, what a stop or restart can wait for, and what is planned',
  params: gameServerParams,
  answer: powerOptions.extend({
    /** The same of a restore as `can_plan`. */
    can_plan_restore: z.boolean(),
    planned: plannedTask.extend({ can_cancel: z.boolean() }).nullable(),
  }),
})
