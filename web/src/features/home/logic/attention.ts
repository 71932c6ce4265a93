// What needs a person, most urgent first: nodes that are away, servers that crashed or failed to install, nodes that wait
// for their first connection.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { Node } from '@rookery/contracts/http/nodes.ts'

export type Attention =
  | { kind: 'node'; node: Pick<Node, 'id' | 'name' | 'last_seen_at'>; gameServers: number }
  | { kind: 'gameServer'; gameServer: GameServer }
  | { kind: 'newNode'; node: Pick<Node, 'id' | 'name'> }

export function attentionList(gameServers: readonly GameServer[], nodes: readonly Node[]): Attention[] {
  const away = nodes
    .filter(node => node.enabled && node.enrolled && !node.online)
    .map(node => ({
      kind: 'node' as const,
      node,
      gameServers: gameServers.filter(gameServer => gameServer.node_id === node.id).length,
    }))
    .sort((one, other) => other.gameServers - one.gameServers)
  // The last known state of a server on such a node says nothing: the node itself is the matter.
  const fallen = gameServers
    .filter(({ state, node_online }) => node_online && (state === 'crashed' || state === 'install_failed'))
    .sort((one, other) => Date.parse(other.state_changed_at) - Date.parse(one.state_changed_at))
    .map(gameServer => ({ kind: 'gameServer' as const, gameServer }))
  const neverConnected = nodes
    .filter(node => node.enabled && !node.enrolled)
    .map(node => ({ kind: 'newNode' as const, node }))
  return [...away, ...fallen, ...neverConnected]
}
