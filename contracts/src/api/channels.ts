// The WebSocket channels for whoever programs against them: parameters, messages of both directions, close codes.

import * as z from 'zod'
import { type ErrorCode, errors } from '../errors.ts'
import { deliveredEvent } from '../event-catalog.ts'
import { installStep } from '../http/node-install.ts'
import { failedUpgrade, runningUpgrade } from '../http/nodes.ts'
import { panelBackupTroubles } from '../http/panel-backup.ts'
import { gameServerSeries, type MetricSeriesName, nodeSeries } from '../metric-series.ts'
import { runStates, taskStatuses } from '../run-states.ts'
import {
  type AttachClosed,
  type AttachOutput,
  type AttachStarted,
  attachInputPayload,
  terminalSize,
} from '../websocket/attach.ts'
import {
  type ChannelError,
  type ConsoleHistory,
  type ConsoleOutput,
  type ConsoleStatus,
  consoleCommandPayload,
  type Pong,
} from '../websocket/console.ts'
import type { closeCodes, Envelope } from '../websocket/envelope.ts'
import type { EventFeedBegin, EventFeedEvent, EventFeedPosition } from '../websocket/event-feed.ts'
import * as events from '../websocket/events.ts'
import type { Metrics, MetricsError, MetricsReplay, MetricsReplayDone } from '../websocket/metrics.ts'
import type { TaskCompleteMessage, TaskOutputMessage, TaskStatusMessage } from '../websocket/tasks.ts'

export interface DescribedMessage {
  type: string
  description: string
  payload: z.ZodType
}

export interface DescribedChannel {
  /** As the panel serves it. */
  path: string
  name: string
  title: string
  description: string
  /** What may stand in the address beside `token`. */
  query: Readonly<Record<string, string>>
  /** From the panel. */
  receives: readonly DescribedMessage[]
  /** To the panel. */
  sends: readonly DescribedMessage[]
}

/** Its payload is what the panel sends: a schema that says something else does not compile. */
const from = <Message extends Envelope>(
  type: Message['type'],
  description: string,
  payload: z.ZodType<Message['payload']>,
): DescribedMessage => ({ type, description, payload })

const to = (type: string, description: string, payload: z.ZodType = z.object({})): DescribedMessage => ({
  type,
  description,
  payload,
})

const nothing = z.object({})
const stream = { seq: z.int(), stream_id: z.string(), gap: z.boolean() }
const errorCode = z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]])
const seriesName = z.enum(
  [...gameServerSeries, ...nodeSeries].map(({ name }) => name) as [MetricSeriesName, ...MetricSeriesName[]],
)
const maybe = z.number().nullable()

const refused = from<ChannelError>(
  'error',
  'A message was refused; the channel stays open.',
  z.object({ code: z.string(), message: z.string() }),
)
const pong = from<Pong>('pong', 'The answer to `ping`.', nothing)
const ping = to('ping', 'Asks for a sign of life.')

const labels = z.union([z.object({ server_id: z.int() }), z.object({ node_id: z.int() })])
const metricValues = z.union([
  z.object({
    samples: z.array(
      z.object({ name: seriesName, labels, points: z.array(z.tuple([z.number(), z.number()])) }),
    ),
  }),
  z.object({
    columns: z.array(
      z.object({ labels, times: z.array(z.number()), values: z.partialRecord(seriesName, z.array(maybe)) }),
    ),
  }),
])
const metricMessages = [
  from<MetricsReplay>(
    'metrics.replay',
    'Values from before the channel was open, in none or several messages.',
    metricValues,
  ),
  from<MetricsReplayDone>('metrics.replay.done', 'The replay is over. Comes exactly once.', nothing),
  from<Metrics>('metrics', 'New values.', metricValues),
  from<MetricsError>(
    'metrics.error',
    'Collection is interrupted; it continues automatically. `node_ids` says on which nodes.',
    z.object({ code: errorCode, message: z.string(), node_ids: z.array(z.int()).optional() }),
  ),
  refused,
  pong,
]
const metricQuery = {
  series: 'Names of series, separated by commas; all without it.',
  form: '`columns`: each moment once, with one value for each series.',
}
const resume = {
  since: 'The last `seq` that you have: what came after it is sent.',
  stream: 'The `stream_id` that `since` belongs to.',
}

const usageServers = z.array(z.tuple([z.int(), maybe, maybe]))
const nodeUsage = z.object({
  id: z.int(),
  cpu_percent: maybe,
  memory_percent: maybe,
  disk_percent: maybe,
  memory_bytes: maybe,
  memory_total_bytes: maybe,
  disk_bytes: maybe,
  disk_total_bytes: maybe,
  cpu_percent_lately: maybe,
  memory_percent_lately: maybe,
})

