// What a node is told when it connects: the game servers that it has, and which of those it reports were taken away.

import type {
  GameServerState,
  PutGameServer,
  RemoveGameServer,
} from '@rookery/contracts/daemon/generated/link.ts'
import type { Definitions } from './definitions.ts'
import type { GameServersStore } from './game-servers-store.ts'
import { decidePlacement } from './logic/placement.ts'

interface WelcomeDeps {
  store: Pick<GameServersStore, 'ofNode' | 'placementsOf' | 'unknownIds'>
  definitions: Pick<Definitions, 'ofNode'>
}

export interface GameServersWelcome {
  gameServers: PutGameServer[]
  removed: RemoveGameServer[]
}

export function createWelcome({ store, definitions }: WelcomeDeps) {
  async function removedOf(
    nodeId: number,
    reported: readonly GameServerState[],
  ): Promise<RemoveGameServer[]> {
    const named = reported.flatMap(({ uuid, placementEpoch }) =>
      uuid ? [{ uuid, nodeId, epoch: placementEpoch ?? 1 }] : [],
    )
    const placements = await store.placementsOf(named.map(({ uuid }) => uuid))
    return named.flatMap(one => {
      const { known = null, removal = null } = placements.get(one.uuid) ?? {}
      const decision = decidePlacement(one, known, removal)
      if (decision === 'here' || decision === 'unknown') return []
      return [{ gameServerId: 0, uuid: one.uuid, deleteFiles: decision === 'delete' }]
    })
  }

  return async (
    nodeId: number,
    reported: readonly GameServerState[],
  ): Promise<GameServersWelcome | { refused: string }> => {
    // A daemon that names no uuids ends whatever Welcome does not name.
    const unnamed = reported.filter(({ uuid }) => !uuid).map(({ gameServerId }) => gameServerId)
    const unknown = await store.unknownIds(unnamed)
    if (unknown.length > 0) {
      return {
        refused: `this node has game servers that the panel does not know (${unknown.join(', ')}), and a daemon of this version would end them: update the daemon`,
      }
    }
    const gameServers = await definitions.ofNode(nodeId, await store.ofNode(nodeId))
    return { gameServers, removed: await removedOf(nodeId, reported) }
  }
}
