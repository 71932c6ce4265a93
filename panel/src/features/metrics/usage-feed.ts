// What all running game servers use and how many play: one stream per node, open only while somebody listens, told in batches.

import type {
  GameServersUsage,
  GameServerUsage,
  NodeUsage,
} from '@rookery/contracts/daemon/generated/link.ts'
import type { NodeUsageRow } from '@rookery/contracts/websocket/events.ts'
import type { Changes } from '../../platform/changes.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { NodeOfflineError } from '../../platform/daemon-link/link-errors.ts'
import type { Transfer } from '../../platform/daemon-link/transfers.ts'
import type { Log } from '../../platform/log.ts'
import type { Audit } from '../audit/audit.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import { createUsageHistory, historySeconds, type PastUsage } from './usage-history.ts'

interface UsageFeedDeps {
  gameServers: Pick<GameServers, 'nodeOf' | 'visibleOnNode'>
  audit: Audit
  link: Pick<DaemonLink, 'onlineNodeIds' | 'openTransfer'>
  changes: Changes
  log: Log
}

/** Game server, processor load in percent (100 = one core), memory in bytes; null where it cannot be measured. */
export type UsageBatch = [id: number, cpu: number | null, memory: number | null][]

/** Game server, how many play, how many can; null where nobody knows (any more). */
export type PlayersBatch = [id: number, players: number | null, maxPlayers: number | null][]

export interface UsageListener {
  usage(batch: UsageBatch, nodes: readonly NodeUsageRow[]): void
  /** All that are known at first, then those that have changed. */
  players(batch: PlayersBatch): void
}

interface UsageStream {
  nodeId: number
  transfer: Transfer | null
  isDropped: boolean
  /** Settled when the node has told of the past, or has ended. */
  begun: PromiseWithResolvers<void>
}

/** Nodes speak at different moments; what they say within this time goes out together. */
const batchMs = 2_000
const againMs = 1_000
/** Whoever asks for the past waits no longer for nodes that have just been asked. */
const longestWaitMs = 3_000

export function createUsageFeed({ gameServers, audit, link, changes, log }: UsageFeedDeps) {
  const listeners = new Set<UsageListener>()
  const history = createUsageHistory()
  const players = new Map<number, Map<number, PlayersBatch[number]>>()
  let freshPlayers = new Map<number, PlayersBatch[number]>()
  const open = new Map<number, UsageStream>()
  const known = new Map<number, UsageBatch>()
  const ofNodes = new Map<number, NodeUsageRow>()
  const own = new Map<number, Set<number>>()
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

  /** Rule L4: a node speaks about its own game servers alone. */
  async function isOwn(nodeId: number, ids: number[]): Promise<boolean> {
    if (ids.every(id => own.get(nodeId)?.has(id))) return true
    own.set(nodeId, new Set(await gameServers.visibleOnNode(nodeId)))
    for (const id of ids.filter(id => !own.get(nodeId)?.has(id))) {
      // One that was deleted a moment ago is nobody's.
      if ((await gameServers.nodeOf(id)) === null) continue
      audit.record({
        event: 'node.foreign_message',
        outcome: 'denied',
        request: null,
        actor: { id: null, login: null, method: 'node-certificate' },
        details: { node_id: nodeId, message: 'usage', gameServerId: id },
      })
      return false
    }
    return true
  }

  async function take(stream: UsageStream, reported: GameServersUsage): Promise<void> {
    const { nodeId } = stream
    const past = reported.history.length > 0
    const ids = (past ? reported.history : reported.gameServers).map(({ gameServerId }) => gameServerId)
    if (!(await isOwn(nodeId, ids)) || stream.isDropped) return
    if (past) return history.begin(reported.history.filter(one => own.get(nodeId)?.has(one.gameServerId)))
    stream.begun.resolve()
    const mine = reported.gameServers.filter(({ gameServerId }) => own.get(nodeId)?.has(gameServerId))
    known.set(
      nodeId,
      mine.map(one => [one.gameServerId, one.cpuPercent ?? null, one.memoryBytes ?? null]),
    )
    history.take(known.get(nodeId) ?? [])
    takePlayers(nodeId, mine)
    if (reported.node) ofNodes.set(nodeId, nodeRow(nodeId, reported.node))
    fresh.add(nodeId)
    flushing ??= setTimeout(flush, batchMs)
  }

  async function read(nodeId: number): Promise<void> {
    if (open.has(nodeId)) return
    const stream: UsageStream = {
      nodeId,
      transfer: null,
      isDropped: false,
      begun: Promise.withResolvers<void>(),
    }
    open.set(nodeId, stream)
    try {
      const transfer = await link.openTransfer(nodeId, { $case: 'watchUsage', value: { historySeconds } })
      if (stream.isDropped) return transfer.close()
      stream.transfer = transfer
      for await (const body of transfer) if (body.$case === 'usage') await take(stream, body.value)
    } catch (error) {
      if (!(error instanceof NodeOfflineError))
        log.warn({ err: error, node_id: nodeId }, 'a usage stream ended')
    } finally {
      if (!stream.isDropped) readAgain(stream)
    }
  }

  /** A way that was cut while the node is still there. */
  function readAgain(stream: UsageStream): void {
    forget(stream)
    setTimeout(() => {
      if (listeners.size > 0 && link.onlineNodeIds().includes(stream.nodeId)) void read(stream.nodeId)
    }, againMs).unref()
  }

  /** From here on another stream of the same node may be opened. */
  function forget(stream: UsageStream): void {
    stream.isDropped = true
    stream.begun.resolve()
    takePlayers(stream.nodeId, [])
    players.delete(stream.nodeId)
    open.delete(stream.nodeId)
    known.delete(stream.nodeId)
    ofNodes.delete(stream.nodeId)
    own.delete(stream.nodeId)
  }

  function closeAll(): void {
    for (const stream of [...open.values()]) {
      forget(stream)
      stream.transfer?.close()
    }
    if (flushing) clearTimeout(flushing)
    flushing = null
    freshPlayers = new Map()
    history.clear()
  }

  changes.listen(change => {
    if (change.kind === 'node-presence' && change.online && listeners.size > 0) void read(change.nodeId)
    if (change.kind !== 'game-server-removed') return
    for (const ids of own.values()) ids.delete(change.gameServerId)
    history.drop(change.gameServerId)
  })

  return {
    /** Tells what is known at once, then every few seconds what is new. */
    listen(listener: UsageListener): () => void {
      listeners.add(listener)
      if (known.size > 0) listener.usage([...known.values()].flat(), [...ofNodes.values()])
      const counts = [...players.values()].flatMap(ofNode => [...ofNode.values()])
      if (counts.length > 0) listener.players(counts)
      for (const nodeId of link.onlineNodeIds()) void read(nodeId)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) closeAll()
      }
    },

    /** The last minute of these, as far as it is known; waits a moment for nodes that have only just been asked. */
    async history(ids: readonly number[]): Promise<[id: number, points: PastUsage[]][]> {
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, longestWaitMs)
      await Promise.race([Promise.all([...open.values()].map(({ begun }) => begun.promise)), late.promise])
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
