// What all running game servers use and how many play: one stream per node, open only while somebody listens, told in batches.

import type {
  GameServersUsage,
  GameServerUsage,
  NodeUsage,
} from '@rookery/contracts/daemon/generated/link.ts'
import type { NodeUsageRow } from '@rookery/contracts/websocket/events.ts'
import { createUsageHistory, historySeconds, type PastUsage } from './usage-history.ts'
import { createUsageStreams, type UsageStreamsDeps } from './usage-streams.ts'

/** Game server, processor load in percent (100 = one core), memory in bytes; null where it cannot be measured. */
export type UsageBatch = [id: number, cpu: number | null, memory: number | null][]

/** Game server, how many play, how many can; null where nobody knows (any more). */
export type PlayersBatch = [id: number, players: number | null, maxPlayers: number | null][]

export interface UsageListener {
  usage(batch: UsageBatch, nodes: readonly NodeUsageRow[]): void
  /** All that are known at first, then those that have changed. */
  players(batch: PlayersBatch): void
}

/** Nodes speak at different moments; what they say within this time goes out together. */
const batchMs = 2_000
/** Whoever asks for the past waits no longer for nodes that have just been asked. */
const longestWaitMs = 3_000

export function createUsageFeed(deps: UsageStreamsDeps) {
  const listeners = new Set<UsageListener>()
  const history = createUsageHistory()
  const players = new Map<number, Map<number, PlayersBatch[number]>>()
  let freshPlayers = new Map<number, PlayersBatch[number]>()
  const known = new Map<number, UsageBatch>()
  const ofNodes = new Map<number, NodeUsageRow>()
  let fresh = new Set<number>()
  let flushing: NodeJS.Timeout | null = null

  function flush(): void {
    flushing = null
    const batch = [...fresh].flatMap(nodeId => known.get(nodeId) ?? [])
    const nodes = [...fresh].flatMap(nodeId => ofNodes.get(nodeId) ?? [])
    fresh = new Set()
    for (const listener of listeners) listener.usage(batch, nodes)
    const counts = [...freshPlayers.values()]
    freshPlayers = new Map()
    if (counts.length > 0) for (const listener of listeners) listener.players(counts)
  }

  /** Only what differs from before is news. */
  function takePlayers(nodeId: number, reported: GameServerUsage[]): void {
    const before = players.get(nodeId) ?? new Map<number, PlayersBatch[number]>()
    const now = new Map<number, PlayersBatch[number]>()
    for (const { gameServerId: id, players: count, maxPlayers } of reported)
      if (count !== undefined) now.set(id, [id, count, maxPlayers ?? null])
    for (const [id, entry] of now) {
      const known = before.get(id)
      if (known?.[1] !== entry[1] || known[2] !== entry[2]) freshPlayers.set(id, entry)
    }
    for (const id of before.keys()) if (!now.has(id)) freshPlayers.set(id, [id, null, null])
    players.set(nodeId, now)
  }

  function take(nodeId: number, { gameServers, history: past, node }: GameServersUsage): void {
    if (past.length > 0) {
      history.begin(past)
      return
    }
    const batch = gameServers.map((one): UsageBatch[number] => [
      one.gameServerId,
      one.cpuPercent ?? null,
      one.memoryBytes ?? null,
    ])
    known.set(nodeId, batch)
    history.take(batch)
    takePlayers(nodeId, gameServers)
    if (node) ofNodes.set(nodeId, nodeRow(nodeId, node))
    fresh.add(nodeId)
    flushing ??= setTimeout(flush, batchMs)
  }

  function forget(nodeId: number): void {
    takePlayers(nodeId, [])
    players.delete(nodeId)
    known.delete(nodeId)
    ofNodes.delete(nodeId)
  }

  const streams = createUsageStreams(deps, {
    request: { historySeconds, everySeconds: 0, allSeries: false },
    isWanted: () => listeners.size > 0,
    take,
    forget,
  })

  function closeAll(): void {
    streams.closeAll()
    if (flushing) clearTimeout(flushing)
    flushing = null
    freshPlayers = new Map()
    history.clear()
  }

  deps.changes.listen(change => {
    if (change.kind === 'game-server-removed') history.drop(change.gameServerId)
  })

  return {
    /** Tells what is known at once, then every few seconds what is new. */
    listen(listener: UsageListener): () => void {
      listeners.add(listener)
      if (known.size > 0) listener.usage([...known.values()].flat(), [...ofNodes.values()])
      const counts = [...players.values()].flatMap(ofNode => [...ofNode.values()])
      if (counts.length > 0) listener.players(counts)
      streams.openAll()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) closeAll()
      }
    },

    /** The last minute of these, as far as it is known; waits a moment for nodes that have only just been asked. */
    async history(ids: readonly number[]): Promise<[id: number, points: PastUsage[]][]> {
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, longestWaitMs)
      await Promise.race([streams.allBegun(), late.promise])
      clearTimeout(timer)
      return ids.flatMap(id => {
        const points = history.of(id)
        return points.length > 0 ? [[id, points] satisfies [number, PastUsage[]]] : []
      })
    },
  }
}

/** What is no amount is not told on. */
function nodeRow(id: number, usage: NodeUsage): NodeUsageRow {
  const amount = (value: number | undefined) =>
    value !== undefined && Number.isFinite(value) && value >= 0 ? value : null
  return {
    id,
    cpu_percent: amount(usage.cpuPercent),
    memory_percent: amount(usage.memoryPercent),
    disk_percent: amount(usage.diskPercent),
    memory_bytes: amount(usage.memoryBytes),
    memory_total_bytes: amount(usage.memoryTotalBytes),
    disk_bytes: amount(usage.diskBytes),
    disk_total_bytes: amount(usage.diskTotalBytes),
    cpu_percent_lately: amount(usage.cpuPercentLately),
    memory_percent_lately: amount(usage.memoryPercentLately),
  }
}
