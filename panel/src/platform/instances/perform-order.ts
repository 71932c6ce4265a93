// Does what another instance asks for a node that is connected here.

import { Call, CallAnswer, FromPanel } from '@rookery/contracts/daemon/generated/link.ts'
import type { LocalDaemonLink } from '../daemon-link/daemon-link.ts'
import { NodeOfflineError, NodeTimeoutError } from '../daemon-link/link-errors.ts'
import type { PanelMessage } from '../daemon-link/link-hooks.ts'
import type { KnownInstances } from './known-instances.ts'
import type { Order, Reply } from './logic/instance-messages.ts'

const done: Reply = { kind: 'done' }
const notHere: Reply = { kind: 'offline', message: 'the node is not connected' }

export async function performOrder(
  order: Order,
  local: LocalDaemonLink,
  knownInstances: Pick<KnownInstances, 'expect'>,
): Promise<Reply> {
  const holds = (fence: number) =>
    local.connections().some(connection => connection.nodeId === order.nodeId && connection.fence === fence)
  try {
    switch (order.kind) {
      case 'send': {
        const { body } = FromPanel.decode(Buffer.from(order.body, 'base64'))
        if (!body || !holds(order.fence)) return notHere
        // What the other instance sends was a message of its features, or the order to open a transfer for it.
        local.send(order.nodeId, body as PanelMessage)
        return done
      }
      case 'call': {
        const { body } = Call.decode(Buffer.from(order.body, 'base64'))
        if (!body)
          return { kind: 'failed', message: 'this instance of the panel does not know this question' }
        const answer = await local.call(order.nodeId, body, order.deadlineMs)
        return { kind: 'done', body: Buffer.from(CallAnswer.encode(answer).finish()).toString('base64') }
      }
      case 'yield':
        knownInstances.expect(order.nodeId)
        await local.release(order.nodeId, order.fence)
        return done
      case 'holds':
        return holds(order.fence) ? done : notHere
    }
  } catch (error) {
    if (error instanceof NodeOfflineError) return { kind: 'offline', message: error.message }
    if (error instanceof NodeTimeoutError) return { kind: 'late', message: error.message }
    throw error
  }
}
