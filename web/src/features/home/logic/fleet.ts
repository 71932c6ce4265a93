// The fleet in groups and numbers.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { RunState } from '@rookery/contracts/run-states.ts'

export interface NodeGroup {
  nodeId: number
  nodeName: string
  isOnline: boolean
  gameServers: GameServer[]
}

/** The fleet by node, in the order of the nodes' names. */
export function fleetByNode(gameServers: readonly GameServer[]): NodeGroup[] {
  const groups = new Map<number, NodeGroup>()
  for (const gameServer of gameServers) {
    const group = groups.get(gameServer.node_id) ?? {
      nodeId: gameServer.node_id,
      nodeName: gameServer.node_name,
      isOnline: gameServer.node_online,
      gameServers: [],
    }
    group.gameServers.push(gameServer)
    groups.set(gameServer.node_id, group)
  }
  return [...groups.values()].sort((one, other) => one.nodeName.localeCompare(other.nodeName))
}

export type FleetSize = 'few' | 'some' | 'many'

/** Few enough for names, or so many that every square must be small. */
export function fleetSize(count: number): FleetSize {
  if (count <= 60) return 'few'
  return count <= 150 ? 'some' : 'many'
}

/** What needs a person comes first, what rests last. */
const order = [
  'crashed',
  'install_failed',
  'away',
  'running',
  'starting',
  'stopping',
  'installing',
  'updating',
  'paused',
  'stopped',
  'not_installed',
] as const satisfies readonly (RunState | 'away')[]

export interface StateCount {
  state: (typeof order)[number]
  count: number
}

/** The state of a game server on a node that is away is not known. */
export function fleetCounts(gameServers: readonly GameServer[]): StateCount[] {
  const states = gameServers.map(({ state, node_online }) => (node_online ? state : 'away'))
  return order
    .map(state => ({ state, count: states.filter(each => each === state).length }))
    .filter(({ count }) => count > 0)
}
