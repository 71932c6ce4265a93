// Streams of what nodes and their game servers use: one per node and reader, opened again after a cut, and heard only
// about the node's own game servers.

import type { GameServersUsage, WatchUsage } from '@rookery/contracts/daemon/generated/link.ts'
import type { Changes } from '../../platform/changes.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { NodeOfflineError } from '../../platform/daemon-link/link-errors.ts'
import type { Transfer } from '../../platform/daemon-link/transfers.ts'
import type { Log } from '../../platform/log.ts'
import type { Audit } from '../audit/audit.ts'
import type { GameServers } from '../game-servers/game-servers.ts'

export interface UsageStreamsDeps {
  gameServers: Pick<GameServers, 'nodeOf' | 'visibleOnNode'>
  audit: Audit
  link: Pick<DaemonLink, 'isOnline' | 'onlineNodeIds' | 'openTransfer'>
  changes: Changes
  log: Log
}

export interface UsageReader {
  request: WatchUsage
  /** No stream is opened while this says no. */
  isWanted(): boolean
  /** The past, if it was asked for, and what is used now; of game servers that are the node's own. */
  take(nodeId: number, reported: GameServersUsage): void
  /** What the node told is no longer so. */
  forget(nodeId: number): void
}

interface UsageStream {
  nodeId: number
  transfer: Transfer | null
  isDropped: boolean
  /** Settled when the node has told of the past, or has ended. */
  begun: PromiseWithResolvers<void>
}

const againMs = 1_000

export function createUsageStreams(deps: UsageStreamsDeps, reader: UsageReader) {
  const { gameServers, audit, link, changes, log } = deps
  const open = new Map<number, UsageStream>()
  const own = new Map<number, Set<number>>()

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
    const isPast = reported.history.length > 0
    const ids = (isPast ? reported.history : reported.gameServers).map(({ gameServerId }) => gameServerId)
    if (!(await isOwn(nodeId, ids)) || stream.isDropped) return
    const isMine = ({ gameServerId }: { gameServerId: number }) => own.get(nodeId)?.has(gameServerId)
    const history = reported.history.filter(isMine)
    if (isPast && history.length === 0) return
    if (!isPast) stream.begun.resolve()
    reader.take(nodeId, { ...reported, gameServers: reported.gameServers.filter(isMine), history })
  }

  async function read(nodeId: number): Promise<void> {
    if (open.has(nodeId)) return
    const begun = Promise.withResolvers<void>()
    const stream: UsageStream = { nodeId, transfer: null, isDropped: false, begun }
    open.set(nodeId, stream)
    try {
      const transfer = await link.openTransfer(nodeId, { $case: 'watchUsage', value: reader.request })
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
      if (reader.isWanted() && link.isOnline(stream.nodeId)) void read(stream.nodeId)
    }, againMs).unref()
  }

  /** From here on another stream of the same node may be opened. */
  function forget(stream: UsageStream): void {
    stream.isDropped = true
    stream.begun.resolve()
    open.delete(stream.nodeId)
    own.delete(stream.nodeId)
    reader.forget(stream.nodeId)
  }

  changes.listen(change => {
    if (change.kind === 'node-presence' && change.online && reader.isWanted()) {
      if (link.isOnline(change.nodeId)) void read(change.nodeId)
    }
    if (change.kind === 'game-server-removed') for (const ids of own.values()) ids.delete(change.gameServerId)
  })

  return {
    openAll(): void {
      for (const nodeId of link.onlineNodeIds()) void read(nodeId)
    },
    closeAll(): void {
      for (const stream of [...open.values()]) {
        forget(stream)
        stream.transfer?.close()
      }
    },
    /** Every node has told of the past, if that was asked for, and of now. */
    allBegun: () => Promise.all([...open.values()].map(({ begun }) => begun.promise)),
  }
}
