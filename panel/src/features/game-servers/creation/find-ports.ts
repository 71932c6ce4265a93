// Asks a node for ports that nothing on it uses; for a node that is away, the panel's own knowledge must do.

import type { DaemonLink } from '../../../platform/daemon-link/daemon-link.ts'
import { PanelError } from '../../../platform/panel-error.ts'
import type { GameServersStore } from '../game-servers-store.ts'
import { claimedPorts } from '../logic/claimed-ports.ts'
import { findFreePorts } from '../logic/free-ports.ts'
import type { OpenPort } from '../logic/open-ports.ts'

/**
 * One port for each that is open; none that a game server of the node has, but the one that asks for itself, nor one
 * of `others`.
 */
export type FindPorts = (
  nodeId: number,
  open: readonly OpenPort[],
  others: number[],
  ownId?: number,
) => Promise<number[]>

export function createFindPorts(
  store: Pick<GameServersStore, 'neighborsOf'>,
  link: Pick<DaemonLink, 'isOnline' | 'call'>,
): FindPorts {
  return async (nodeId, open, others, ownId) => {
    if (open.length === 0) return []
    const neighbors = (await store.neighborsOf(nodeId)).filter(({ id }) => id !== ownId)
    const claimed = neighbors.flatMap(other => claimedPorts(other.plan, other).map(({ port }) => port))
    const taken = [...claimed, ...others].filter(port => port >= 1)
    if (!link.isOnline(nodeId)) return findFreePorts(open, taken) ?? noneLeft()
    const requests = open.map(({ preferred, protocol, also }) => ({ preferred, protocol, also }))
    const answer = await link.call(nodeId, { $case: 'findFreePorts', value: { requests, taken } })
    if (answer.ports.length === open.length) return answer.ports
    return noneLeft(answer.errorMessage)
  }
}

function noneLeft(text = ''): never {
  throw new PanelError('conflict', {
    message: text || 'the node has no free ports left for this game: give the ports yourself',
  })
}
