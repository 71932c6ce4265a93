// Messages of /api/ws/events: the facts that lists and the home page need, for all that the caller may see.

import * as z from 'zod'
import type { InstallStep } from '../http/node-install.ts'
import type { FailedUpgrade, RunningUpgrade } from '../http/nodes.ts'
import type { RunState, TaskStatus } from '../run-states.ts'
import type { Envelope } from './envelope.ts'

export type GameServerEvent = Envelope<
  'event.server',
  { id: number; state: RunState; reason: string | null; changed_at: string } | { id: number; removed: true }
>
export type TaskEvent = Envelope<
  'event.task',
  {
    id: number
    server_id: number | null
    kind: string
    status: TaskStatus
    message: string | null
    progress: number | null
  }
>
export type NodeEvent = Envelope<'event.node', { id: number; online: boolean }>

/** For administrators: how far the installation of a new node is. */
export type NodeInstallEvent = Envelope<
  'event.node-install',
  { id: number; step: InstallStep; problem: string | null }
>

/** How far the upgrade of a node's daemon is; neither: it is over and has worked. */
export type NodeUpgradeEvent = Envelope<
  'event.node-upgrade',
  { id: number; running: RunningUpgrade | null; failed: FailedUpgrade | null }
>

/** New lines of what happened to a game server can be read. */
export type ActivityEvent = Envelope<'event.activity', { server_id: number }>

/** Settings of the panel have changed; what they are now is read. */
export type SettingsEvent = Envelope<'event.settings', Record<string, never>>

/** Game server, processor load in percent (100 = one core) and memory in bytes; null where it cannot be measured. */
export type UsageEvent = Envelope<
  'event.usage',
  { servers: [id: number, cpu: number | null, memory: number | null][] }
>

/** `recent`, the only message that this channel takes: what has changed in so many milliseconds before it was open? */
export const recentRequest = z.object({ within_ms: z.number().min(0) })

/** After those changes. Not complete: the panel does not remember that far back, and lists are read again. */
export type RecentEvent = Envelope<'event.recent', { complete: boolean }>

export type EventMessage =
  | GameServerEvent
  | TaskEvent
  | NodeEvent
  | NodeInstallEvent
  | NodeUpgradeEvent
  | ActivityEvent
  | SettingsEvent
  | UsageEvent
  | RecentEvent
