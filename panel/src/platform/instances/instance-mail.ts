// Orders from one instance to another through the shared cache, each with one reply.

import { UnreadableJson } from '@rookery/primitives/parse-json.ts'
import type { Cache, CacheListener } from '../cache/cache.ts'
import { NodeTimeoutError } from '../daemon-link/link-errors.ts'
import type { Log } from '../log.ts'
import { createRareLog } from '../rare-log.ts'
import type { SecretBox } from '../secret-box.ts'
import { type Letter, type Order, type Reply, readLetter } from './logic/instance-messages.ts'
import { createSeenLetters } from './logic/seen-letters.ts'

const unknownOrder: Reply = {
  kind: 'failed',
  message: 'the other instance of the panel does not know this order',
}

/** Nobody takes letters for that instance: it has ended, and the order was given to nobody. */
export class InstanceGoneError extends Error {
  override readonly name = 'InstanceGoneError'
}

export interface InstanceMail {
  /** Begins to take letters. */
  open(): Promise<void>
  /** Throws InstanceGoneError, CacheUnavailableError, or NodeTimeoutError when no reply comes in time. */
  request(to: string, order: Order, limitMs: number): Promise<Reply>
  close(): Promise<void>
}

export interface Sender {
  instanceId: string
  address: string
}

interface MailDeps {
  cache: Cache
  instanceId: string
  /** Where the others reach this instance. */
  address(): string
  obey(order: Order, from: Sender): Promise<Reply>
  log: Log
}

export function createInstanceMail({ cache, instanceId, address, obey, log }: MailDeps): InstanceMail {
  const waiting = new Map<number, (reply: Reply) => void>()
  const seen = createSeenLetters()
  const boxOf = (instance: string) => `to-${instance}`
  let lastId = 0
  let unsubscribe: (() => Promise<void>) | undefined

  const post = (to: string, letter: Letter) => cache.publish(boxOf(to), JSON.stringify(letter))

  async function answer(from: Sender, id: number, order: Order): Promise<void> {
    const reply = await obey(order, from).catch((error: unknown): Reply => {
      log.error({ err: error, order: order.kind }, 'an order of another instance failed')
      return { kind: 'failed', message: 'the other instance of the panel could not do this' }
    })
    await post(from.instanceId, { from: instanceId, id, reply })
  }

  function take(payload: string): void {
    const letter = readLetter(payload)
    if ('reply' in letter) {
      waiting.get(letter.id)?.(letter.reply)
      return
    }
    if (!seen.isFresh(letter.from, letter.id)) return
    const { id, order, address: senderAddress } = letter
    const from = { instanceId: letter.from, address: senderAddress }
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
  const rareLog = createRareLog(log)
  function receive(channel: string, sealed: string, listener: CacheListener): void {
    const text = box.open(sealed)
    if (!text?.startsWith(`${channel}\n`)) {
      rareLog.error(
        { channel },
        'a message in the cache is not of an instance of this panel: AUTH_SECRET must be the same on all, and nobody else may write there',
      )
      return
    }
    try {
      listener(text.slice(channel.length + 1))
    } catch (error) {
      if (!(error instanceof UnreadableJson)) throw error
      rareLog.warn(
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
