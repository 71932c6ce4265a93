// Messages for nodes that are connected to other instances: in order, and again until the other instance has them.
//
// Every message of the panel to a node may come twice; none may be missing for as long as the node stays connected. A
// node that connects anew is told everything with Welcome, so what waits for its former connection is thrown away.

import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { InstanceGoneError, type InstanceOrders } from './instance-orders.ts'
import type { Order } from './logic/instance-messages.ts'

type Message = Extract<Order, { kind: 'send' }>

interface OutboxDeps {
  orders: Pick<InstanceOrders, 'request'>
  /** Whether the node still has that connection at that instance, as far as is known. */
  isStillThere(instanceId: string, nodeId: number, fence: number): boolean
  /** Nobody listens there any more. */
  gone(instanceId: string): void
  log: Log
}

const replyLimitMs = 5_000
const againMs = 500
const limitMessages = 10_000

export function createOutbox({ orders, isStillThere, gone, log }: OutboxDeps) {
  const queues = new Map<string, Message[]>()
  const closing = new AbortController()

  async function deliver(to: string, message: Message): Promise<void> {
    let isFirst = true
    while (!closing.signal.aborted && isStillThere(to, message.nodeId, message.fence)) {
      try {
        // Whatever it replies: the connection has it, or is there no longer.
        await orders.request(to, message, replyLimitMs)
        return
      } catch (error) {
        if (error instanceof InstanceGoneError) return gone(to)
        if (isFirst) log.warn({ err: error, node_id: message.nodeId }, 'a message waits for another instance')
        isFirst = false
        await delay(againMs, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
  }

  async function work(to: string, queue: Message[]): Promise<void> {
    for (let next = queue[0]; next; next = queue[0]) {
      await deliver(to, next)
      queue.shift()
    }
    queues.delete(to)
  }

  return {
    post(to: string, message: Message): void {
      const queue = queues.get(to)
      if (!queue) {
        const fresh = [message]
        queues.set(to, fresh)
        return void work(to, fresh)
      }
      if (queue.length < limitMessages) queue.push(message)
      else log.error({ node_id: message.nodeId }, 'too many messages wait for another instance; one is lost')
    },
    close: () => closing.abort(),
  }
}