export const describedChannels: readonly DescribedChannel[] = [
  {
    path: '/api/ws/servers/{server}/console',
    name: 'serverConsole',
    title: 'Console of a server',
    description: 'The output of a game server as it comes, and commands to it. `seq` counts bytes.',
    query: resume,
    receives: [
      from<ConsoleHistory>(
        'console.history',
        'What was printed before. Always the first message, also when it is empty. `gap`: something before it is lost.',
        z.object({ output: z.string(), ...stream }),
      ),
      from<ConsoleOutput>('console.output', 'New output.', z.object({ chunk: z.string(), ...stream })),
      from<ConsoleStatus>(
        'console.status',
        'The state of the server has changed.',
        z.object({ state: z.enum(runStates), reason: z.string().nullable(), node_online: z.boolean() }),
      ),
      refused,
      pong,
    ],
    sends: [
      to(
        'console.command',
        'Types one line. Needs the permission “send console commands”.',
        consoleCommandPayload,
      ),
      ping,
    ],
  },
  {
    path: '/api/ws/servers/{server}/attach',
    name: 'serverTerminal',
    title: 'Terminal of a server',
    description: 'The terminal of a game server, byte for byte. Bytes travel as base64.',
    query: resume,
    receives: [
      from<AttachStarted>(
        'attach.started',
        'The terminal is attached.',
        z.object({ session_id: z.string(), stream_id: z.string(), cols: z.int(), rows: z.int() }),
      ),
      from<AttachOutput>(
        'attach.output',
        'New output, in base64.',
        z.object({ data: z.string(), ...stream }),
      ),
      from<AttachClosed>(
        'attach.closed',
        'The terminal is gone.',
        z.object({ reason: z.string(), exit_code: z.int().optional() }),
      ),
      refused,
      pong,
    ],
    sends: [
      to('attach.input', 'Types bytes, in base64.', attachInputPayload),
      to('attach.resize', 'Says how large your terminal is.', terminalSize),
      to('attach.detach', 'Leaves the terminal; the game runs on.'),
      ping,
    ],
  },
  {
    path: '/api/ws/tasks/{id}',
    name: 'task',
    title: 'Progress of a task',
    description:
      'Status and output of a task so far, then as they come. The panel closes the channel with 1000 after `task.complete`.',
    query: { language: 'As `Accept-Language` of a request, for what the steps of a template are called.' },
    receives: [
      from<TaskStatusMessage>(
        'task.status',
        'The status has changed.',
        z.object({
          task_id: z.int(),
          status: z.enum(taskStatuses),
          message: z.string().optional(),
          progress: z.number().optional(),
        }),
      ),
      from<TaskOutputMessage>(
        'task.output',
        'Output of the task. `seq` counts its bytes up to the end of `chunk`.',
        z.object({ task_id: z.int(), seq: z.int(), chunk: z.string() }),
      ),
      from<TaskCompleteMessage>(
        'task.complete',
        'The task has ended. The last message.',
        z.object({ task_id: z.int(), status: z.enum(taskStatuses), exit_code: z.int().optional() }),
      ),
      refused,
      pong,
    ],
    sends: [ping],
  },
  {
    path: '/api/ws/servers/{server}/metrics',
    name: 'serverMetrics',
    title: 'Metrics of a server',
    description: 'What a game server uses.',
    query: metricQuery,
    receives: metricMessages,
    sends: [ping],
  },
  {
    path: '/api/ws/nodes/{id}/metrics',
    name: 'nodeMetrics',
    title: 'Metrics of a node',
    description: 'What a node uses.',
    query: metricQuery,
    receives: metricMessages,
    sends: [ping],
  },
  {
    path: '/api/ws/nodes/metrics',
    name: 'allNodesMetrics',
    title: 'Metrics of all nodes',
    description: 'What all nodes that you can see use; `labels.node_id` tells the node.',
    query: metricQuery,
    receives: metricMessages,
    sends: [ping],
  },
  {
    path: '/api/ws/event-feed',
    name: 'eventFeed',
    title: 'Event feed',
    description:
      'The events of the catalog in their order, as far as you may see them, for programs that go on where they were. Each comes once; a number that is missing belongs to an event of another kind or of somebody else.',
    query: {
      since: 'The number of the last event that you have; without it the channel begins with what comes.',
      kinds: 'Kinds of events with commas between them; without it all of them.',
    },
    receives: [
      from<EventFeedBegin>(
        'event-feed.begin',
        'Where the channel begins. `gap`: a part of what came after `since` is forgotten, so read anew what you keep.',
        z.object({ seq: z.int(), gap: z.boolean() }),
      ),
      from<EventFeedEvent>('event-feed.event', 'Something has happened.', deliveredEvent),
      from<EventFeedPosition>(
        'event-feed.position',
        'Nothing up to this number is missing: go on after it when you connect again.',
        z.object({ seq: z.int() }),
      ),
      refused,
      pong,
    ],
    sends: [ping],
  },
  {
    path: '/api/ws/events',
    name: 'events',
    title: 'Events',
    description:
      'What changes about everything that you can see. When something may have been missed the channel closes with 1001: connect again and read your lists anew.',
    query: {},
    receives: [
      from<events.GameServerEvent>(
        'event.server',
        'The state of a server has changed, it was suspended or is no longer, or it was deleted.',
        z.union([
          z.object({
            id: z.int(),
            state: z.enum(runStates),
            reason: z.string().nullable(),
            changed_at: z.iso.datetime(),
            suspension_changed: z.literal(true).optional(),
          }),
          z.object({ id: z.int(), removed: z.literal(true) }),
        ]),
      ),
      from<events.TaskEvent>(
        'event.task',
        'A task has begun, progressed or ended.',
        z.object({
          id: z.int(),
          server_id: z.int().nullable(),
          kind: z.string(),
          status: z.enum(taskStatuses),
          message: z.string().nullable(),
          progress: maybe,
        }),
      ),
      from<events.NodeEvent>(
        'event.node',
        'A node has connected or is gone.',
        z.object({ id: z.int(), online: z.boolean() }),
      ),
      from<events.NodeInstallEvent>(
        'event.node-install',
        'How far the installation of a node is. For administrators.',
        z.object({ id: z.int(), step: installStep, problem: z.string().nullable() }),
      ),
      from<events.NodeUpgradeEvent>(
        'event.node-upgrade',
        'How far the upgrade of a node is; both null: it is done.',
        z.object({ id: z.int(), running: runningUpgrade.nullable(), failed: failedUpgrade.nullable() }),
      ),
      from<events.ActivityEvent>(
        'event.activity',
        'There is new activity; `server_id` null: of people.',
        z.object({ server_id: z.int().nullable() }),
      ),
      from<events.BackupsEvent>(
        'event.backups',
        'The backups of a server have changed, or are in trouble.',
        z.object({
          server_id: z.int(),
          trouble: z.enum(['failed', 'overdue']).optional(),
          message: z.string().optional(),
        }),
      ),
      from<events.PanelBackupEvent>(
        'event.panel-backup',
        'The backup of the panel is in trouble, or no longer. For administrators.',
        z.object({ trouble: z.enum(panelBackupTroubles).nullable(), message: z.string() }),
      ),
      from<events.SettingsEvent>('event.settings', 'Settings of the panel have changed.', nothing),
      from<events.UsageEvent>(
        'event.usage',
        'What servers use, every few seconds: id, CPU in percent of a core, memory in bytes. `nodes`: what nodes use.',
        z.object({ servers: usageServers, nodes: z.array(nodeUsage).optional() }),
      ),
      from<events.UsageHistoryEvent>(
        'event.usage-history',
        'The answer to `usage-history`: for each server how many seconds ago it used how much.',
        z.object({ servers: z.array(z.tuple([z.int(), z.array(z.tuple([z.number(), maybe, maybe]))])) }),
      ),
      from<events.PlayersEvent>(
        'event.players',
        'How many people play: id, players, slots.',
        z.object({ servers: usageServers }),
      ),
      from<events.RecentEvent>(
        'event.recent',
        'The end of the answer to `recent`. `complete` false: read your lists anew.',
        z.object({ complete: z.boolean() }),
      ),
      refused,
      pong,
    ],
    sends: [
      to(
        'recent',
        'Asks for the changes of so many milliseconds before the channel was open.',
        events.recentRequest,
      ),
      to('usage-history', 'Asks what servers have used lately.', events.usageHistoryRequest),
      ping,
    ],
  },
]

/** Why the panel closes a channel, and what a client does then. */
export const closeCodeTexts: Readonly<Record<keyof typeof closeCodes, string>> = {
  normal: 'The end: nothing more will come.',
  panelStops: 'The panel stops or something was missed. Connect again; the reason may say when.',
  protocolAbuse: 'Too many messages: more than 200 a second.',
  tooLarge: 'A message of more than 64 KiB.',
  internal: 'The panel could not check whether the channel may stay open. Connect again.',
  readerTooSlow: 'You read too slowly. Connect again with `since` and `stream`.',
  loginSessionEnded: 'The session has ended. Sign in again.',
  rightWithdrawn: 'A permission was withdrawn.',
  objectGone: 'What the channel is about was deleted.',
}
