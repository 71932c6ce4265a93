// Writes a fact from the live channel into lists and objects that are already on the page.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import type { Task } from '@rookery/contracts/http/tasks.ts'
import type { GameServerEvent, NodeEvent, TaskEvent } from '@rookery/contracts/websocket/events.ts'

export function withGameServerEvent<Known extends GameServer>(
  gameServer: Known,
  event: GameServerEvent['payload'],
): Known {
  if (gameServer.id !== event.id || 'removed' in event) return gameServer
  return { ...gameServer, state: event.state, state_reason: event.reason, state_changed_at: event.changed_at }
}

export function gameServersAfter(list: GameServer[], event: GameServerEvent['payload']): GameServer[] {
  if ('removed' in event) return list.filter(gameServer => gameServer.id !== event.id)
  return list.map(gameServer => withGameServerEvent(gameServer, event))
}

/** A task never goes back: a late message about a task that has ended changes nothing. */
export function withTaskEvent(task: Task, event: TaskEvent['payload']): Task {
  if (task.id !== event.id || task.ended_at) return task
  return { ...task, status: event.status, message: event.message, progress: event.progress }
}

export const withNodeEvent = (node: Node, event: NodeEvent['payload']): Node =>
  node.id === event.id ? { ...node, online: event.online } : node

export const withNodePresence = <Known extends GameServer>(gameServer: Known, event: NodeEvent['payload']) =>
  gameServer.node_id === event.id ? { ...gameServer, node_online: event.online } : gameServer
