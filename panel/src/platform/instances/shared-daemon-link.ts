// The daemon link over all instances: a node is reached the same way, whichever instance it is connected to.

import { Call, CallAnswer, FromPanel } from '@rookery/contracts/daemon/generated/link.ts'
import type { DaemonLink, LocalDaemonLink } from '../daemon-link/daemon-link.ts'
import { NodeOfflineError, NodeTimeoutError } from '../daemon-link/link-errors.ts'
import type { PanelMessage } from '../daemon-link/link-hooks.ts'
import { PanelError } from '../panel-error.ts'
import { InstanceGoneError, type InstanceOrders } from './instance-orders.ts'
import type { KnownInstances, NodeOwner } from './known-instances.ts'
import type { Reply } from './logic/instance-messages.ts'
import type { createOutbox } from './outbox.ts'

export interface SharedDeps {
  local: LocalDaemonLink
  knownInstances: KnownInstances
  orders: Pick<InstanceOrders, 'request'>
  outbox: Pick<ReturnType<typeof createOutbox>, 'post'>
  instanceId: string
  disconnectElsewhere(nodeId: number, reason: string): void
  join(grpcPort: number): Promise<void>
  leave(): Promise<void>
  left(): Promise<void>
}

const defaultCallDeadlineMs = 10_000
/** How much longer than the node itself the way there and back may take. */
const wayMs = 2_000
const openLimitMs = 5_000
const pollMs = 25
const tries = 3

export function createSharedDaemonLink(deps: SharedDeps): DaemonLink {
  const { local, knownInstances, orders, outbox } = deps
  /** For nodes that are on the move. */
  const waiting = new Map<number, PanelMessage[]>()
  const isOnline = (nodeId: number) => local.isOnline(nodeId) || knownInstances.isOnline(nodeId)

  /** Where a node is; waits for one that is on the move. */
  async function whereIs(nodeId: number): Promise<NodeOwner | 'here'> {
    for (;;) {
      if (local.isOnline(nodeId)) return 'here'
      const owner = knownInstances.ownerOf(nodeId)
      if (owner) return owner
      if (!knownInstances.isMoving(nodeId)) throw new NodeOfflineError(nodeId)
      await new Promise(resolve => setTimeout(resolve, pollMs))
    }
  }

  /** In order. Welcome may have been written before this was known, so it is not enough. */
  function sendWhenBack(nodeId: number, message: PanelMessage): void {
    const queue = waiting.get(nodeId)
    if (queue) {
      queue.push(message)
      return
    }
    const fresh = [message]
    waiting.set(nodeId, fresh)
    const flush = () => {
      waiting.delete(nodeId)
      for (const one of fresh) if (isOnline(nodeId)) send(nodeId, one)
    }
    whereIs(nodeId).then(flush, () => waiting.delete(nodeId))
  }

  function send(nodeId: number, message: PanelMessage): void {
    const isTaken = sentHere(local, nodeId, message)
    if (local.isOnline(nodeId)) return
    const owner = knownInstances.ownerOf(nodeId)
    if (waiting.has(nodeId) || (!owner && knownInstances.isMoving(nodeId))) {
      sendWhenBack(nodeId, message)
    } else if (owner) {
      const body = Buffer.from(FromPanel.encode({ body: message }).finish()).toString('base64')
      outbox.post(owner.instanceId, { kind: 'send', nodeId, fence: owner.fence, body })
    } else if (!isTaken) {
      throw new NodeOfflineError(nodeId)
    }
  }

  /** An order that nobody has taken may be given again, to whoever has the node by then. */
  async function reach<Outcome>(
    nodeId: number,
    here: () => Promise<Outcome>,
    there: (owner: NodeOwner) => Promise<Outcome>,
  ): Promise<Outcome> {
    for (let left = tries; ; left--) {
      const owner = await whereIs(nodeId)
      if (owner === 'here') return here()
      try {
        return await there(owner)
      } catch (error) {
        if (!(error instanceof InstanceGoneError)) throw error
        knownInstances.leave(owner.instanceId)
        if (left <= 1) throw new NodeOfflineError(nodeId)
      }
    }
  }

  return {
    async start() {
      const started = await local.start()
      await deps.join(started.port)
      return started
    },
    isOnline,
    onlineNodeIds: () =>
      [...new Set([...local.onlineNodeIds(), ...knownInstances.nodeIds()])].filter(isOnline),
    seesAll: () => knownInstances.hears(),
    send,
    call: (nodeId, question, deadlineMs = defaultCallDeadlineMs) =>
      reach(
        nodeId,
        () => local.call(nodeId, question, deadlineMs),
        async ({ instanceId }) => {
          const body = Buffer.from(Call.encode({ callId: 0, body: question }).finish()).toString('base64')
          const order = { kind: 'call', nodeId, deadlineMs, body } as const
          const reply = await orders.request(instanceId, order, deadlineMs + wayMs)
          return CallAnswer.decode(Buffer.from(bodyOf(nodeId, reply, deadlineMs), 'base64'))
        },
      ),
    openTransfer: (nodeId, purpose) =>
      reach(
        nodeId,
        () => local.openTransfer(nodeId, purpose),
        ({ instanceId, fence }) =>
          local.awaitTransfer(
            nodeId,
            async value => {
              const message = FromPanel.encode({ body: { $case: 'openTransfer', value } }).finish()
              const body = Buffer.from(message).toString('base64')
              const order = { kind: 'send', nodeId, fence, body } as const
              bodyOf(nodeId, await orders.request(instanceId, order, openLimitMs), openLimitMs)
            },
            purpose,
          ),
      ),
    disconnect(nodeId, reason) {
      local.disconnect(nodeId, reason)
      deps.disconnectElsewhere(nodeId, reason)
    },
    async close() {
      await deps.leave()
      await local.close()
      await deps.left()
    },
  }
}

/** False when the node is neither connected here nor about to be. */
function sentHere(local: LocalDaemonLink, ...[nodeId, message]: Parameters<DaemonLink['send']>): boolean {
  try {
    local.send(nodeId, message)
    return true
  } catch (error) {
    if (error instanceof NodeOfflineError) return false
    throw error
  }
}

function bodyOf(nodeId: number, reply: Reply, deadlineMs: number): string {
  switch (reply.kind) {
    case 'done':
      return reply.body ?? ''
    case 'offline':
      throw new NodeOfflineError(nodeId, reply.message)
    case 'late':
      throw new NodeTimeoutError('answer', deadlineMs)
    case 'failed':
      throw new PanelError('unavailable', { message: reply.message })
  }
}
