// Writes a fact from the live channel into lists and objects that are already on the page.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import type { Task } from '@rookery/contracts/http/tasks.ts'
import type {
  GameServerEvent,
  NodeEvent,
  NodeUpgradeEvent,
  TaskEvent,
} from '@rookery/contracts/websocket/events.ts'

type Newest<Event extends { payload: { id: number } }> = ReadonlyMap<number, Event['payload']>

export function withGameServerEvent<Known extends GameServer>(
  gameServer: Known,
  events: Newest<GameServerEvent>,
): Known {
  const event = events.get(gameServer.id)
  if (!event || 'removed' in event) return gameServer
  return { ...gameServer, state: event.state, state_reason: event.reason, state_changed_at: event.changed_at }
}

export const gameServersAfter = (list: GameServer[], events: Newest<GameServerEvent>): GameServer[] =>
  list
    .filter(({ id }) => {
      const event = events.get(id)
      return !event || !('removed' in event)
    })
    .map(gameServer => withGameServerEvent(gameServer, events))

/** A task never goes back: a late message about a task that has ended changes nothing. */
export function withTaskEvent(task: Task, events: Newest<TaskEvent>): Task {
  const event = events.get(task.id)
  if (!event || task.ended_at) return task
  return { ...task, status: event.status, message: event.message, progress: event.progress }
}

export function withNodeEvent(node: Node, events: Newest<NodeEvent>): Node {
  const event = events.get(node.id)
  return event ? { ...node, online: event.online } : node
}

export function withNodeUpgrade(node: Node, events: Newest<NodeUpgradeEvent>): Node {
  const event = events.get(node.id)
  if (!event) return node
  const { running, failed } = event
  return { ...node, upgrade: { ...node.upgrade, running, failed } }
}

export function withNodePresence<Known extends GameServer>(
  gameServer: Known,
  events: Newest<NodeEvent>,
): Known {
  const event = events.get(gameServer.node_id)
  return event ? { ...gameServer, node_online: event.online } : gameServer
}
