// The events channel: facts about everything that the caller may see, for lists and the home page.

import { closeCodes } from '@rookery/contracts/websocket/envelope.ts'
import { type NodeUsageRow, recentRequest, usageHistoryRequest } from '@rookery/contracts/websocket/events.ts'
import type { AccountCaller } from '../../platform/caller.ts'
import type { Change, Changes } from '../../platform/changes.ts'
import { administratorInSection, inSection, signedIn } from '../../platform/http/access-rule.ts'
import { timeOf } from '../../platform/times.ts'
import type { Channel } from '../../platform/websocket/channel.ts'
import type { Connection } from '../../platform/websocket/connection.ts'
import { unknownMessage } from '../../platform/websocket/logic/unknown-message.ts'
import type { Access } from '../access/access.ts'
import { isVisible, type VisibleObjects } from '../access/logic/visible-objects.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { Metrics, PlayersBatch, UsageBatch } from '../metrics/metrics.ts'
import { permissionOfTask } from '../tasks/task-permission-rules.ts'
import { createRecentChanges } from './recent-changes.ts'

interface EventsDeps {
  changes: Changes
  access: Access
  gameServers: GameServers
  metrics: Metrics
}

export function eventsChannel({ changes, access, gameServers, metrics }: EventsDeps): Channel {
  const usageView = createBatchView<UsageBatch[number]>(userId =>
    access.gameServersWith(userId, 'game-server-metrics'),
  )
  const playersView = createBatchView<PlayersBatch[number]>(userId => access.visibleGameServers(userId))
  const recent = createRecentChanges(changes, () => performance.now())
  /** A change is told to everybody who listens; which game servers it is about is read once. */
  const onNodes = new WeakMap<Change, Promise<number[]>>()
  return {
    path: '/api/ws/events',
    summary: 'State changes of everything that the caller may see',
    access: signedIn('refused'),
    open(connection) {
      let order: Promise<unknown> = Promise.resolve()
      connection.onMessage((type, payload) => {
        if (type === 'usage-history') return void passUsageHistory(connection, payload).catch(() => {})
        if (type !== 'recent') {
          return connection.refuse('malformed_request', unknownMessage('/api/ws/events', type))
        }
        const read = recentRequest.safeParse(payload)
        if (!read.success) return connection.refuse('malformed_request', 'recent takes within_ms, a number')
        order = order.then(() => passRecent(connection, read.data.within_ms)).catch(() => {})
      })
      const unlisten = changes.listen(change => {
        if (change.kind === 'task-output') return
        // Nobody knows what was not told: whoever looks reads everything anew.
        if (change.kind === 'changes-missed') {
          return connection.close(closeCodes.panelStops, 'some events were missed: connect again')
        }
        order = order.then(() => pass(connection, change)).catch(() => {})
      })
      const unlistenUsage = metrics.usage.listen({
        usage: (batch, nodes) => {
          order = order.then(() => passUsage(connection, batch, nodes)).catch(() => {})
        },
        players: batch => {
          order = order.then(() => passPlayers(connection, batch)).catch(() => {})
        },
      })
      connection.onClose(() => {
        unlisten()
        unlistenUsage()
      })
    },
  }

  async function pass(connection: Connection, change: Change): Promise<void> {
    const message = messageOf(change)
    if (message && (await maySee(connection.caller, change))) connection.send(message.type, message.payload)
  }

  /** What somebody missed who asked for the lists this long before the channel was open. */
  async function passRecent(connection: Connection, withinMs: number): Promise<void> {
    const missed = recent.within(withinMs)
    for (const change of missed ?? []) await pass(connection, change)
    connection.send('event.recent', { complete: missed !== null })
  }

  async function passUsage(
    connection: Connection,
    batch: UsageBatch,
    ofNodes: readonly NodeUsageRow[],
  ): Promise<void> {
    const servers = await usageView.visible(connection.caller, batch)
    const seen = await access.visibleObjects(connection.caller.userId, 'node')
    const nodes = ofNodes.filter(({ id }) => isVisible(seen, id))
    if (servers.length + nodes.length === 0) return
    connection.send('event.usage', nodes.length > 0 ? { servers, nodes } : { servers })
  }

  async function passPlayers(connection: Connection, batch: PlayersBatch): Promise<void> {
    const servers = await playersView.visible(connection.caller, batch)
    if (servers.length > 0) connection.send('event.players', { servers })
  }

  /** Beside the order of the others: it may wait for a node, and tells of nothing that changes. */
  async function passUsageHistory(connection: Connection, payload: unknown): Promise<void> {
    const read = usageHistoryRequest.safeParse(payload)
    if (!read.success)
      return connection.refuse('malformed_request', 'usage-history takes ids, at most 200 numbers')
    const histories = await metrics.usage.history(read.data.ids)
    const seen = await access.gameServersWith(connection.caller.userId, 'game-server-metrics')
    const servers = histories.filter(([id]) => isVisible(seen, id))
    if (servers.length > 0) connection.send('event.usage-history', { servers })
  }

  async function mayFollow(caller: AccountCaller, task: Extract<Change, { kind: 'task' }>) {
    if (await access.isAllowed(inSection('task', 'view'), caller, { id: String(task.taskId) })) return true
    const followed = await access.gameServersWith(caller.userId, permissionOfTask[task.taskKind])
    return task.gameServerId !== null && isVisible(followed, task.gameServerId)
  }

  function gameServersOn(change: Extract<Change, { kind: 'node-presence' }>): Promise<number[]> {
    const known = onNodes.get(change) ?? gameServers.visibleOnNode(change.nodeId)
    onNodes.set(change, known)
    return known
  }

  async function maySee(caller: AccountCaller, change: Change): Promise<boolean> {
    const { userId } = caller
    const visible = await access.visibleGameServers(userId)
    const sees = (id: number) => isVisible(visible, id)
    switch (change.kind) {
      case 'game-server-state':
      case 'game-server-removed':
      case 'activity-written':
      case 'backups-changed':
        return sees(change.gameServerId)
      case 'backup-trouble':
        return isVisible(await access.gameServersWith(userId, 'game-server-files'), change.gameServerId)
      case 'panel-backup-trouble':
        return access.isAdministrator(userId)
      case 'people-activity-written':
        return change.userIds.includes(userId) || (await access.isAdministrator(userId))
      case 'task':
        return mayFollow(caller, change)
      case 'node-presence':
        return (
          isVisible(await access.visibleObjects(userId, 'node'), change.nodeId) ||
          (await gameServersOn(change)).some(sees)
        )
      case 'node-install':
        return access.isAllowed(administratorInSection('node', 'edit'), caller, { id: String(change.nodeId) })
      case 'settings-changed':
        return true
      case 'node-upgrade':
        return isVisible(await access.visibleObjects(userId, 'node'), change.nodeId)
      case 'task-output':
      case 'game-server-edited':
      case 'signed-in':
      case 'plugin-changed':
      case 'login-session-ended':
      case 'login-sessions-ended':
      case 'rights-changed':
      case 'user-changed':
      case 'user-removed':
      case 'personal-access-token-revoked':
      case 'service-account-key-ends':
      case 'changes-missed':
      case 'events-numbered':
      case 'template-changed':
        return false
    }
  }
}

