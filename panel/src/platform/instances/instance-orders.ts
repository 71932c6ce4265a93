// Orders from one instance to another through the shared cache, each with one reply.

import { UnreadableJson } from '@rookery/primitives/parse-json.ts'
import type { Cache, CacheListener } from '../cache/cache.ts'
import { NodeTimeoutError } from '../daemon-link/link-errors.ts'
import type { Log } from '../log.ts'
import type { SecretBox } from '../secret-box.ts'
import { createThrottledLog } from '../throttled-log.ts'
import { type Order, type OrderMessage, type Reply, readOrderMessage } from './logic/instance-messages.ts'
import { createSeenOrders } from './logic/seen-orders.ts'

const unknownOrder: Reply = {
  kind: 'failed',
  message: 'the other instance of the panel does not know this order',
}

/** Nobody takes messages for that instance: it has ended, and the order was given to nobody. */
export class InstanceGoneError extends Error {
  override readonly name = 'InstanceGoneError'
}

export interface InstanceOrders {
  /** Begins to take messages. */
  open(): Promise<void>
  /** Throws InstanceGoneError, CacheUnavailableError, or NodeTimeoutError when no reply comes in time. */
  request(to: string, order: Order, limitMs: number): Promise<Reply>
  close(): Promise<void>
}

export interface Sender {
  instanceId: string
  address: string
}

interface InstanceOrdersDeps {
  cache: Cache
  instanceId: string
  /** Where the others reach this instance. */
  address(): string
  perform(order: Order, from: Sender): Promise<Reply>
  log: Log
}

export function createInstanceOrders({
  cache,
  instanceId,
  address,
  perform,
  log,
}: InstanceOrdersDeps): InstanceOrders {
  const waiting = new Map<number, (reply: Reply) => void>()
  const seen = createSeenOrders()
  const boxOf = (instance: string) => `to-${instance}`
  let lastId = 0
  let unsubscribe: (() => Promise<void>) | undefined

  const post = (to: string, message: OrderMessage) => cache.publish(boxOf(to), JSON.stringify(message))

  async function answer(from: Sender, id: number, order: Order): Promise<void> {
    const reply = await perform(order, from).catch((error: unknown): Reply => {
      log.error({ err: error, order: order.kind }, 'an order of another instance failed')
      return { kind: 'failed', message: 'the other instance of the panel could not do this' }
    })
    await post(from.instanceId, { from: instanceId, id, reply })
  }

  function take(payload: string): void {
    const message = readOrderMessage(payload)
    if ('reply' in message) {
      waiting.get(message.id)?.(message.reply)
      return
    }
    if (!seen.isFresh(message.from, message.id)) return
    const { id, order, address: senderAddress } = message
    const from = { instanceId: message.from, address: senderAddress }
    const answered = order
      ? answer(from, id, order)
      : post(from.instanceId, { from: instanceId, id, reply: unknownOrder })
    answered.catch(error => {
      log.warn({ err: error, order: order?.kind ?? 'unknown' }, 'another instance could not be answered')
    })
  }

  return {
    async open() {
      unsubscribe = await cache.subscribe(boxOf(instanceId), take)
    },
    async request(to, order, limitMs) {
      lastId += 1
      const id = lastId
      const { promise, resolve, reject } = Promise.withResolvers<Reply>()
      waiting.set(id, resolve)
      const timer = setTimeout(() => reject(new NodeTimeoutError('answer', limitMs)), limitMs)
      try {
        const takers = await post(to, { from: instanceId, address: address(), id, order })
        if (takers === 0) throw new InstanceGoneError('the other instance of the panel has ended')
        return await promise
      } finally {
        clearTimeout(timer)
        waiting.delete(id)
        promise.catch(() => {})
      }
    },
    async close() {
      await unsubscribe?.()
    },
  }
}

/**
 * The same cache with messages that are sealed with a key that only instances have: who reaches the cache can neither
 * read nor write an order to a node. The channel is sealed in, so that no message can be moved to another one. Values of
 * the cache stay as they are. Listeners may throw UnreadableJson.
 */
export function sealMessages(cache: Cache, box: SecretBox, log: Log): Cache {
  const throttledLog = createThrottledLog(log)
  function receive(channel: string, sealed: string, listener: CacheListener): void {
    const text = box.open(sealed)
    if (!text?.startsWith(`${channel}\n`)) {
      throttledLog.error(
        { channel },
        'a message in the cache is not of an instance of this panel: AUTH_SECRET must be the same on all, and nobody else may write there',
      )
      return
    }
    try {
      listener(text.slice(channel.length + 1))
    } catch (error) {
      if (!(error instanceof UnreadableJson)) throw error
      throttledLog.warn(
        { channel, err: error },
        'a message of another instance was ignored, because this version cannot read it: run the same version on all instances',
      )
    }
  }
  return {
    ...cache,
    publish: (channel, payload) => cache.publish(channel, box.seal(`${channel}\n${payload}`)),
    subscribe: (channel, listener) => cache.subscribe(channel, sealed => receive(channel, sealed, listener)),
  }
}
