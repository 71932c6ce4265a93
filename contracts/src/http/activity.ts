// Activity: what happened to game servers, and who did what in the panel, as facts from which a page makes sentences.

import * as z from 'zod'
import { runStates, taskKinds, taskStatuses } from '../run-states.ts'
import { endpoint } from './endpoint.ts'
import { gameServerParams, idText, time } from './shapes.ts'

/** What a list of activity can be narrowed to: what happened to game servers, and what people did in the panel. */
export const serverActivityKinds = ['run', 'work', 'settings', 'files', 'schedules'] as const
export type ServerActivityKind = (typeof serverActivityKinds)[number]
export const peopleActivityKinds = [
  'sign_ins',
  'people',
  'permissions',
  'tokens',
  'second_factor',
  'plugins',
  'nodes',
  'templates',
  'panel',
] as const
export type PeopleActivityKind = (typeof peopleActivityKinds)[number]
export const activityKinds = [...serverActivityKinds, ...peopleActivityKinds] as const
export type ActivityKind = (typeof activityKinds)[number]

/** Everything that is recorded of people with ACTIVITY_PEOPLE, and the kind that it belongs to. */
export const peopleEvents = {
  signed_in: 'sign_ins',
  /** One entry for each account and hour; without a subject: logins that nobody has, which are never named. */
  sign_in_failed: 'sign_ins',
  signed_out: 'sign_ins',
  sessions_ended: 'sign_ins',
  user_created: 'people',
  user_invited: 'people',
  user_changed: 'people',
  password_changed: 'people',
  user_deleted: 'people',
  user_suspended: 'people',
  user_unsuspended: 'people',
  roles_changed: 'permissions',
  permissions_changed: 'permissions',
  /** By an administrator; cleared: the subject is who owned it. */
  owner_set: 'permissions',
  owner_cleared: 'permissions',
  /** The subject is the other side. */
  ownership_offered: 'permissions',
  ownership_withdrawn: 'permissions',
  ownership_declined: 'permissions',
  ownership_accepted: 'permissions',
  role_created: 'permissions',
  role_changed: 'permissions',
  role_deleted: 'permissions',
  preset_changed: 'permissions',
  plan_created: 'permissions',
  plan_changed: 'permissions',
  plan_deleted: 'permissions',
  /** To a user or a role, or taken away. */
  plan_given: 'permissions',
  token_created: 'tokens',
  token_revoked: 'tokens',
  service_account_created: 'people',
  service_account_changed: 'people',
  service_account_deleted: 'people',
  key_created: 'tokens',
  key_rotated: 'tokens',
  key_revoked: 'tokens',
  second_factor_on: 'second_factor',
  second_factor_off: 'second_factor',
  recovery_codes_renewed: 'second_factor',
  recovery_code_used: 'second_factor',
  plugin_installed: 'plugins',
  plugin_updated: 'plugins',
  plugin_changed: 'plugins',
  plugin_deleted: 'plugins',
  node_created: 'nodes',
  node_changed: 'nodes',
  node_key_issued: 'nodes',
  node_upgraded: 'nodes',
  node_deleted: 'nodes',
  template_created: 'templates',
  template_changed: 'templates',
  template_imported: 'templates',
  template_deleted: 'templates',
  storage_created: 'panel',
  storage_changed: 'panel',
  storage_deleted: 'panel',
  database_host_created: 'panel',
  database_host_changed: 'panel',
  database_host_deleted: 'panel',
  webhook_created: 'panel',
  webhook_changed: 'panel',
  webhook_deleted: 'panel',
  settings_changed: 'panel',
  panel_upgraded: 'panel',
  /** By nobody. */
  panel_backup_failed: 'panel',
  panel_backup_not_restorable: 'panel',
  panel_backup_overdue: 'panel',
} as const satisfies Record<string, PeopleActivityKind>
export type PeopleEvent = keyof typeof peopleEvents
const peopleEventNames = Object.keys(peopleEvents) as [PeopleEvent, ...PeopleEvent[]]

/** What an entry can be about beside a game server. */
export const activitySubjects = [
  'user',
  'role',
  'preset',
  'plan',
  'node',
  'template',
  'plugin',
  'storage',
  'database_host',
  'webhook',
] as const
export type ActivitySubject = (typeof activitySubjects)[number]

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

export const scheduleActivities = ['created', 'changed', 'deleted', 'started', 'canceled'] as const
export type ScheduleActivity = (typeof scheduleActivities)[number]

/** Taking and restoring are tasks, and told as such. */
export const backupActivities = [
  'deleted',
  'locked',
  'unlocked',
  'storages_chosen',
  /** By nobody: one could not be taken, or none was taken for a week. */
  'failed',
  'overdue',
] as const
export type BackupActivity = (typeof backupActivities)[number]

/** Who did it; null where nobody did, where they are gone, or where the reader may not know. */
const by = z.object({ id: z.int(), login: z.string() }).nullable()
const common = {
  id: z.int(),
  at: time,
  kind: z.enum(serverActivityKinds),
  server: z.object({ id: z.int(), name: z.string() }),
  by,
}

