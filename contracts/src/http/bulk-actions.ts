// Bulk actions: one request for many game servers, carried out by the panel step by step.

import * as z from 'zod'
import { errors } from '../errors.ts'
import { gameServerPermissionNames } from '../game-server-permissions.ts'
import { endpoint } from './endpoint.ts'
import { consoleCommand, gameServerTags } from './game-servers.ts'
import { powerOptions, refuseDelay, waitOptions } from './power.ts'
import { idParams, idText, pageQuery, time } from './shapes.ts'

/** What one bulk action reaches at most: the longest page of the list. */
export const mostServersAtOnce = 1_000

export const bulkPowerActions = [
  'start',
  'stop',
  'restart',
  'kill',
  'pause',
  'resume',
  'install',
  'update',
] as const
export type BulkPowerAction = (typeof bulkPowerActions)[number]

export const bulkActionNames = [...bulkPowerActions, 'command', 'tag', 'delete'] as const
export type BulkActionName = (typeof bulkActionNames)[number]

const serverIds = z
  .array(z.int().positive().max(2_147_483_647))
  .min(1, 'must name at least one game server')
  .max(mostServersAtOnce, `must name at most ${mostServersAtOnce} game servers`)

/** Which actions each option is for; all others refuse it. */
const optionsOf: Readonly<Record<string, readonly BulkActionName[]>> = {
  when: ['stop', 'restart'],
  delay_seconds: ['stop', 'restart'],
  message: ['stop', 'restart'],
  command: ['command'],
  add_tags: ['tag'],
  remove_tags: ['tag'],
  files: ['delete'],
}

export const bulkActionBody = z
  .object({
    action: z.enum(bulkActionNames),
    servers: serverIds,
    /** Of a stop or restart. Where the game says that no one is online, it happens now. */
    when: waitOptions.when.optional(),
    delay_seconds: waitOptions.delay_seconds,
    message: waitOptions.message,
    /** One line for each console. */
    command: consoleCommand.optional(),
    add_tags: gameServerTags.optional(),
    remove_tags: gameServerTags.optional(),
    /** `keep`, unless told otherwise. */
    files: z.enum(['keep', 'delete']).optional(),
  })
  .superRefine((body, context) => {
    const refuse = (field: string, problem: string) =>
      context.addIssue({ code: 'custom', path: [field], message: problem })
    for (const [field, actions] of Object.entries(optionsOf)) {
      const isGiven = body[field as keyof typeof body] !== undefined
      if (isGiven && !actions.includes(body.action)) refuse(field, `is only for ${actions.join(' and ')}`)
    }
    refuseDelay(body, refuse)
    if (body.action === 'command' && body.command === undefined) refuse('command', 'is required')
    const changesTags = (body.add_tags?.length ?? 0) + (body.remove_tags?.length ?? 0) > 0
    if (body.action === 'tag' && !changesTags) refuse('add_tags', 'name a tag to add or to remove')
  })

export const bulkStepStatuses = [
  'waiting',
  'working',
  'planned',
  'done',
  'failed',
  'skipped',
  'canceled',
] as const
export type BulkStepStatus = (typeof bulkStepStatuses)[number]

const errorCodes = Object.keys(errors) as [keyof typeof errors, ...(keyof typeof errors)[]]

export const bulkStep = z.object({
  server_id: z.int(),
  /** As it was called when the action began; null: whoever asked could not see it. */
  server_name: z.string().nullable(),
  /** `planned`: its node waits with it. `skipped`: nothing was done, and `reason` says why. */
  status: z.enum(bulkStepStatuses),
  task_id: z.int().nullable(),
  reason: z
    .object({
      /** Of the refusal; null: its task has failed. */
      code: z.enum(errorCodes).nullable(),
      message: z.string(),
    })
    .nullable(),
})
export type BulkStep = z.output<typeof bulkStep>

const bulkCounts = z.object({
  waiting: z.int(),
  working: z.int(),
  planned: z.int(),
  done: z.int(),
  failed: z.int(),
  skipped: z.int(),
  canceled: z.int(),
})

export const bulkActionSummary = z.object({
  id: z.int(),
  action: z.enum(bulkActionNames),
  /** `canceled`: what had not begun was left out. */
  status: z.enum(['working', 'ended', 'canceled']),
  /** Null: the account is gone. */
  requested_by: z.object({ id: z.int(), login: z.string() }).nullable(),
  total: z.int(),
  /** How many game servers are how far. */
  counts: bulkCounts,
  created_at: time,
  ended_at: time.nullable(),
})
export type BulkActionSummary = z.output<typeof bulkActionSummary>

export const bulkAction = bulkActionSummary.extend({ servers: z.array(bulkStep) })
export type BulkAction = z.output<typeof bulkAction>

export const startBulkAction = endpoint({
  method: 'POST',
  path: '/api/bulk-actions',
  idempotencyKey: 'taken',
  summary: 'Do one thing to many game servers',
  description:
    'The panel carries it out, a few game servers at a time on each node, and goes on when nobody watches and after a restart. The permissions of whoever asked count at the moment of each step: a game server that it cannot be done to is skipped, with the reason.',
  body: bulkActionBody,
  answer: bulkAction,
  status: 202,
})

export const listBulkActions = endpoint({
  method: 'GET',
  path: '/api/bulk-actions',
  summary: 'Bulk actions, newest first',
  description: 'Your own; those of everyone for whoever can view all tasks.',
  query: pageQuery.extend({
    status: z.enum(['working']).optional(),
    /** Who asked for it. */
    user: idText.optional(),
  }),
  answer: z.array(bulkActionSummary),
  paged: true,
})

export const readBulkAction = endpoint({
  method: 'GET',
  path: '/api/bulk-actions/{id}',
  summary: 'One bulk action, with each of its game servers',
  params: idParams,
  answer: bulkAction,
})

export const cancelBulkAction = endpoint({
  method: 'POST',
  path: '/api/bulk-actions/{id}/cancel',
  idempotencyKey: 'ignored',
  summary: 'Leave out what has not begun, and call off what waits on its node',
  params: idParams,
  answer: bulkAction,
  status: 202,
})

export const readManyAbilities = endpoint({
  method: 'POST',
  path: '/api/servers/abilities',
  idempotencyKey: 'ignored',
  summary: "The caller's own permissions on many game servers",
  description: 'For each permission the game servers, of those that were named, on which it is held.',
  body: z.object({ servers: serverIds }),
  answer: z.record(z.enum(gameServerPermissionNames), z.array(z.int())),
})

export const readManyPowerOptions = endpoint({
  method: 'POST',
  path: '/api/servers/power-options',
  idempotencyKey: 'ignored',
  summary: 'How many play on many game servers, and what a stop or restart of each can wait for',
  description:
    'Of those that were named, the game servers that the caller may see. Changes nothing. A count that takes too long is null.',
  body: z.object({ servers: serverIds }),
  answer: z.array(powerOptions.extend({ server_id: z.int() })),
})
