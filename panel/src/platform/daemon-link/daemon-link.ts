// The panel's end of the daemon link: who is connected, and every way to talk to a node.

import { setTimeout as delay } from 'node:timers/promises'
import { status } from '@grpc/grpc-js'
import type { Call, CallAnswer, InstanceLinkServer } from '@rookery/contracts/daemon/generated/link.ts'
import type { Log } from '../log.ts'
import { BytesLine } from './bytes-line.ts'
import { CallRefusal } from './call-refusal.ts'
import type { CertificateAuthority } from './certificate-authority.ts'
import type { ConnectionEnd, ControlConnection, ControlOptions } from './control-connection.ts'
import { type ControlConnections, createControlConnections } from './control-connections.ts'
import { enrollmentCalls } from './enrollment-calls.ts'
import { NodeOfflineError } from './link-errors.ts'
import type { LinkHooks, PanelMessage } from './link-hooks.ts'
import { createLinkListener, type LinkListener } from './link-listener.ts'
import type { LinkSharing, NodeConnection } from './link-sharing.ts'
import { isAdmitted, type NodeCallOptions, nodeCalls } from './node-calls.ts'
import {
  type AskForTransfer,
  createTransfers,
  type Transfer,
  type TransferPurpose,
  type Transfers,
} from './transfers.ts'

export const nodeIdMetadata = 'node-id'

export interface DaemonLinkOptions {
  bindIp: string
  /** 0 takes any free one. */
  port: number
  authority: CertificateAuthority
  hooks: LinkHooks
  log: Pick<Log, 'info' | 'warn' | 'error'>
  clock: () => number
  randomBytes: (length: number) => Buffer
  heartbeatSeconds?: number
  /** Where there are other instances of the panel. */
  sharing?: LinkSharing | undefined
}

export interface DaemonLink {
  /** Throws LinkPortError with words when the port cannot be taken. */
  start(): Promise<{ port: number }>
  isOnline(nodeId: number): boolean
  onlineNodeIds(): number[]
  /** False while it cannot be told whether a node that looks away is connected to another instance. */
  seesAll(): boolean
  /** Throws NodeOfflineError. What is sent while a node is being admitted reaches it right after Welcome. */
  send(nodeId: number, message: PanelMessage): void
  /** Throws NodeOfflineError or NodeTimeoutError; an error of the daemon is in the answer. */
  call(nodeId: number, body: NonNullable<Call['body']>, deadlineMs?: number): Promise<CallAnswer>
  /** Throws NodeOfflineError or NodeTimeoutError; reading it throws TransferError or NodeOfflineError. */
  openTransfer(nodeId: number, purpose: TransferPurpose): Promise<Transfer>
  /** Sends the node away, with the reason in words; it may try again, so `admit` must refuse it from now on. */
  disconnect(nodeId: number, reason: string): void
  close(): Promise<void>
}

/** The connections that end at this instance. */
export interface LocalDaemonLink extends DaemonLink {
  connections(): NodeConnection[]
  /** The node has connected to another instance: ends its connection here; resolves when its last message is stored. */
  release(nodeId: number, olderThanFence: number): Promise<void>
  /** A transfer of a node whose Control ends elsewhere. */
  awaitTransfer(nodeId: number, ask: AskForTransfer, purpose: TransferPurpose): Promise<Transfer>
  /** The node has left the other instance: what was opened there ends. */
  dropTransfers(nodeId: number, reason: string): void
}

const aloneHeartbeatSeconds = 10
/** Three missed ones are 9 seconds: longer than any pause of a working panel, and short enough for rule L8. */
const sharedHeartbeatSeconds = 3
const defaultCallDeadlineMs = 10_000
const openTransferTimeoutMs = 10_000
const goodbyeMs = 500
const drainLimitMs = 5_000

