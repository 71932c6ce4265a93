// Outgoing webhooks: addresses of other programs that are told of events, made by administrators. Nothing is sent
// before there is one.

import type { LookupAddress } from 'node:dns'
import { setImmediate as letOthers } from 'node:timers/promises'
import { eventCatalog } from '@rookery/contracts/event-catalog.ts'
import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type {
  AttemptOutcome,
  changeWebhook,
  createWebhook,
  Delivery,
  Webhook,
} from '@rookery/contracts/http/webhooks.ts'
import type { Kysely } from 'kysely'
import { isUniqueViolation } from '../../platform/database/database-errors.ts'
import type { AlsoCreate } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { EditTags, RequireState } from '../../platform/http/edit-tags.ts'
import type { Log } from '../../platform/log.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import { unsealedSecret } from '../../platform/secret.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { timeOf } from '../../platform/times.ts'
import type { Audit } from '../audit/audit.ts'
import type { EventFeed } from '../event-feed/event-feed.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import { createDeliverer, outgoingOf } from './deliver.ts'
import { maskedUrl } from './logic/masked-url.ts'
import { webhookRoutes } from './routes.ts'
import { createWebhookClient } from './webhook-client.ts'
import {
  createWebhooksStore,
  type DeliveryFilter,
  type StoredDelivery,
  type StoredWebhook,
  type WebhookInput,
} from './webhooks-store.ts'

interface WebhooksDeps {
  db: Kysely<Schema>
  boxes: {
    /** Seals addresses and secrets. */
    general: SecretBox
  }
  eventFeed: Pick<EventFeed, 'addConsumer' | 'write'>
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'writeAlone'>
  editTags: EditTags
  log: Log
  now(): number
  random(bytes: number): Buffer
  randomUuid(): string
  config: { allowPrivate: boolean }
  version: string
  /** For tests: which addresses a name has. */
  resolve?: (host: string) => Promise<LookupAddress[]>
}

type WebhookBody = BodyOf<typeof changeWebhook>

const dayMs = 24 * 60 * 60_000
const retainedDays = 7
const cleanUpEveryMs = 60 * 60_000
const secretBytes = 32

export function openWebhooks(deps: WebhooksDeps) {
  const webhooks = createWebhooks(deps)
  return { ...webhooks, routes: webhookRoutes({ ...deps, webhooks }) }
}

export type Webhooks = ReturnType<typeof createWebhooks>

/** What two people may change at once. */
function editedState({ name, url, format, kinds, serverIds, enabled }: StoredWebhook) {
  return { name, url: url.isReadable ? url.reveal() : null, format, kinds, serverIds, enabled }
}

type See = (state: object) => void

