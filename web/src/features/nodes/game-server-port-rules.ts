// Joins the game servers of a node with the ports that are taken there, also by servers that the person may not open.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { NodePort } from '@rookery/contracts/http/nodes.ts'

export interface GameServerPorts {
  id: number
  name: string
  /** Left out for a game server that the person may not see. */
  gameServer?: GameServer
  taken: NodePort[]
}

export function portsByGameServer(gameServers: GameServer[], ports: NodePort[]): GameServerPorts[] {
  const rows = new Map<number, GameServerPorts>(
    gameServers.map(gameServer => [
      gameServer.id,
      { id: gameServer.id, name: gameServer.name, gameServer, taken: [] },
    ]),
  )
  for (const port of ports) {
    const row = rows.get(port.server_id) ?? { id: port.server_id, name: port.server_name, taken: [] }
    row.taken.push(port)
    rows.set(port.server_id, row)
  }
  for (const { taken } of rows.values()) taken.sort((a, b) => a.port - b.port)
  return [...rows.values()].sort((a, b) => a.name.localeCompare(b.name))
}
