// Delivers what waits: a few at a time for each webhook, so that a slow receiver holds up nobody else. All instances
// do, and a delivery belongs to whoever has its lease.

import { reasonOf } from '@rookery/contracts/reasons.ts'
import type { Log } from '../../platform/log.ts'
import type { EventFeed } from '../event-feed/event-feed.ts'
import { deliveredOf } from '../event-feed/logic/delivered-event.ts'
import { isHopeless, retryDelayMs } from './logic/retry-rules.ts'
import { signDelivery } from './logic/sign-delivery.ts'
import { writeBody } from './logic/write-body.ts'
import { type Attempt, attemptLimitMs, type Outgoing, type WebhookClient } from './webhook-client.ts'
import type { ClaimedDelivery, StoredWebhook, WebhooksStore } from './webhooks-store.ts'

interface DelivererDeps {
  store: Pick<WebhooksStore, 'due' | 'claim' | 'finish' | 'disableFailing'>
  client: Pick<WebhookClient, 'send'>
  eventFeed: Pick<EventFeed, 'write'>
  log: Log
  now(): number
  randomUuid(): string
}

const atOnceForOne = 4
const atOnce = 32
/** Longer than an attempt and the write of its outcome. */
const leaseMs = attemptLimitMs + 15_000

export type Deliverer = ReturnType<typeof createDeliverer>

export function createDeliverer({ store, client, eventFeed, log, now, randomUuid }: DelivererDeps) {
  const underWay = new Map<number, number>()
  const attempts = new Set<Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  let looking: Promise<void> = Promise.resolve()
  let looksAgain = false
  let isClosed = false

  /** Sends what is due; never rejects. What ends meanwhile makes room for more. */
  function look(): Promise<void> {
    if (looksAgain || isClosed) return looking
    looksAgain = true
    looking = looking.then(async () => {
      looksAgain = false
      try {
        for (const webhookId of await store.due(now())) await begin(webhookId)
      } catch (error) {
        if (!isClosed) log.warn({ err: error }, 'deliveries of webhooks could not be read; it is tried again')
      }
    })
    return looking
  }

  async function begin(webhookId: number): Promise<void> {
    const room = Math.min(atOnceForOne - (underWay.get(webhookId) ?? 0), atOnce - attempts.size)
    if (room <= 0 || isClosed) return
    const claimed = await store.claim(webhookId, room, { nowMs: now(), leaseMs, newLease: randomUuid })
    for (const delivery of claimed) {
      underWay.set(webhookId, (underWay.get(webhookId) ?? 0) + 1)
      const attempt = deliver(delivery)
        .catch(error => log.warn({ err: error }, 'the outcome of a delivery could not be stored'))
        .then(() => {
          attempts.delete(attempt)
          underWay.set(webhookId, (underWay.get(webhookId) ?? 1) - 1)
          void look()
        })
      attempts.add(attempt)
    }
  }

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    const { webhook, event, deliveryId } = delivery
    const outgoing = outgoingOf(webhook, { event: deliveredOf(event), deliveryId }, now())
    const attempt: Attempt = outgoing === null ? unreadable : await client.send(outgoing)
    const delay = attempt.isDelivered
      ? null
      : retryDelayMs(delivery.attempts, Math.random(), attempt.retryAfterMs)
    const nowMs = now()
    const nextAtMs = delay === null ? null : nowMs + delay
    if (!(await store.finish(delivery, attempt, { nowMs, nextAtMs })) || attempt.isDelivered) return
    if (delay !== null) lookIn(delay)
    if (webhook.failingSinceMs !== null && isHopeless(webhook.failingSinceMs, nowMs))
      await disable(webhook, nowMs)
  }

  async function disable({ id, name }: StoredWebhook, nowMs: number): Promise<void> {
    const isMine = await store.disableFailing(id, nowMs, transaction =>
      eventFeed.write(transaction, {
        ...{ kind: 'webhook.disabled', fact: `webhook disabled ${id} ${nowMs}` },
        data: { webhook: { id, name } },
      }),
    )
    if (isMine)
      log.warn({ webhook_id: id }, 'a webhook is disabled: nothing could be delivered to it for days')
  }

  /** Whoever looks regularly finds what is further away. */
  function lookIn(delayMs: number): void {
    if (delayMs > 60_000 || isClosed) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void look()
    }, delayMs + 20).unref()
    timers.add(timer)
  }

  return {
    look,
    /** What is under way ends; what waits is another instance's, or of the next start. */
    async close(): Promise<void> {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      await looking
      await Promise.all(attempts)
    },
  }
}

const unreadable: Attempt = {
  ...{ isDelivered: false, status: null, took_ms: 0, answer: '', retryAfterMs: null },
  problem: reasonOf('webhookUnreadable'),
}

interface Delivered {
  event: ReturnType<typeof deliveredOf> & { test?: true }
  deliveryId: string
}

/** Null where its secrets cannot be read. */
export function outgoingOf(
  { url, secret, format }: StoredWebhook,
  { event, deliveryId }: Delivered,
  nowMs: number,
): Outgoing | null {
  if (!url.isReadable || !secret.isReadable) return null
  const body = writeBody(event, format)
  const headers: Record<string, string> =
    format === 'rookery'
      ? {
          'rookery-signature': signDelivery(secret.reveal(), body, nowMs),
          'rookery-event': event.type,
          'rookery-event-id': event.id,
          'rookery-delivery': deliveryId,
        }
      : {}
  return { url: url.reveal(), headers, body }
}