export function createDaemonLink(options: DaemonLinkOptions): LocalDaemonLink {
  const { hooks, log, sharing } = options
  const connections = createControlConnections<ControlConnection>()
  const newId = sharing?.newTransferId ?? (() => options.randomBytes(24).toString('base64url'))
  const draining = new Map<number, Promise<void>>()
  const transfers = createTransfers({
    newId,
    openTimeoutMs: openTransferTimeoutMs,
    clock: options.clock,
  })
  const listener = createListener(options, { connections, transfers, disconnect, ended })

  function ended(connection: ControlConnection, { reason, wasOnline, isSilent }: ConnectionEnd): void {
    const { nodeId } = connection
    if (isSilent) listener.dropNode(nodeId)
    // A successor of the same daemon opens its transfers anew.
    if (wasOnline) transfers.dropNode(nodeId, reason)
    const wasSpeaker = connections.leave(connection)
    if (sharing) giveUpWhenDrained(connection, sharing)
    if (wasSpeaker) void reportLeft(connection, reason)
    if (wasSpeaker) sharing?.connectionsChanged()
    log.info({ node_id: nodeId, reason, was_admitted: wasOnline }, 'a control connection has ended')
  }

  /** Not when another instance has the node, or when it is back by the time that this is known. */
  async function reportLeft(connection: ControlConnection, reason: string): Promise<void> {
    const { nodeId, isCurrent } = connection
    const isAway = isCurrent === true || ((await isCurrent) && !connections.of(nodeId))
    if (isAway) hooks.presence(nodeId, false, reason)
  }

  /** Whoever takes the node over waits until everything that it told here is stored. */
  function giveUpWhenDrained(connection: ControlConnection, { giveUp }: LinkSharing): void {
    const { nodeId, fence, drained } = connection
    draining.set(nodeId, drained)
    void drained.then(() => {
      if (draining.get(nodeId) === drained) draining.delete(nodeId)
      if (fence > 0) giveUp(nodeId, fence)
    })
  }

  function disconnect(nodeId: number, reason: string): void {
    listener.dropNode(nodeId, goodbyeMs)
    const ending = [connections.of(nodeId), ...connections.joining(nodeId)]
    for (const connection of ending) connection?.end(status.PERMISSION_DENIED, reason, 'discard')
  }

  function connectionOf(nodeId: number): ControlConnection {
    const connection = connections.of(nodeId)
    if (!connection) throw new NodeOfflineError(nodeId)
    return connection
  }

  return {
    start: () => listener.listen(),
    isOnline: nodeId => connections.of(nodeId) !== undefined,
    onlineNodeIds: () => connections.nodeIds(),
    seesAll: () => true,
    send(nodeId, message) {
      const joining = [...connections.joining(nodeId)]
      for (const connection of joining) connection.send(message, openTransferTimeoutMs)
      if (joining.length === 0 || connections.of(nodeId))
        connectionOf(nodeId).send(message, openTransferTimeoutMs)
    },
    call: async (nodeId, body, deadlineMs = defaultCallDeadlineMs) =>
      connectionOf(nodeId).ask(body, deadlineMs),
    async openTransfer(nodeId, purpose) {
      const connection = connectionOf(nodeId)
      return transfers.open(
        nodeId,
        value => connection.send({ $case: 'openTransfer', value }, openTransferTimeoutMs),
        purpose,
      )
    },
    disconnect,
    connections: () =>
      connections.nodeIds().flatMap(nodeId => {
        const connection = connections.of(nodeId)
        return connection
          ? [{ nodeId, fence: connection.fence, certificateSerial: connection.certificateSerial }]
          : []
      }),
    async release(nodeId, olderThanFence) {
      const connection = connections.of(nodeId)
      if (connection && connection.fence < olderThanFence) {
        // It speaks for the node no longer, and the node is not away: nobody is told that it left.
        connections.leave(connection)
        connection.end(status.ABORTED, 'the daemon has reconnected')
      }
      await draining.get(nodeId)
    },
    awaitTransfer: (nodeId, ask, purpose) => transfers.open(nodeId, ask, purpose),
    dropTransfers: transfers.dropNode,
    async close() {
      for (const nodeId of connections.nodeIds()) {
        const connection = connections.of(nodeId)
        // With other instances the node has somewhere to go: it is not away.
        if (connection && sharing) connections.leave(connection)
        connection?.end(status.UNAVAILABLE, 'the panel stops')
      }
      await Promise.race([Promise.all(draining.values()), delay(drainLimitMs, undefined, { ref: false })])
      await listener.close()
    },
  }
}

interface ListenerDeps {
  connections: ControlConnections<ControlConnection>
  transfers: Transfers
  disconnect: (nodeId: number, reason: string) => void
  ended: ControlOptions['ended']
}

function createListener(options: DaemonLinkOptions, deps: ListenerDeps): LinkListener {
  const { authority, hooks, log, clock, randomBytes, sharing } = options
  const { heartbeatSeconds = sharing ? sharedHeartbeatSeconds : aloneHeartbeatSeconds } = options
  const nodeCallOptions: NodeCallOptions = {
    ...deps,
    sharing,
    authority,
    hooks,
    heartbeatSeconds,
    clock,
    failed: (nodeId, what, error) => log.error({ node_id: nodeId, err: error }, what),
  }
  return createLinkListener({
    bindIp: options.bindIp,
    port: options.port,
    authority,
    bytesLine(identity, socket) {
      void isAdmitted(identity, nodeCallOptions).then(admitted => {
        if (!admitted) return void socket.destroy()
        return deps.transfers.accept(identity.nodeId, new BytesLine(socket), sharing?.passOn)
      })
    },
    enrollment: enrollmentCalls({
      authority,
      hooks,
      randomBytes,
      enrolled: nodeId => {
        const reason = 'the node was enrolled again'
        deps.disconnect(nodeId, reason)
        sharing?.disconnectElsewhere(nodeId, reason)
      },
      failed: (what, error) => log.error({ err: error }, what),
    }),
    instanceLink: relayCalls(deps.transfers),
    nodeLink: nodeCalls(nodeCallOptions),
  })
}

/** Answers other instances of the panel that pass on the Transfer of a node which this one waits for (rule L14). */
function relayCalls(transfers: Transfers): InstanceLinkServer {
  return {
    relay(call) {
      const nodeId = Number(call.metadata.get(nodeIdMetadata)[0])
      if (Number.isSafeInteger(nodeId)) void transfers.accept(nodeId, call)
      else call.emit('error', new CallRefusal(status.INVALID_ARGUMENT, 'a relay must name its node'))
    },
  }
}
