// The change feed: facts that have happened, told to later features and to open channels. It carries no commands.

import {
  backupActivities,
  fileActions,
  gameServerChange,
  scheduleActivities,
} from '@rookery/contracts/http/activity.ts'
import { installStep } from '@rookery/contracts/http/node-install.ts'
import { failedUpgrade, runningUpgrade } from '@rookery/contracts/http/nodes.ts'
import { panelBackupTroubles } from '@rookery/contracts/http/panel-backup.ts'
import { runStates, taskKinds, taskStatuses } from '@rookery/contracts/run-states.ts'
import * as z from 'zod'

/** What somebody changed about a game server. */
const gameServerEdit = z.discriminatedUnion('what', [
  z.object({ what: z.literal('created') }),
  z.object({
    what: z.enum(['settings', 'details']),
    fields: z.array(z.string()).readonly(),
    variables: z.array(z.string()).readonly(),
    changes: z.array(gameServerChange).readonly().default([]),
  }),
  z.object({ what: z.literal('files'), deed: z.enum(fileActions), paths: z.array(z.string()).readonly() }),
  z.object({ what: z.literal('schedule'), deed: z.enum(scheduleActivities), name: z.string() }),
  z.object({ what: z.literal('backup'), deed: z.enum(backupActivities), of: z.string() }),
])

const id = z.int()

/**
 * Instances tell each other as JSON, and may be of two versions for a while: a new field has a default, and a kind that
 * takes the place of another is told beside it.
 */
const changeShape = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('game-server-state'),
    gameServerId: id,
    state: z.enum(runStates),
    reason: z.string().nullable(),
    changedAtMs: z.number(),
    exitCode: z.number().nullable(),
    /** False when a node that has come back tells what was known already. */
    isNews: z.boolean(),
    /** Its suspension has begun or ended, or has another reason. */
    isSuspensionNew: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('game-server-edited'), gameServerId: id, userId: id, edit: gameServerEdit }),
  z.object({ kind: z.literal('game-server-removed'), gameServerId: id }),
  /** New lines of what happened to it can be read. */
  z.object({ kind: z.literal('activity-written'), gameServerId: id }),
  /** New lines of what people did can be read, by administrators and by these: who did it, or whom it is about. */
  z.object({ kind: z.literal('people-activity-written'), userIds: z.array(id) }),
  /** Its game servers must be defined anew. */
  z.object({ kind: z.literal('template-changed'), templateId: id }),
  /** Its backups, or what is known of them, can be read anew. */
  z.object({ kind: z.literal('backups-changed'), gameServerId: id }),
  /** A backup could not be taken, or none was taken for too long. The same fact may be told again. */
  z.object({
    kind: z.literal('backup-trouble'),
    gameServerId: id,
    trouble: z.enum(['failed', 'overdue']),
    /** Tells this trouble from the next one. */
    fact: z.string(),
    /** Why it failed; empty: there is nothing to say. */
    message: z.string(),
    /** When the newest backup was taken; null: there is none. */
    newestAtMs: z.number().nullable(),
  }),
  /** The panel's own backup has got into trouble, or out of it (null). */
  z.object({
    kind: z.literal('panel-backup-trouble'),
    trouble: z.enum(panelBackupTroubles).nullable(),
    /** Why; empty: there is nothing to say. */
    message: z.string(),
  }),
  z.object({
    kind: z.literal('task'),
    taskId: id,
    gameServerId: id.nullable(),
    taskKind: z.enum(taskKinds),
    /** Who asked for it, or granted the plugin that did its permissions. */
    requestedBy: id.nullable(),
    /** Name of the plugin that asked for it. */
    plugin: z.string().nullable(),
    status: z.enum(taskStatuses),
    message: z.string().nullable(),
    progress: z.number().nullable(),
    exitCode: z.number().nullable(),
  }),
  z.object({ kind: z.literal('task-output'), taskId: id, seq: z.number(), chunk: z.string() }),
  /** Installed, changed or removed: every instance takes it up anew. */
  z.object({ kind: z.literal('plugin-changed'), pluginId: id }),
  z.object({ kind: z.literal('node-presence'), nodeId: id, online: z.boolean() }),
  /** A machine that becomes this node reports how far it is. */
  z.object({
    kind: z.literal('node-install'),
    nodeId: id,
    step: installStep,
    problem: z.string().nullable(),
  }),
  /** How far the upgrade of its daemon is; neither: it is over and has worked. */
  z.object({
    kind: z.literal('node-upgrade'),
    nodeId: id,
    running: runningUpgrade.nullable(),
    failed: failedUpgrade.nullable(),
  }),
  /** Settings of the panel; what they are now is read. */
  z.object({ kind: z.literal('settings-changed') }),
  z.object({ kind: z.literal('signed-in'), userId: id, login: z.string() }),
  z.object({ kind: z.literal('login-session-ended'), jti: z.string() }),
  /** All of this user that began before. */
  z.object({ kind: z.literal('login-sessions-ended'), userId: id, beforeMs: z.number() }),
  z.object({ kind: z.literal('rights-changed'), userId: z.union([id, z.literal('everybody')]) }),
  /** Login, password or name are new, or the user is gone. */
  z.object({ kind: z.literal('user-changed'), userId: id }),
  z.object({ kind: z.literal('user-removed'), userId: id }),
  z.object({ kind: z.literal('personal-access-token-revoked'), tokenId: id }),
  /** Of a service account: this key or, with null, all of its keys, at this time or, with null, now. */
  z.object({
    kind: z.literal('service-account-key-ends'),
    userId: id,
    keyId: id.nullable(),
    atMs: z.number().nullable(),
  }),
  /** Events up to this number can be read. */
  z.object({ kind: z.literal('events-numbered'), lastSeq: z.number() }),
  /** The line to the other instances was cut for a while: what they told then is unknown. */
  z.object({ kind: z.literal('changes-missed') }),
])
export type Change = z.output<typeof changeShape>

const kinds = new Set<unknown>(changeShape.options.map(({ shape }) => shape.kind.value))

/** What another instance has told. `unknown`: of a kind of which this version remembers nothing. */
export function readChange(value: unknown): Change | 'unknown' | 'unreadable' {
  const read = changeShape.safeParse(value)
  if (read.success) return read.data
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : null
  return typeof kind === 'string' && !kinds.has(kind) ? 'unknown' : 'unreadable'
}

export interface Changes {
  publish(change: Change): void
  /** Tells other instances too; resolves when they know. Here it is known before the first wait. */
  publishEverywhere(change: Change): Promise<void>
  /** Tells other instances too, soon and in order, without waiting: for what viewers see and nobody relies on. */
  announce(change: Change): void
  /** `elsewhere`: another instance has told it, and does whatever must be done once. */
  listen(listener: ChangeListener): () => void
}

export type ChangeOrigin = 'here' | 'elsewhere'
export type ChangeListener = (change: Change, origin: ChangeOrigin) => void

/** The change feed of this instance alone. */
export interface LocalChanges extends Changes {
  /** What another instance has told. */
  hear(change: Change): void
}

export function createChanges(): LocalChanges {
  const listeners = new Set<ChangeListener>()
  const publish = (change: Change) => {
    for (const listener of listeners) listener(change, 'here')
  }
  return {
    publish,
    publishEverywhere: async change => publish(change),
    announce: publish,
    hear(change) {
      for (const listener of listeners) listener(change, 'elsewhere')
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