function createWebhooks(deps: WebhooksDeps) {
  const { eventFeed, now, random, randomUuid } = deps
  const store = createWebhooksStore(deps.db, deps.boxes.general)
  const client = createWebhookClient({ ...deps.config, version: deps.version, resolve: deps.resolve })
  const deliverer = createDeliverer({ ...deps, store, client })
  let cleanedUpAtMs = Number.NEGATIVE_INFINITY

  let hasAdded = false
  eventFeed.addConsumer(
    async (transaction, events) => {
      const added = await store.addFor(transaction, events, { nowMs: now(), newId: randomUuid })
      if (added > 0) hasAdded = true
    },
    () => {
      if (hasAdded) void deliverer.look()
      hasAdded = false
    },
  )

  async function find(id: number): Promise<StoredWebhook> {
    const found = await store.find(id)
    if (!found) throw new PanelError('not_found', { message: 'there is no such webhook' })
    return found
  }

  async function answersOf(found: readonly StoredWebhook[]): Promise<Webhook[]> {
    const waiting = await store.waiting()
    return found.map(webhook => ({
      id: webhook.id,
      name: webhook.name,
      url: webhook.url.isReadable ? maskedUrl(webhook.url.reveal(), webhook.format) : '',
      format: webhook.format,
      kinds: [...webhook.kinds],
      server_ids: webhook.serverIds === null ? null : [...webhook.serverIds],
      enabled: webhook.enabled,
      disabled_reason: webhook.disabledReason,
      disabled_by: webhook.disabledBy,
      disabled_at: timeOrNull(webhook.disabledAtMs),
      failing_since: timeOrNull(webhook.failingSinceMs),
      last_delivered_at: timeOrNull(webhook.lastDeliveredAtMs),
      waiting: waiting.get(webhook.id) ?? 0,
      created_at: timeOf(webhook.createdAtMs),
    }))
  }

  /** `see` is shown what two people may change at once. */
  async function read(id: number, see?: See): Promise<Webhook> {
    const webhook = await find(id)
    see?.(editedState(webhook))
    const [answer] = await answersOf([webhook])
    if (!answer) throw new PanelError('not_found')
    return answer
  }

  function inputOf(body: WebhookBody, stored: StoredWebhook | null): WebhookInput {
    const { name, url, format, kinds, server_ids, enabled } = body
    if (url === undefined && stored && stored.format !== format) {
      throw invalidField('url', 'is needed when the format changes')
    }
    if (url !== undefined) {
      const problem = client.problemOf(url)
      if (problem !== null) throw invalidField('url', problem)
    }
    const address = url === undefined ? stored?.url : unsealedSecret(url)
    if (!address) throw invalidField('url', 'is required')
    const serverIds = server_ids === null ? null : [...new Set(server_ids)]
    return { name, url: address, format, kinds: [...new Set(kinds)], serverIds, enabled }
  }

  const newSecret = () => `whsec_${random(secretBytes).toString('base64url')}`

  return {
    read,
    list: async () => answersOf(await store.list()),

    /** With the secret, which nobody can read again. */
    async create(body: BodyOf<typeof createWebhook>, login: string): Promise<Webhook & { secret: string }> {
      const secret = newSecret()
      const change = { login, nowMs: now() }
      const id = await refuseTakenName(() =>
        store.create(inputOf(body, null), unsealedSecret(secret), change),
      )
      return { ...(await read(id)), secret }
    },

    async change(
      id: number,
      body: WebhookBody,
      { login, requireState, see }: { login: string; requireState: RequireState | null; see: See },
    ): Promise<Webhook> {
      const stored = await find(id)
      const check = requireState ? (present: StoredWebhook) => requireState(editedState(present)) : undefined
      await refuseTakenName(() => store.change(id, inputOf(body, stored), { login, nowMs: now(), check }))
      return read(id, see)
    },

    async renewSecret(id: number): Promise<{ secret: string }> {
      await find(id)
      const secret = newSecret()
      await store.setSecret(id, unsealedSecret(secret), now())
      return { secret }
    },

    async remove(id: number): Promise<void> {
      await store.remove((await find(id)).id)
    },

    /** Says that it is a test; nothing of it is stored. */
    async test(id: number): Promise<AttemptOutcome> {
      const webhook = await find(id)
      const kind = webhook.kinds[0] ?? 'node.online'
      const { version, example: data } = eventCatalog[kind]
      const event = {
        id: randomUuid(),
        seq: 0,
        type: kind,
        version,
        at: timeOf(now()),
        data,
        test: true,
      } as const
      const outgoing = outgoingOf(webhook, { event, deliveryId: `test-${randomUuid()}` }, now())
      if (!outgoing) {
        const message = `the secrets of the webhook "${webhook.name}" cannot be read: restore ENCRYPTION_KEY`
        throw new PanelError('conflict', { message })
      }
      const { status, took_ms, problem, answer } = await client.send(outgoing)
      return { status, took_ms, problem, answer }
    },

    async deliveries(id: number, filter: DeliveryFilter, limit: number): Promise<Delivery[]> {
      await find(id)
      return (await store.deliveries(id, filter, limit)).map(deliveryAnswer)
    },

    async delivery(id: number): Promise<Delivery> {
      const found = await store.delivery(id)
      if (!found) throw new PanelError('not_found', { message: 'there is no such delivery' })
      return deliveryAnswer(found)
    },

    async replay(id: number, deliveryId: number, also: AlsoCreate): Promise<Delivery> {
      const webhook = await find(id)
      if (!webhook.enabled) {
        throw new PanelError('conflict', { message: 'the webhook is disabled: enable it first' })
      }
      const added = await store.replay(id, deliveryId, { nowMs: now(), newId: randomUuid, also })
      if (!added) throw new PanelError('not_found', { message: 'there is no such delivery' })
      void deliverer.look()
      return deliveryAnswer(added)
    },

    /** What another instance left, and what waits for longer; forgets old deliveries, once an hour. */
    async keepHouse(): Promise<void> {
      await deliverer.look()
      if (now() - cleanedUpAtMs < cleanUpEveryMs) return
      cleanedUpAtMs = now()
      while (await store.forget(now() - retainedDays * dayMs)) await letOthers()
    },
    async close(): Promise<void> {
      await deliverer.close()
      await client.close()
    },
  }
}

function deliveryAnswer(delivery: StoredDelivery): Delivery {
  return {
    id: delivery.id,
    delivery_id: delivery.deliveryId,
    event_id: delivery.eventId,
    kind: delivery.kind,
    state: delivery.state,
    attempts: delivery.attempts,
    created_at: timeOf(delivery.createdAtMs),
    last_attempt_at: timeOrNull(delivery.lastAtMs),
    next_attempt_at: delivery.state === 'waiting' ? timeOf(delivery.nextAtMs) : null,
    status: delivery.status,
    took_ms: delivery.tookMs,
    problem: delivery.problem,
    answer: delivery.answer,
    replay_of: delivery.replayOf,
  }
}

const timeOrNull = (ms: number | null) => (ms === null ? null : timeOf(ms))

async function refuseTakenName<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('name', 'is taken by another webhook')
    throw error
  }
}
