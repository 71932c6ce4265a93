// Server tasks: what a node does with a game server at set times.

import * as z from 'zod'
import { schedule, scheduleRun, stepRun } from '../schedule.ts'
import { endpoint } from './endpoint.ts'
import { displayName, gameServerParams, idText, time } from './shapes.ts'

const scheduleParams = gameServerParams.extend({ id: idText })

export const serverTaskRun = scheduleRun
  .pick({ id: true, status: true, reason: true, output: true, ended_by: true })
  .extend({
    due_at: time,
    began_at: time.nullable(),
    ended_at: time.nullable(),
    /** Of a schedule with steps: how far it is. */
    steps: z.array(stepRun.omit({ due_at_ms: true }).extend({ due_at: time.nullable() })).optional(),
  })
export type ServerTaskRun = z.output<typeof serverTaskRun>

/** Together with the scheduled task that it is of. */
export const newestServerTaskRun = serverTaskRun.extend({ task_id: z.int() })
export type NewestServerTaskRun = z.output<typeof newestServerTaskRun>

export const serverTask = schedule.omit({ begins_at_ms: true }).extend({
  /** Left out of one with steps. */
  action: schedule.shape.action.optional(),
  name: z.string(),
  /** Null when it is switched off or has no next time. */
  next_run_at: time.nullable(),
  created_at: time,
  /** It came with the backup that the game server was made from, switched off, and nobody has changed it since. */
  came_with_backup: z.boolean().optional(),
})
export type ServerTask = z.output<typeof serverTask>

export const serverTaskBody = z.object({
  name: displayName,
  /** Either an action or steps. */
  action: schedule.shape.action.optional(),
  steps: schedule.shape.steps,
  /** Only for the action `command`. */
  command: z.string().max(8_000).default(''),
  timing: schedule.shape.timing,
  time_zone: z.string().max(64).default('UTC'),
  enabled: z.boolean().default(true),
  only_when_empty: z.boolean().default(false),
  overlap: schedule.shape.overlap.default('skip'),
  missed: schedule.shape.missed.default('skip'),
})

export const listServerTasks = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/tasks',
  summary: 'The scheduled tasks of a game server',
  params: gameServerParams,
  answer: z.array(serverTask),
})

export const readServerTaskOptions = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/task-options',
  summary: 'What scheduled tasks of this game server can do',
  params: gameServerParams,
  answer: z.object({
    /** Its node runs tasks of several steps, runs a task now and cancels a run; one with an older daemon does not. */
    can_run_steps: z.boolean(),
    /** The game can tell its players something. */
    can_message: z.boolean(),
    /** Its node can take backups; one with an older daemon does not. */
    can_back_up: z.boolean().default(false),
  }),
})

export const createServerTask = endpoint({
  method: 'POST',
  path: '/api/servers/{server}/tasks',
  idempotencyKey: 'taken',
  summary: 'Add a scheduled task',
  params: gameServerParams,
  body: serverTaskBody,
  answer: serverTask,
  status: 201,
})

export const readServerTask = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/tasks/{id}',
  summary: 'One scheduled task',
  params: scheduleParams,
  answer: serverTask,
  gives: ['ETag'],
})

export const changeServerTask = endpoint({
  method: 'PUT',
  path: '/api/servers/{server}/tasks/{id}',
  summary: 'Change a scheduled task',
  params: scheduleParams,
  body: serverTaskBody,
  answer: serverTask,
  takes: ['If-Match'],
  gives: ['ETag'],
  refuses: ['precondition_failed'],
})

export const deleteServerTask = endpoint({
  method: 'DELETE',
  path: '/api/servers/{server}/tasks/{id}',
  summary: 'Delete a scheduled task',
  params: scheduleParams,
})

export const listServerTaskRuns = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/tasks/{id}/runs',
  summary: 'The last runs of a scheduled task, newest first, as its node remembers them',
  params: scheduleParams,
  query: z.object({ limit: z.coerce.number().int().min(1).max(50).default(50) }),
  answer: z.array(serverTaskRun),
})

export const listNewestServerTaskRuns = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/task-runs',
  summary: 'The newest run of each scheduled task of a game server; one that has never run is left out',
  params: gameServerParams,
  answer: z.array(newestServerTaskRun),
})

export const runServerTask = endpoint({
  method: 'POST',
  path: '/api/servers/{server}/tasks/{id}/run',
  idempotencyKey: 'ignored',
  summary: 'Run a scheduled task now',
  params: scheduleParams,
  answer: z.object({ run_id: z.int() }),
  status: 202,
})

export const cancelServerTaskRun = endpoint({
  method: 'POST',
  path: '/api/servers/{server}/tasks/{id}/runs/{run}/cancel',
  idempotencyKey: 'ignored',
  summary: 'End a run of a scheduled task before its last step',
  params: scheduleParams.extend({ run: idText }),
})
