// What a node has left for the limits of one game server: all it has, without what the others may use.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { Node } from '@rookery/contracts/http/nodes.ts'

export interface Left {
  total: number
  /** Negative where the others may use more than there is. */
  left: number
}

export type LimitsLeft = Record<'memory' | 'cpu' | 'disk', Left | null>

type Limits = Pick<GameServer, 'id' | 'memory_limit_bytes' | 'cpu_limit_percent' | 'disk_limit_bytes'>

/** Null where the node did not say how much it has. */
export function limitsLeft(
  node: Pick<Node, 'limits'>,
  servers: readonly Limits[],
  ownId: number,
): LimitsLeft {
  const others = servers.filter(({ id }) => id !== ownId)
  const left = (total: number | undefined, limitOf: (server: Limits) => number | null): Left | null => {
    if (!total) return null
    const promised = others.reduce((sum, server) => sum + (limitOf(server) ?? 0), 0)
    return { total, left: total - promised }
  }
  const { memory_bytes, cpu_cores, disk_bytes } = node.limits
  return {
    memory: left(memory_bytes, server => server.memory_limit_bytes),
    cpu: left(cpu_cores === undefined ? undefined : cpu_cores * 100, server => server.cpu_limit_percent),
    disk: left(disk_bytes, server => server.disk_limit_bytes),
  }
}

/** The machine itself needs some of it. */
const mostShare = 0.9

/** The most that is worth proposing, in whole steps: what the others leave, without what the machine needs. Null: nothing. */
export function fittingLimit({ total, left }: Left, step: number): number | null {
  const steps = Math.floor(Math.min(left, total * mostShare) / step)
  return steps > 0 ? steps * step : null
}