function messageOf(change: Change): { type: string; payload: object } | null {
  switch (change.kind) {
    case 'game-server-state': {
      const { gameServerId: id, state, reason, changedAtMs, isSuspensionNew } = change
      const news = isSuspensionNew && { suspension_changed: true }
      return {
        type: 'event.server',
        payload: { id, state, reason, changed_at: timeOf(changedAtMs), ...news },
      }
    }
    case 'game-server-removed':
      return { type: 'event.server', payload: { id: change.gameServerId, removed: true } }
    case 'activity-written':
      return { type: 'event.activity', payload: { server_id: change.gameServerId } }
    case 'people-activity-written':
      return { type: 'event.activity', payload: { server_id: null } }
    case 'backups-changed':
      return { type: 'event.backups', payload: { server_id: change.gameServerId } }
    case 'backup-trouble': {
      const { gameServerId: server_id, trouble, message } = change
      return { type: 'event.backups', payload: { server_id, trouble, message } }
    }
    case 'panel-backup-trouble': {
      const { trouble, message } = change
      return { type: 'event.panel-backup', payload: { trouble, message } }
    }
    case 'task': {
      const { taskId: id, gameServerId: server_id, taskKind: kind, status, message, progress } = change
      return { type: 'event.task', payload: { id, server_id, kind, status, message, progress } }
    }
    case 'node-presence':
      return { type: 'event.node', payload: { id: change.nodeId, online: change.online } }
    case 'node-install': {
      const { nodeId: id, step, problem } = change
      return { type: 'event.node-install', payload: { id, step, problem } }
    }
    case 'node-upgrade': {
      const { nodeId: id, running, failed } = change
      return { type: 'event.node-upgrade', payload: { id, running, failed } }
    }
    case 'settings-changed':
      return { type: 'event.settings', payload: {} }
    case 'task-output':
    case 'game-server-edited':
    case 'signed-in':
    case 'plugin-changed':
    case 'login-session-ended':
    case 'login-sessions-ended':
    case 'rights-changed':
    case 'user-changed':
    case 'user-removed':
    case 'personal-access-token-revoked':
    case 'service-account-key-ends':
    case 'changes-missed':
    case 'events-numbered':
    case 'template-changed':
      return null
  }
}

/**
 * Cuts what is told of game servers to those that a person may see it of. What it costs depends on how many these are
 * and not on how many there are in all: whoever sees a few is looked up, whoever sees all but a few is not looked
 * through.
 */
export function createBatchView<Entry extends readonly [id: number, ...rest: unknown[]]>(
  seenBy: (userId: number) => Promise<VisibleObjects>,
) {
  /** A batch goes to everybody who listens and is ordered once. */
  const ordered = new WeakMap<Entry[], Map<number, Entry>>()

  function byId(batch: Entry[]): Map<number, Entry> {
    const known = ordered.get(batch) ?? new Map(batch.map(entry => [entry[0], entry]))
    ordered.set(batch, known)
    return known
  }

  return {
    async visible(caller: Pick<AccountCaller, 'userId'>, batch: Entry[]): Promise<Entry[]> {
      const seen = await seenBy(caller.userId)
      if (!seen.all) {
        const entries = byId(batch)
        return seen.only.map(id => entries.get(id)).filter(entry => entry !== undefined)
      }
      if (seen.except.length === 0) return batch
      const hidden = new Set(seen.except)
      return batch.filter(([id]) => !hidden.has(id))
    },
  }
}
