// Messages of /api/ws/events: the facts that lists and the home page need, for all that the caller may see.

import * as z from 'zod'
import type { InstallStep } from '../http/node-install.ts'
import type { FailedUpgrade, RunningUpgrade } from '../http/nodes.ts'
import type { PanelBackupTrouble } from '../http/panel-backup.ts'
import type { RunState, TaskStatus } from '../run-states.ts'
import type { Envelope } from './envelope.ts'

export type GameServerEvent = Envelope<
  'event.server',
  | {
      id: number
      state: RunState
      reason: string | null
      changed_at: string
      /** It was suspended, or is no longer: the server itself says which. */
      suspension_changed?: true
    }
  | { id: number; removed: true }
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

/** New lines of what happened to a game server can be read; null: of what people did. */
export type ActivityEvent = Envelope<'event.activity', { server_id: number | null }>

/**
 * The backups of a game server, or what is known of them, have changed. With `trouble`, for those who may see its files:
 * one could not be taken, or none was taken for a week.
 */
export type BackupsEvent = Envelope<
  'event.backups',
  { server_id: number; trouble?: 'failed' | 'overdue'; message?: string }
>

/** For administrators: the panel's own backup has got into trouble, or out of it (null). */
export type PanelBackupEvent = Envelope<
  'event.panel-backup',
  { trouble: PanelBackupTrouble | null; message: string }
>

/** Settings of the panel have changed; what they are now is read. */
export type SettingsEvent = Envelope<'event.settings', Record<string, never>>

/** What a node uses, 100 percent being all that it has; null where it cannot be measured. */
export interface NodeUsageRow {
  id: number
  cpu_percent: number | null
  memory_percent: number | null
  disk_percent: number | null
  memory_bytes: number | null
  memory_total_bytes: number | null
  disk_bytes: number | null
  disk_total_bytes: number | null
  /** Averages of the last five minutes; null until so much was measured. */
  cpu_percent_lately: number | null
  memory_percent_lately: number | null
}

/**
 * Game server, processor load in percent (100 = one core) and memory in bytes; null where it cannot be measured.
 * `nodes`: those that the caller may see.
 */
export type UsageEvent = Envelope<
  'event.usage',
  { servers: [id: number, cpu: number | null, memory: number | null][]; nodes?: NodeUsageRow[] }
>

/** Game server, how many play and how many can; null where nobody knows any more. */
export type PlayersEvent = Envelope<
  'event.players',
  { servers: [id: number, players: number | null, max_players: number | null][] }
>

/** `usage-history`: what did these use before the channel was open? */
export const usageHistoryRequest = z.object({ ids: z.array(z.int().positive()).max(200) })

/** Game server, and how many seconds ago it used what, the oldest first; only what its node still knows. */
export type UsageHistoryEvent = Envelope<
  'event.usage-history',
  { servers: [id: number, points: [secondsAgo: number, cpu: number | null, memory: number | null][]][] }
>

/** `recent`: what has changed in so many milliseconds before it was open? */
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
  | BackupsEvent
  | PanelBackupEvent
  | SettingsEvent
  | UsageEvent
  | UsageHistoryEvent
  | PlayersEvent
  | RecentEvent
