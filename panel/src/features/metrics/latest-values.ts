// The newest values of all series, of the nodes that are connected to this instance and of their running game servers.
// They are told at a slow pace and only while somebody follows them; what a node no longer tells is forgotten.

import type { GameServersUsage } from '@rookery/contracts/daemon/generated/link.ts'
import { gameServerValues, nodeValues } from './latest-value-rules.ts'
import { createUsageStreams, type UsageStreamsDeps } from './usage-streams.ts'

const everySeconds = 15
/** A node measures once a minute at the least. */
const longestSilenceMs = 150_000

interface ToldByNode {
  atMs: number
  /** Null while it measures nothing. */
  node: readonly number[] | null
  gameServers: ReadonlyMap<number, readonly number[]>
}

export interface NodeValues {
  /** By position as `nodeSeries`; NaN where nothing was measured. */
  node: readonly number[]
  /** Of those that run, by position as `gameServerSeries`. */
  gameServers: ReadonlyMap<number, readonly number[]>
}

export type LatestValues = ReturnType<typeof createLatestValues>

export function createLatestValues(deps: UsageStreamsDeps & { now(): number }) {
  const told = new Map<number, ToldByNode>()
  let followers = 0

  const streams = createUsageStreams(deps, {
    request: { historySeconds: 0, everySeconds, allSeries: true },
    isWanted: () => followers > 0,
    take(nodeId: number, { node, gameServers }: GameServersUsage) {
      told.set(nodeId, {
        atMs: deps.now(),
        node: node ? nodeValues(node) : null,
        gameServers: new Map(gameServers.map(one => [one.gameServerId, gameServerValues(one)])),
      })
    },
    forget: nodeId => void told.delete(nodeId),
  })

  return {
    follow(): () => void {
      followers += 1
      streams.openAll()
      return () => {
        followers -= 1
        if (followers === 0) streams.closeAll()
      }
    },
    /** Null where nothing is known now: the node is not connected here, is silent, or measures nothing. */
    of(nodeId: number): NodeValues | null {
      const known = told.get(nodeId)
      if (!known?.node || Math.abs(deps.now() - known.atMs) > longestSilenceMs) return null
      return { node: known.node, gameServers: known.gameServers }
    },
  }
}
