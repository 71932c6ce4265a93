// The catalogue of events: what the panel tells programs, each kind with its version, payload, sentence and example.
// A payload only grows within a version: whoever reads one ignores fields it does not know.

import * as z from 'zod'
import { time } from './http/shapes.ts'
import { runStates, taskKinds, taskStatuses } from './run-states.ts'

/** The name is that of the moment; empty where the object was deleted before anybody could look. */
const named = z.object({ id: z.int(), name: z.string() })
const account = z.object({ id: z.int(), login: z.string() })
/** Null where no user asked for it, or where the reader may not know who did. */
const by = account.nullable()
const onServer = { server: named, node: named }
const message = z.string().nullable()
const upgrade = { node: named, from: z.string().nullable(), to: z.string() }

const sampleServer = {
  server: { id: 12, name: 'Wolfpack survival' },
  node: { id: 3, name: 'basement' },
}
const sampleUser = { id: 5, login: 'mara' }

interface Described<Data extends z.ZodType> {
  version: number
  /** What has happened, for people. */
  sentence: string
  /** Who sees it beside administrators: whom the server, the node or the user concerns; nobody else what is of the panel. */
  about: 'server' | 'node' | 'user' | 'panel'
  data: Data
  example: z.output<Data>
}

const event = <Data extends z.ZodType>(described: Described<Data>) => described

