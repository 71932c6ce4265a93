// Whether a game can be spoken to right now, and what stands in the way.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'

export type Reach = 'up' | 'paused' | 'resting' | 'away'

export function reachOf({ state, node_online }: Pick<GameServer, 'state' | 'node_online'>): Reach {
  if (!node_online) return 'away'
  if (state === 'paused') return 'paused'
  return state === 'running' || state === 'starting' ? 'up' : 'resting'
}
