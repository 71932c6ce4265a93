// What the link asks of the other instances of the panel, where there are any.

import type { TransferFromDaemon } from '@rookery/contracts/daemon/generated/link.ts'
import type { NodeIdentity } from './logic/node-identity.ts'
import type { TransferCall } from './transfers.ts'

/** Who speaks for a node: of two with the same node the one with the higher fence is right. */
export interface NodeConnection {
  nodeId: number
  fence: number
  certificateSerial: string
}

/** A Transfer whose first message has been read: some other instance waits for it. */
export interface ForeignTransfer {
  nodeId: number
  transferId: string
  call: TransferCall
  first: TransferFromDaemon
  rest: AsyncIterator<TransferFromDaemon>
}

export interface LinkSharing {
  /** The id of a new transfer, which names this instance. */
  newTransferId(): string
  /** Rule L5 over all instances: the fence of the claim, once its former holder has let go, or why not in words. */
  claim(
    claim: Omit<NodeConnection, 'fence'> & { daemonInstanceId: string },
  ): Promise<{ fence: number } | { refused: string }>
  /** False when another instance has taken the node while this one was frozen: what it told here is out of date. */
  isCurrent(nodeId: number, fence: number): boolean | Promise<boolean>
  /** The connections of this instance have changed. */
  connectionsChanged(): void
  /** A claim is no longer needed. */
  giveUp(nodeId: number, fence: number): void
  /** Whether the certificate is the one with which another instance has admitted the node. */
  isAdmitted(identity: NodeIdentity): Promise<boolean>
  /** The identity that the node had is worth nothing any more: other instances send it away too. */
  disconnectElsewhere(nodeId: number, reason: string): void
  /** False when no instance that is known waits for it. */
  passOn(transfer: ForeignTransfer): boolean
}
