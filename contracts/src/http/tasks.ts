// Tasks: work that a node does, with its output.

import * as z from 'zod'
import { installFailure } from '../install-failure.ts'
import { taskKinds, taskStatuses } from '../run-states.ts'
import { endpoint } from './endpoint.ts'
import { idParams, idText, pageQuery, time } from './shapes.ts'

export const plannedWhen = ['empty', 'at'] as const

/** A stop or restart that its node carries out later. */
export const plannedPower = z.object({
  when: z.enum(plannedWhen),
  /** Null of `empty`. */
  due_at: time.nullable(),
})
export type PlannedPower = z.output<typeof plannedPower>

export const task = z.object({
  id: z.int(),
  kind: z.enum(taskKinds),
  status: z.enum(taskStatuses),
  node_id: z.int(),
  server_id: z.int().nullable(),
  /** Who asked for it; of a plugin's task, the administrator who granted the plugin its permissions. */
  requested_by: z.object({ id: z.int(), login: z.string() }).nullable(),
  /** Name of the plugin that asked for it. */
  plugin: z.string().nullable(),
  /** Why it waits, or what went wrong. */
  reason: z.string().nullable(),
  /** What it is doing, in words. */
  message: z.string().nullable(),
  progress: z.number().min(0).max(1).nullable(),
  exit_code: z.int().nullable(),
  /** Why an installation, an update or a copy has failed; null of all others. */
  failure: installFailure.nullable(),
  /** Of a stop or restart that waits on its node; null of all others. */
  planned: plannedPower.nullable(),
  created_at: time,
  started_at: time.nullable(),
  ended_at: time.nullable(),
})
export type Task = z.output<typeof task>

/** The answer of a route that queues work on a node. */
export const acceptedTask = z.object({
  task_id: z.int(),
  /** With `Prefer: wait`: the task when it had ended, or when the time was over. */
  task: task.optional(),
})

export const listTasks = endpoint({
  method: 'GET',
  path: '/api/tasks',
  summary: 'Tasks, newest first',
  query: pageQuery.extend({
    server: idText.optional(),
    node: idText.optional(),
    status: z.enum(taskStatuses).optional(),
    kind: z.enum(taskKinds).optional(),
    /** Who asked for it. */
    user: idText.optional(),
  }),
  answer: z.array(task),
  paged: true,
})

export const readTask = endpoint({
  method: 'GET',
  path: '/api/tasks/{id}',
  summary: 'One task',
  params: idParams,
  answer: task,
})

export const readTaskOutput = endpoint({
  method: 'GET',
  path: '/api/tasks/{id}/output',
  summary: 'What the task has printed',
  params: idParams,
  answer: z.object({ output: z.string() }),
})

export const cancelTask = endpoint({
  method: 'POST',
  path: '/api/tasks/{id}/cancel',
  idempotencyKey: 'ignored',
  summary: 'Drop a task that waits, or end one at work where it can be left half-way',
  params: idParams,
  answer: task,
  status: 202,
})
