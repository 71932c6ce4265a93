// Nodes: the machines that run game servers, and how they join.

import * as z from 'zod'
import { installMethods } from '../daemon/upgrade-answer.ts'
import { nodeCapacity, nodeLocation, nodeTags, placementStates } from '../node-placement.ts'
import { endpoint } from './endpoint.ts'
import { displayName, idParams, pageQuery, portNumber, time } from './shapes.ts'

/** Why the daemon of a node that is behind is not upgraded from here. */
export const upgradeObstacles = [
  'offline',
  'too_old',
  'package',
  'container',
  'other',
  'switched_off',
  'not_supervised',
] as const
export type UpgradeObstacle = (typeof upgradeObstacles)[number]

/** Why the panel does not let a node in; null where only the reason says it. */
export const refusalCodes = [
  'unknown_node',
  'other_key',
  'disabled',
  'old_certificate',
  'unreadable_password',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

export const upgradeSteps = ['waiting', 'sending', 'checking', 'restarting'] as const

export const runningUpgrade = z.object({
  to: z.string(),
  step: z.enum(upgradeSteps),
  sent_bytes: z.int(),
  total_bytes: z.int(),
})
export type RunningUpgrade = z.output<typeof runningUpgrade>

export const failedUpgrade = z.object({
  from: z.string().nullable(),
  to: z.string(),
  reason: z.string(),
  at: time,
  /** The end of what the new version wrote, where it was started. */
  last_lines: z.array(z.string()),
})
export type FailedUpgrade = z.output<typeof failedUpgrade>

export const node = z.object({
  id: z.int(),
  name: z.string(),
  enabled: z.boolean(),
  enrolled: z.boolean(),
  online: z.boolean(),
  last_seen_at: time.nullable(),
  version: z.string().nullable(),
  os: z.string().nullable(),
  arch: z.string().nullable(),
  /** Whether new game servers may come to it; beside `enabled`, which says whether it may connect. */
  placement: z.enum(placementStates),
  location: z.string().nullable(),
  tags: z.array(z.string()),
  capacity: nodeCapacity,
  runtimes: z.array(z.string()),
  ips: z.array(z.string()),
  work_path: z.string().nullable(),
  limits: z.object({
    cpu_cores: z.int().optional(),
    memory_bytes: z.int().optional(),
    disk_bytes: z.int().optional(),
  }),
  /** Off until it is switched on; `problem` says why it does not listen though it should. */
  sftp: z.object({
    enabled: z.boolean(),
    port: z.int(),
    listening: z.boolean(),
    host_key_fingerprint: z.string().nullable(),
    problem: z.string().nullable(),
  }),
  /** When the panel refused this node last, and why; null once it was let in again. */
  refusal: z.object({ at: time, code: z.enum(refusalCodes).nullable(), reason: z.string() }).nullable(),
  /** Of the daemon, to the panel's own version. */
  upgrade: z.object({
    /** Null: the node is not behind. */
    available: z.string().nullable(),
    /** How the daemon was installed; null: it is too old to say. */
    method: z.enum(installMethods).nullable(),
    package_name: z.string().nullable(),
    /** Null: it can be upgraded from here, or is not behind. */
    obstacle: z.enum(upgradeObstacles).nullable(),
    running: runningUpgrade.nullable(),
    failed: failedUpgrade.nullable(),
  }),
  /** When the certificate by which the panel knows the node runs out; the node renews it months before. */
  certificate_expires_at: time.nullable(),
  created_at: time,
})
export type Node = z.output<typeof node>

export const listNodes = endpoint({
  method: 'GET',
  path: '/api/nodes',
  summary: 'All nodes',
  query: pageQuery,
  answer: z.array(node),
  paged: true,
})

export const readNode = endpoint({
  method: 'GET',
  path: '/api/nodes/{id}',
  summary: 'One node',
  params: idParams,
  answer: node,
  gives: ['ETag'],
})

export const createNode = endpoint({
  method: 'POST',
  path: '/api/nodes',
  idempotencyKey: 'taken',
  summary: 'Add a node; it joins with its enrollment key',
  body: z.object({ name: displayName }),
  answer: node,
  status: 201,
})

export const changeNode = endpoint({
  method: 'PUT',
  path: '/api/nodes/{id}',
  summary:
    'Rename a node, say what may come to it, switch its SFTP on or off, or switch it off itself: then its game servers run on unseen',
  params: idParams,
  body: z.object({
    name: displayName.optional(),
    enabled: z.boolean().optional(),
    sftp: z.object({ enabled: z.boolean().optional(), port: portNumber.optional() }).optional(),
    placement: z.enum(placementStates).optional(),
    location: nodeLocation.nullable().optional(),
    tags: nodeTags.optional(),
    /** What is left out stays as it is. */
    capacity: z
      .object({
        reserve: nodeCapacity.shape.reserve.partial().optional(),
        overcommit_percent: nodeCapacity.shape.overcommit_percent.partial().optional(),
      })
      .optional(),
  }),
  answer: node,
  takes: ['If-Match'],
  gives: ['ETag'],
  refuses: ['precondition_failed'],
})

export const nodePort = z.object({
  port: z.int(),
  /** What the game server uses it for; `further`: one more that its template tells. */
  purpose: z.enum(['game', 'query', 'rcon', 'further']),
  server_id: z.int(),
  server_name: z.string(),
})
export type NodePort = z.output<typeof nodePort>

export const listNodePorts = endpoint({
  method: 'GET',
  path: '/api/nodes/{id}/ports',
  summary: 'The ports that game servers of the node have taken',
  params: idParams,
  answer: z.array(nodePort),
})

export const logLine = z.object({
  at: time.nullable(),
  level: z.string(),
  message: z.string(),
})
export type LogLine = z.output<typeof logLine>

export const readNodeLogs = endpoint({
  method: 'GET',
  path: '/api/nodes/{id}/logs',
  summary: "The end of the daemon's log, oldest first",
  params: idParams,
  query: z.object({ lines: z.coerce.number().int().min(1).max(1_000).default(200) }),
  answer: z.array(logLine),
})

export const deleteNode = endpoint({
  method: 'DELETE',
  path: '/api/nodes/{id}',
  summary: 'Remove a node that holds no game servers',
  params: idParams,
})

export const issueEnrollment = endpoint({
  method: 'POST',
  path: '/api/nodes/{id}/enrollment',
  idempotencyKey: 'refused',
  summary: 'A one-time enrollment key and the command that uses it',
  params: idParams,
  answer: z.object({ key: z.string(), command: z.string(), expires_in: z.int() }),
  status: 201,
})

export const upgradeNode = endpoint({
  method: 'POST',
  path: '/api/nodes/{id}/upgrade',
  idempotencyKey: 'ignored',
  summary: "Bring the daemon of a node to the panel's version; its games run on",
  params: idParams,
  answer: node,
  status: 202,
})

export const upgradeNodes = endpoint({
  method: 'POST',
  path: '/api/nodes/upgrade',
  idempotencyKey: 'ignored',
  summary: 'Upgrade all nodes that are behind, one after the other, until one fails',
  answer: z.object({ node_ids: z.array(z.int()) }),
  status: 202,
})

export const readLinkAddress = endpoint({
  method: 'GET',
  path: '/api/nodes/link',
  summary: "Where daemons dial in, and the panel's certificate authority",
  answer: z.object({ grpc_port: z.int(), ca_pem: z.string() }),
})
