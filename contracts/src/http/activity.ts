// Activity: what happened to game servers, as facts from which a page makes sentences.

import * as z from 'zod'
import { runStates, taskKinds, taskStatuses } from '../run-states.ts'
import { endpoint } from './endpoint.ts'
import { gameServerParams, idText, time } from './shapes.ts'

/** What a list of activity can be narrowed to. */
export const activityKinds = ['run', 'work', 'settings', 'files', 'schedules'] as const
export type ActivityKind = (typeof activityKinds)[number]

export const fileActions = [
  'written',
  'uploaded',
  'folder_made',
  'renamed',
  'copied',
  'deleted',
  'mode_changed',
] as const
export type FileAction = (typeof fileActions)[number]

export const scheduleActivities = ['created', 'changed', 'deleted'] as const
export type ScheduleActivity = (typeof scheduleActivities)[number]

/** Who did it; null where nobody did, where they are gone, or where the reader may not know. */
const by = z.object({ id: z.int(), login: z.string() }).nullable()
const common = {
  id: z.int(),
  at: time,
  kind: z.enum(activityKinds),
  server: z.object({ id: z.int(), name: z.string() }),
  by,
}

/** Names, messages and paths are empty or null for readers without the permission that they belong to. */
export const activityEntry = z.discriminatedUnion('what', [
  z.object({ ...common, what: z.literal('created') }),
  /** A change of state that no task of the panel brought about. */
  z.object({
    ...common,
    what: z.literal('state'),
    state: z.enum(runStates),
    reason: z.string().nullable(),
    exit_code: z.int().nullable(),
  }),
  z.object({
    ...common,
    what: z.literal('task'),
    task_id: z.int(),
    task: z.enum(taskKinds),
    status: z.enum(taskStatuses),
    message: z.string().nullable(),
    exit_code: z.int().nullable(),
    /** Name of the plugin that asked for it; `by` then granted the plugin its permissions. */
    plugin: z.string().optional(),
  }),
  /** Settings, or what only an administrator changes: fields by the name of the API, variables by their title. */
  z.object({
    ...common,
    what: z.enum(['settings', 'details']),
    fields: z.array(z.string()),
    variables: z.array(z.string()),
  }),
  /** A burst of one kind of work on files: the first few paths, and how many there were. */
  z.object({
    ...common,
    what: z.literal('files'),
    deed: z.enum(fileActions),
    paths: z.array(z.string()),
    count: z.int(),
  }),
  z.object({
    ...common,
    what: z.literal('schedule'),
    deed: z.enum(scheduleActivities),
    name: z.string().nullable(),
  }),
])
export type ActivityEntry = z.output<typeof activityEntry>

const activityQuery = z.object({
  kind: z.enum(activityKinds).optional(),
  /** The id of the last entry that is already known: older ones follow. */
  before: idText.optional(),
  per_page: z.coerce.number().int().min(1).max(200).default(50),
})

export const listGameServerActivity = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/activity',
  summary: 'What happened to a game server, newest first',
  params: gameServerParams,
  query: activityQuery,
  answer: z.array(activityEntry),
})

export const listActivity = endpoint({
  method: 'GET',
  path: '/api/activity',
  summary:
    'What happened to all game servers that the caller may see, newest first; the last 24 hours by default',
  query: activityQuery.extend({ since: time.optional() }),
  answer: z.array(activityEntry),
})