/** What a choice was and is, as text; null: nothing. Of secrets, and of what is too long to tell, only the name is known. */
export const gameServerChange = z.object({
  of: z.enum(['field', 'variable']),
  /** By the name of the API, or the title of the variable. */
  name: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type GameServerChange = z.output<typeof gameServerChange>

/** Names, messages and paths are empty or null for readers without the permission that they belong to. */
export const serverActivityEntry = z.discriminatedUnion('what', [
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
    /** Of these of them it is told what they were and are. */
    changes: z.array(gameServerChange).default([]),
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
  z.object({
    ...common,
    what: z.literal('backup'),
    deed: z.enum(backupActivities),
    /** When the backup was taken; null where it is about none in particular, or the reader may not know. */
    of: time.nullable(),
    /** Why it failed. */
    message: z.string().nullable().default(null),
  }),
])
export type ServerActivityEntry = z.output<typeof serverActivityEntry>

const effect = z.enum(['allow', 'deny']).nullable()

/** What exactly changed. Secrets never; values only of what everybody who reads this may know. */
export const peopleActivityDetails = z.object({
  changes: z
    .array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
    .optional(),
  /** Entries that were given, taken away or turned round; null: there was or is none. */
  permissions: z
    .array(
      z.object({
        permission: z.string(),
        object_type: z.string().nullable(),
        object_id: z.int().nullable(),
        before: effect,
        after: effect,
      }),
    )
    .optional(),
  /** Names: roles, abilities of a token, permissions of a plugin or of a preset. */
  added: z.array(z.string()).optional(),
  removed: z.array(z.string()).optional(),
  /** Names of what was changed without its values. */
  fields: z.array(z.string()).optional(),
  /** Of a token. */
  name: z.string().optional(),
  ip: z.string().optional(),
  browser: z.string().nullable().optional(),
  system: z.string().nullable().optional(),
  method: z.enum(['password', 'second_factor']).optional(),
  sessions: z.enum(['one', 'others', 'all']).optional(),
  wrong_passwords: z.int().optional(),
  wrong_codes: z.int().optional(),
  first_at: time.optional(),
  /** Where failed sign-ins came from: the first few. */
  addresses: z.array(z.string()).optional(),
  outcome: z.enum(['success', 'failure']).optional(),
  reason: z.string().optional(),
  /** Of a command on the machine: the account there. */
  machine_user: z.string().optional(),
})
export type PeopleActivityDetails = z.output<typeof peopleActivityDetails>

/** How somebody acted: signed in, by a personal access token, by a command on the machine, or the panel by itself. */
export const activityWays = ['session', 'token', 'key', 'command', 'panel'] as const
export type ActivityWay = (typeof activityWays)[number]

/** What somebody did in the panel: for administrators, and for whoever did it or whom it is about. */
export const peopleActivityEntry = z.object({
  id: z.int(),
  at: time,
  kind: z.enum(peopleActivityKinds),
  what: z.literal('people'),
  event: z.enum(peopleEventNames),
  /** With the login of that time; the id is null when the person is gone. Null: nobody who has an account. */
  by: z.object({ id: z.int().nullable(), login: z.string() }).nullable(),
  via: z.enum(activityWays),
  /** With its name of that time. */
  subject: z.object({ type: z.enum(activitySubjects), id: z.int().nullable(), name: z.string() }).nullable(),
  /** On which game server, with its name of that time. */
  server: z.object({ id: z.int(), name: z.string() }).nullable(),
  details: peopleActivityDetails,
})
export type PeopleActivityEntry = z.output<typeof peopleActivityEntry>

export const activityEntry = z.discriminatedUnion('what', [
  ...serverActivityEntry.options,
  peopleActivityEntry,
])
export type ActivityEntry = z.output<typeof activityEntry>

const filter = z.object({
  kind: z.enum(activityKinds).optional(),
  /** Entries of what this person did, or of what was done to their account; another than oneself only for administrators. */
  user: idText.optional(),
  since: time.optional(),
  /** Without this moment itself. */
  until: time.optional(),
})

const filterOfAll = filter.extend({
  /** Only game servers, or only people; both by default. */
  scope: z.enum(['servers', 'people']).optional(),
  server: idText.optional(),
  subject_type: z.enum(activitySubjects).optional(),
  /** Needs subject_type. */
  subject_id: idText.optional(),
})
export type ActivityFilterQuery = z.output<typeof filterOfAll>

const page = {
  /** The id of the last entry that is already known: older ones follow. */
  before: idText.optional(),
  per_page: z.coerce.number().int().min(1).max(200).default(50),
}

export const listGameServerActivity = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/activity',
  summary: 'What happened to a game server, newest first',
  params: gameServerParams,
  query: filter.extend(page),
  answer: z.array(activityEntry),
})

export const listActivity = endpoint({
  method: 'GET',
  path: '/api/activity',
  summary:
    'What happened to all game servers that the caller may see and what people did, newest first; the last 24 hours by default',
  query: filterOfAll.extend(page),
  answer: z.array(activityEntry),
})

/** The newest entries that one export holds. */
export const activityExportLimit = 50_000

export const exportActivity = endpoint({
  method: 'GET',
  path: '/api/activity/export',
  summary: 'The same list as CSV, whole by default: at most the newest 50000 entries',
  query: filterOfAll,
  bytes: { answer: 'text/csv' },
  status: 200,
})