export const eventCatalog = {
  'server.created': event({
    version: 1,
    sentence: 'A server was created, cloned, adopted or brought back.',
    about: 'server',
    data: z.object({ ...onServer, by }),
    example: { ...sampleServer, by: sampleUser },
  }),
  'server.deleted': event({
    version: 1,
    sentence: 'A server was deleted. Its files were deleted too, or are kept until someone restores it.',
    about: 'server',
    data: z.object({ ...onServer, by, files: z.enum(['keep', 'delete']) }),
    example: { ...sampleServer, by: sampleUser, files: 'keep' },
  }),
  'server.suspended': event({
    version: 1,
    sentence:
      'An administrator suspended a server, or changed the reason. It is stopped, and nothing starts it.',
    about: 'server',
    data: z.object({ ...onServer, by, reason: z.string() }),
    example: { ...sampleServer, by: sampleUser, reason: 'The invoice of March is not paid' },
  }),
  'server.unsuspended': event({
    version: 1,
    sentence: 'The suspension of a server ended. It can be started again.',
    about: 'server',
    data: z.object({ ...onServer, by }),
    example: { ...sampleServer, by: sampleUser },
  }),
  'server.state_changed': event({
    version: 1,
    sentence: 'A server has a new state: it is starting, running, stopping, stopped, and so on.',
    about: 'server',
    data: z.object({
      ...onServer,
      state: z.enum(runStates),
      /** By the clock of its node. */
      changed_at: time,
      reason: z.string().nullable(),
    }),
    example: { ...sampleServer, state: 'running', changed_at: '2026-03-01T18:04:09.120Z', reason: null },
  }),
  'server.crashed': event({
    version: 1,
    sentence: 'A server crashed. Its crash policy may start it again; server.state_changed tells.',
    about: 'server',
    data: z.object({
      ...onServer,
      changed_at: time,
      reason: z.string().nullable(),
      exit_code: z.int().nullable(),
      out_of_memory: z.boolean(),
    }),
    example: {
      ...sampleServer,
      changed_at: '2026-03-01T18:11:52.004Z',
      reason: 'exit code 1',
      exit_code: 1,
      out_of_memory: false,
    },
  }),
  'task.ended': event({
    version: 1,
    sentence: 'A task has ended: a start, stop, installation, update, backup or other work on a server.',
    about: 'server',
    data: z.object({
      ...onServer,
      by,
      task: z.object({
        id: z.int(),
        kind: z.enum(taskKinds),
        status: z.enum(taskStatuses),
        /** Why it failed. */
        message,
        exit_code: z.int().nullable(),
      }),
    }),
    example: {
      ...sampleServer,
      by: sampleUser,
      task: { id: 812, kind: 'update', status: 'error', message: 'the download failed', exit_code: null },
    },
  }),
  'backup.ended': event({
    version: 1,
    sentence: 'A backup of a server was taken.',
    about: 'server',
    data: z.object({ ...onServer, by, task_id: z.int() }),
    example: { ...sampleServer, by: null, task_id: 813 },
  }),
  'backup.failed': event({
    version: 1,
    sentence: 'A backup of a server, its check or its test restore failed.',
    about: 'server',
    data: z.object({ ...onServer, message, newest_at: time.nullable() }),
    example: {
      ...sampleServer,
      message: 'the storage is full',
      newest_at: '2026-02-28T03:00:12.000Z',
    },
  }),
  'backup.overdue': event({
    version: 1,
    sentence: 'A server that could be backed up was not for a week.',
    about: 'server',
    data: z.object({ ...onServer, newest_at: time.nullable() }),
    example: { ...sampleServer, newest_at: '2026-02-20T03:00:12.000Z' },
  }),
  'node.online': event({
    version: 1,
    sentence: 'A node is connected to the panel, for the first time or again.',
    about: 'node',
    data: z.object({ node: named }),
    example: { node: sampleServer.node },
  }),
  'node.offline': event({
    version: 1,
    sentence: 'A node has been away for half a minute. Its servers may run on; nobody knows.',
    about: 'node',
    data: z.object({ node: named, since: time }),
    example: { node: sampleServer.node, since: '2026-03-01T18:20:00.000Z' },
  }),
  'node.upgrade_failed': event({
    version: 1,
    sentence: 'The daemon of a node could not be upgraded and runs its former version.',
    about: 'node',
    data: z.object({ ...upgrade, reason: z.string() }),
    example: { node: sampleServer.node, from: '0.9.0', to: '0.10.0', reason: 'the node did not come back' },
  }),
  'panel_backup.trouble': event({
    version: 1,
    sentence: "The panel's own backup failed or is overdue.",
    about: 'panel',
    data: z.object({ trouble: z.string(), message }),
    example: { trouble: 'failed', message: 'the storage cannot be reached' },
  }),
  'panel_backup.recovered': event({
    version: 1,
    sentence: "The panel's own backup works again.",
    about: 'panel',
    data: z.object({}),
    example: {},
  }),
  'user.created': event({
    version: 1,
    sentence: 'A user was created.',
    about: 'user',
    data: z.object({ user: account }),
    example: { user: sampleUser },
  }),
  'user.deleted': event({
    version: 1,
    sentence: 'A user was deleted.',
    about: 'user',
    data: z.object({ user: account }),
    example: { user: sampleUser },
  }),
  'user.suspended': event({
    version: 1,
    sentence: 'An administrator suspended a user, or changed the reason. They are signed out and not let in.',
    about: 'user',
    data: z.object({ user: account, reason: z.string() }),
    example: { user: sampleUser, reason: 'The invoice of March is not paid' },
  }),
  'user.unsuspended': event({
    version: 1,
    sentence: 'The suspension of a user ended.',
    about: 'user',
    data: z.object({ user: account }),
    example: { user: sampleUser },
  }),
  'user.signed_in': event({
    version: 1,
    sentence: 'Someone signed in. Told only where what people do is recorded (ACTIVITY_PEOPLE).',
    about: 'user',
    data: z.object({ user: account, ip: z.string() }),
    example: { user: sampleUser, ip: '192.0.2.17' },
  }),
  'webhook.disabled': event({
    version: 1,
    sentence: 'A webhook was disabled because nothing could be delivered to it for days.',
    about: 'panel',
    data: z.object({ webhook: named }),
    example: { webhook: { id: 2, name: 'Status page' } },
  }),
} as const

export type EventKind = keyof typeof eventCatalog
export type EventData<Kind extends EventKind = EventKind> = z.output<(typeof eventCatalog)[Kind]['data']>

export const eventKinds = Object.keys(eventCatalog) as [EventKind, ...EventKind[]]

/** What most people want to hear of first. */
export const usualEventKinds: readonly EventKind[] = ['server.crashed', 'node.offline', 'backup.failed']

/** What somebody may have to do something about. */
export const problemEventKinds: readonly EventKind[] = [
  ...usualEventKinds,
  'backup.overdue',
  'node.upgrade_failed',
  'panel_backup.trouble',
  'webhook.disabled',
]

/** Those about one server: a webhook for certain servers is told of these for its own alone. */
export const serverEventKinds = eventKinds.filter(kind => eventCatalog[kind].about === 'server')

/** What a program receives, in a webhook and on the channel. */
export const deliveredEvent = z.object({
  /** The same for every delivery of this event: remember it, and one that comes twice is known. */
  id: z.uuid(),
  /** Counts up; the order in which the panel learned of things. */
  seq: z.int(),
  type: z.string(),
  version: z.int(),
  /** When it happened. */
  at: time,
  data: z.record(z.string(), z.unknown()),
})
export type DeliveredEvent = z.output<typeof deliveredEvent>
