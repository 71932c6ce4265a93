// The panel's end of the daemon link: who is connected, and every way to talk to a node.

import { status } from '@grpc/grpc-js'
import type { Call, CallAnswer } from '@rookery/contracts/daemon/generated/link.ts'
import type { Log } from '../log.ts'
import type { CertificateAuthority } from './certificate-authority.ts'
import type { ConnectionEnd, ControlConnection, ControlOptions } from './control-connection.ts'
import { type ControlSeats, createControlSeats } from './control-seats.ts'
import { enrollmentCalls } from './enrollment-calls.ts'
import { NodeOfflineError } from './link-errors.ts'
import type { LinkHooks, PanelMessage } from './link-hooks.ts'
import { createLinkListener, type LinkListener } from './link-listener.ts'
import { nodeCalls } from './node-calls.ts'
import { createTransfers, type Transfer, type TransferPurpose, type Transfers } from './transfers.ts'

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
}

export interface DaemonLink {
  /** Throws LinkPortError with words when the port cannot be taken. */
  start(): Promise<{ port: number }>
  isOnline(nodeId: number): boolean
  onlineNodeIds(): number[]
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

const defaultHeartbeatSeconds = 10
const defaultCallDeadlineMs = 10_000
const openTransferTimeoutMs = 10_000
const goodbyeMs = 500

export function createDaemonLink(options: DaemonLinkOptions): DaemonLink {
  const { hooks, log } = options
  const seats = createControlSeats<ControlConnection>()
  const newId = () => options.randomBytes(24).toString('base64url')
  const transfers = createTransfers({ newId, openTimeoutMs: openTransferTimeoutMs })
  const listener = createListener(options, { seats, transfers, disconnect, ended })

  function ended(connection: ControlConnection, { reason, wasSeated, isSilent }: ConnectionEnd): void {
    const { nodeId } = connection
    if (isSilent) listener.dropNode(nodeId)
    // A successor of the same daemon opens its transfers anew.
    if (wasSeated) transfers.dropNode(nodeId, reason)
    if (seats.leave(connection)) hooks.presence(nodeId, false, reason)
    log.info({ node_id: nodeId, reason, was_admitted: wasSeated }, 'a control connection has ended')
  }

  function disconnect(nodeId: number, reason: string): void {
    listener.dropNode(nodeId, goodbyeMs)
    const connections = [seats.of(nodeId), ...seats.joining(nodeId)]
    for (const connection of connections) connection?.end(status.PERMISSION_DENIED, reason, 'discard')
  }

  function seated(nodeId: number): ControlConnection {
    const connection = seats.of(nodeId)
    if (!connection) throw new NodeOfflineError(nodeId)
    return connection
  }

  return {
    start: () => listener.listen(),
    isOnline: nodeId => seats.of(nodeId) !== undefined,
    onlineNodeIds: () => seats.nodeIds(),
    send(nodeId, message) {
      const joining = [...seats.joining(nodeId)]
      for (const connection of joining) connection.send(message)
      if (joining.length === 0 || seats.of(nodeId)) seated(nodeId).send(message)
    },
    call: async (nodeId, body, deadlineMs = defaultCallDeadlineMs) => seated(nodeId).ask(body, deadlineMs),
    async openTransfer(nodeId, purpose) {
      const connection = seated(nodeId)
      return transfers.open(nodeId, value => connection.send({ $case: 'openTransfer', value }), purpose)
    },
    disconnect,
    async close() {
      for (const nodeId of seats.nodeIds()) seats.of(nodeId)?.end(status.UNAVAILABLE, 'the panel stops')
      await listener.close()
    },
  }
}

interface ListenerParts {
  seats: ControlSeats<ControlConnection>
  transfers: Transfers
  disconnect: (nodeId: number, reason: string) => void
  ended: ControlOptions['ended']
}

function createListener(options: DaemonLinkOptions, parts: ListenerParts): LinkListener {
  const { authority, hooks, log, clock, randomBytes, heartbeatSeconds = defaultHeartbeatSeconds } = options
  return createLinkListener({
    bindIp: options.bindIp,
    port: options.port,
    authority,
    enrollment: enrollmentCalls({
      authority,
      hooks,
      randomBytes,
      enrolled: nodeId => parts.disconnect(nodeId, 'the node was enrolled anew'),
      failed: (what, error) => log.error({ err: error }, what),
    }),
    nodeLink: nodeCalls({
      ...parts,
      authority,
      hooks,
      heartbeatSeconds,
      clock,
      failed: (nodeId, what, error) => log.error({ node_id: nodeId, err: error }, what),
    }),
  })
}
