// What passes between the panel and a plugin's module: JSON both ways (ABI version 1).
//
// Into the plugin: `{ "call": NAME, "argument": … }`, answered with `{ "answer": … }` or `{ "error": "words" }`. Out of
// it, by host_call: the same envelope. A host call without its permission is answered with an error with a reason.

import * as z from 'zod'
import { runStates, taskKinds, taskStatuses } from '../run-states.ts'
import type { PluginPermission } from './permissions.ts'

export const storageLimits = { keys: 1_000, keyBytes: 200, valueBytes: 64 * 1024, allBytes: 1024 * 1024 }

const key = z.string().min(1).max(storageLimits.keyBytes)

export const pluginServer = z.object({
  id: z.int(),
  name: z.string(),
  game: z.string(),
  state: z.enum(runStates),
  state_reason: z.string().nullable(),
  node_id: z.int(),
  node_online: z.boolean(),
  ip: z.string(),
  port: z.int(),
})

const headers = z.record(z.string(), z.string())

/** Text, or base64 where `body_base64` is given instead. */
const content = { body: z.string().optional(), body_base64: z.string().optional() }

export const httpFetch = z.object({
  url: z.string().max(8_192),
  method: z.string().max(16).default('GET'),
  headers: headers.default({}),
  ...content,
  timeout_ms: z.int().positive().optional(),
})
export const httpFetched = z.object({ status: z.int(), headers, ...content })

/** `needs`: null is open to every plugin. */
export const hostCalls = {
  log: {
    needs: null,
    argument: z.object({
      level: z.enum(['info', 'warn', 'error']).default('info'),
      message: z.string().max(2_000),
    }),
    answer: z.null(),
  },
  'time.now': { needs: null, argument: z.unknown(), answer: z.object({ ms: z.int() }) },
  'settings.get': { needs: null, argument: z.unknown(), answer: z.record(z.string(), z.string()) },
  'storage.get': {
    needs: 'storage',
    argument: z.object({ key }),
    answer: z.object({ value: z.string().nullable() }),
  },
  'storage.set': {
    needs: 'storage',
    argument: z.object({ key, value: z.string().max(storageLimits.valueBytes) }),
    answer: z.null(),
  },
  'storage.delete': { needs: 'storage', argument: z.object({ key }), answer: z.null() },
  'storage.list': {
    needs: 'storage',
    argument: z.object({ prefix: z.string().max(storageLimits.keyBytes).default('') }),
    answer: z.object({ keys: z.array(z.string()) }),
  },
  'servers.list': {
    needs: 'servers:read',
    argument: z.unknown(),
    answer: z.object({ servers: z.array(pluginServer) }),
  },
  'servers.power': {
    needs: 'servers:control',
    argument: z.object({ id: z.int().positive(), action: z.enum(['start', 'stop', 'restart']) }),
    answer: z.object({ task_id: z.int() }),
  },
  'nodes.list': {
    needs: 'nodes:read',
    argument: z.unknown(),
    answer: z.object({ nodes: z.array(z.object({ id: z.int(), name: z.string(), online: z.boolean() })) }),
  },
  'users.list': {
    needs: 'users:read',
    argument: z.unknown(),
    answer: z.object({ users: z.array(z.object({ id: z.int(), login: z.string(), name: z.string() })) }),
  },
  'http.fetch': { needs: 'http', argument: httpFetch, answer: httpFetched },
} as const satisfies Record<
  string,
  { needs: PluginPermission | null; argument: z.ZodType; answer: z.ZodType }
>
export type HostCallName = keyof typeof hostCalls

/** What the panel calls in a plugin. */
export const pluginCalls = {
  /** Once, after each start; the answer does not matter. */
  start: { argument: z.object({ version: z.string() }) },
  event: {
    argument: z.discriminatedUnion('event', [
      z.object({
        event: z.literal('server.state'),
        server: pluginServer,
        state: z.enum(runStates),
        reason: z.string().nullable(),
      }),
      z.object({
        event: z.literal('task.end'),
        task: z.object({
          id: z.int(),
          kind: z.enum(taskKinds),
          status: z.enum(taskStatuses),
          message: z.string().nullable(),
        }),
        server: pluginServer.nullable(),
      }),
      z.object({ event: z.literal('user.sign_in'), user: z.object({ id: z.int(), login: z.string() }) }),
      z.object({
        event: z.literal('player.join'),
        server: pluginServer,
        player: z.object({ name: z.string() }),
      }),
    ]),
  },
  http: {
    argument: z.object({
      method: z.string(),
      /** Below /api/plugins/{id}/http, decoded. */
      path: z.string(),
      query: z.record(z.string(), z.string()),
      /** Without Authorization, Cookie and the like. */
      headers,
      ...content,
      /** Null on public routes. */
      caller: z.object({ id: z.int(), login: z.string(), is_admin: z.boolean() }).nullable(),
    }),
    answer: z.object({
      status: z.int().min(200).max(599).default(200),
      headers: headers.default({}),
      ...content,
    }),
  },
} as const
export type PluginEventMessage = z.output<typeof pluginCalls.event.argument>
export type PluginHttpRequest = z.output<typeof pluginCalls.http.argument>
export type PluginHttpAnswer = z.output<typeof pluginCalls.http.answer>
