// Webhooks and their deliveries in the database. Whoever makes an attempt holds a lease on the delivery: no two
// instances send it at once, and when one dies the delivery is another one's as soon as the lease is over.

import { type EventKind, eventKinds } from '@rookery/contracts/event-catalog.ts'
import {
  type DeliveryState,
  deliveryStates,
  type WebhookFormat,
  webhookFormats,
} from '@rookery/contracts/http/webhooks.ts'
import { parseJson } from '@rookery/primitives/parse-json.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import * as z from 'zod'
import {
  type AlsoCreate,
  type AlsoWrite,
  insertReturningId,
  inTransaction,
  lockRows,
  toBoolean,
} from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { StoredSecret } from '../../platform/secret.ts'
import { readSecret, type SecretBox, storedText } from '../../platform/secret-box.ts'
import type { NumberedEvent } from '../event-feed/event-feed.ts'
import type { Attempt } from './webhook-client.ts'

export interface WebhookInput {
  name: string
  url: StoredSecret
  format: WebhookFormat
  kinds: readonly EventKind[]
  serverIds: readonly number[] | null
  enabled: boolean
}

export interface StoredWebhook extends WebhookInput {
  id: number
  secret: StoredSecret
  disabledReason: 'by_hand' | 'failing' | null
  disabledBy: string | null
  disabledAtMs: number | null
  failingSinceMs: number | null
  lastDeliveredAtMs: number | null
  createdAtMs: number
}

/** Who changes a webhook, and when. */
export interface Change {
  login: string
  nowMs: number
}

export interface StoredDelivery {
  id: number
  deliveryId: string
  eventId: string
  kind: string
  state: DeliveryState
  attempts: number
  nextAtMs: number
  lastAtMs: number | null
  status: number | null
  tookMs: number | null
  problem: string
  answer: string
  replayOf: number | null
  createdAtMs: number
}

/** A delivery that is this instance's for the time of its lease. */
export interface ClaimedDelivery {
  id: number
  lease: string
  deliveryId: string
  /** With the one that begins. */
  attempts: number
  event: NumberedEvent
  webhook: StoredWebhook
}

export interface DeliveryFilter {
  state?: DeliveryState | undefined
  kind?: string | undefined
  before?: number | undefined
}

const storedKinds = z.array(z.string())
const storedIds = z.array(z.int())
const storedData = z.record(z.string(), z.unknown())
const state = z.enum(deliveryStates)
const rowsAtOnce = 500

export type WebhooksStore = ReturnType<typeof createWebhooksStore>

/** `box` opens and seals addresses and secrets. */
export function createWebhooksStore(db: Kysely<Schema>, box: SecretBox) {
  const webhookOf = (row: Selectable<Schema['webhooks']>): StoredWebhook => {
    const kinds = parseJson(storedKinds, row.kinds, `kinds of webhook ${row.id}`)
    return {
      id: row.id,
      name: row.name,
      url: readSecret(box, row.url),
      secret: readSecret(box, row.secret),
      format: webhookFormats.find(format => format === row.format) ?? 'rookery',
      // One that only a later version knows is told by that version.
      kinds: eventKinds.filter(kind => kinds.includes(kind)),
      serverIds:
        row.server_ids === null ? null : parseJson(storedIds, row.server_ids, `servers of webhook ${row.id}`),
      enabled: toBoolean(row.enabled),
      disabledReason: toBoolean(row.enabled)
        ? null
        : row.disabled_reason === 'failing'
          ? 'failing'
          : 'by_hand',
      disabledBy: row.disabled_by,
      disabledAtMs: row.disabled_at,
      failingSinceMs: row.failing_since,
      lastDeliveredAtMs: row.last_delivered_at,
      createdAtMs: row.created_at,
    }
  }
  const columnsOf = ({ name, url, format, kinds, serverIds, enabled }: WebhookInput) => ({
    ...{ name, url: storedText(box, url), format, enabled },
    kinds: JSON.stringify(kinds),
    server_ids: serverIds === null ? null : JSON.stringify(serverIds),
    disabled_reason: enabled ? null : 'by_hand',
  })
  const deliveries = () =>
    db
      .selectFrom('webhook_deliveries')
      .innerJoin('events', 'events.id', 'webhook_deliveries.event_row')
      .selectAll('webhook_deliveries')
      .select(['events.event_id', 'events.kind'])

  async function readDelivery(id: number): Promise<StoredDelivery | null> {
    const row = await deliveries().where('webhook_deliveries.id', '=', id).executeTakeFirst()
    return row ? deliveryOf(row) : null
  }

  return {
    async list(): Promise<StoredWebhook[]> {
      return (await db.selectFrom('webhooks').selectAll().orderBy('id').execute()).map(webhookOf)
    },
    async find(id: number): Promise<StoredWebhook | null> {
      const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
      return row ? webhookOf(row) : null
    },
    create: (input: WebhookInput, secret: StoredSecret, { login, nowMs }: Change) =>
      insertReturningId(db, 'webhooks', {
        ...columnsOf(input),
        ...(!input.enabled && { disabled_by: login, disabled_at: nowMs }),
        secret: storedText(box, secret),
        created_at: nowMs,
        updated_at: nowMs,
      }),
    /**
     * `check` throws when the present one must stay. What waits for one that is disabled is given up; whoever disabled
     * it first stays known.
     */
    change: (
      id: number,
      input: WebhookInput,
      { login, nowMs, check }: Change & { check: ((present: StoredWebhook) => void) | undefined },
    ): Promise<void> =>
      inTransaction(db, async transaction => {
        const query = transaction.selectFrom('webhooks').selectAll().where('id', '=', id)
        const present = check && (await lockRows(transaction, query).executeTakeFirst())
        if (present) check(webhookOf(present))
        if (!input.enabled) {
          await transaction
            .updateTable('webhooks')
            .set({ disabled_by: login, disabled_at: nowMs })
            .where('id', '=', id)
            .where('enabled', '=', true)
            .execute()
        }
        const nobody = input.enabled && { disabled_by: null, disabled_at: null }
        const set = { ...columnsOf(input), ...nobody, updated_at: nowMs }
        await transaction.updateTable('webhooks').set(set).where('id', '=', id).execute()
        if (input.enabled) return
        await transaction.updateTable('webhooks').set({ failing_since: null }).where('id', '=', id).execute()
        await giveUpWaiting(transaction, id, 'the webhook was disabled')
      }),
    async setSecret(id: number, secret: StoredSecret, nowMs: number): Promise<void> {
      const set = { secret: storedText(box, secret), updated_at: nowMs }
      await db.updateTable('webhooks').set(set).where('id', '=', id).execute()
    },
    async remove(id: number): Promise<void> {
      await db.deleteFrom('webhooks').where('id', '=', id).execute()
    },

    /** By webhook: how many deliveries wait. */
    async waiting(): Promise<Map<number, number>> {
      const rows = await db
        .selectFrom('webhook_deliveries')
        .select(['webhook_id', count => count.fn.countAll().as('total')])
        .where('state', '=', 'waiting')
        .groupBy('webhook_id')
        .execute()
      return new Map(rows.map(row => [row.webhook_id, Number(row.total)]))
    },

    /** Part of the transaction that numbers the events. Gives how many there are. */
    async addFor(
      transaction: Transaction<Schema>,
      events: readonly NumberedEvent[],
      { nowMs, newId }: { nowMs: number; newId: () => string },
    ): Promise<number> {
      const rows = await transaction.selectFrom('webhooks').selectAll().where('enabled', '=', true).execute()
      const wanted = rows
        .map(webhookOf)
        .flatMap(webhook =>
          events
            .filter(event => isWanted(webhook, event))
            .map(event => newDelivery(webhook.id, event.rowId, { nowMs, newId })),
        )
      for (let start = 0; start < wanted.length; start += rowsAtOnce) {
        const some = wanted.slice(start, start + rowsAtOnce)
        await transaction.insertInto('webhook_deliveries').values(some).execute()
      }
      return wanted.length
    },

    /** Webhooks that something is due for. */
    async due(nowMs: number): Promise<number[]> {
      const rows = await db
        .selectFrom('webhook_deliveries')
        .select('webhook_id')
        .distinct()
        .where('state', '=', 'waiting')
        .where('next_at', '<=', nowMs)
        .where('leased_until', '<=', nowMs)
        .execute()
      return rows.map(row => row.webhook_id)
    },

    /** The oldest that are due; each is this lease's alone until it is over. */
    async claim(
      webhookId: number,
      most: number,
      { nowMs, leaseMs, newLease }: { nowMs: number; leaseMs: number; newLease: () => string },
    ): Promise<ClaimedDelivery[]> {
      const found = await db
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('webhook_id', '=', webhookId)
        .where('state', '=', 'waiting')
        .where('next_at', '<=', nowMs)
        .where('leased_until', '<=', nowMs)
        .orderBy('next_at')
        .orderBy('id')
        .limit(most)
        .execute()
      const claimed: ClaimedDelivery[] = []
      for (const { id } of found) {
        const lease = newLease()
        const result = await db
          .updateTable('webhook_deliveries')
          .set(({ eb }) => ({ lease, leased_until: nowMs + leaseMs, attempts: eb('attempts', '+', 1) }))
          .where('id', '=', id)
          .where('state', '=', 'waiting')
          .where('next_at', '<=', nowMs)
          .where('leased_until', '<=', nowMs)
          .executeTakeFirst()
        if (result.numUpdatedRows !== 1n) continue
        const delivery = await readClaimed(id, lease)
        if (delivery) claimed.push(delivery)
      }
      return claimed
    },

    /** False when the lease was over and somebody else has it. `nextAtMs`: null where it is not tried again. */
    async finish(
      { id, lease, webhook }: Pick<ClaimedDelivery, 'id' | 'lease' | 'webhook'>,
      { isDelivered, status, took_ms, problem, answer }: Attempt,
      { nowMs, nextAtMs }: { nowMs: number; nextAtMs: number | null },
    ): Promise<boolean> {
      const next: DeliveryState = isDelivered ? 'delivered' : nextAtMs === null ? 'given_up' : 'waiting'
      const result = await db
        .updateTable('webhook_deliveries')
        .set({
          ...{ state: next, lease: null, leased_until: 0, last_at: nowMs, status, took_ms, problem, answer },
          ...(nextAtMs !== null && { next_at: nextAtMs }),
        })
        .where('id', '=', id)
        .where('lease', '=', lease)
        .executeTakeFirst()
      if (result.numUpdatedRows !== 1n) return false
      const update = db.updateTable('webhooks').where('id', '=', webhook.id)
      if (isDelivered) await update.set({ failing_since: null, last_delivered_at: nowMs }).execute()
      else await update.set({ failing_since: nowMs }).where('failing_since', 'is', null).execute()
      return true
    },

    /** True for the one who did it; `alsoWrite` is part of it. */
    disableFailing: (id: number, nowMs: number, alsoWrite: AlsoWrite): Promise<boolean> =>
      inTransaction(db, async transaction => {
        const result = await transaction
          .updateTable('webhooks')
          .set({ enabled: false, disabled_reason: 'failing', disabled_at: nowMs, updated_at: nowMs })
          .where('id', '=', id)
          .where('enabled', '=', true)
          .executeTakeFirst()
        if (result.numUpdatedRows !== 1n) return false
        await giveUpWaiting(transaction, id, 'the webhook was disabled, because nothing reached it for days')
        await alsoWrite(transaction)
        return true
      }),

    async deliveries(webhookId: number, filter: DeliveryFilter, limit: number): Promise<StoredDelivery[]> {
      let query = deliveries().where('webhook_id', '=', webhookId)
      if (filter.state !== undefined) query = query.where('state', '=', filter.state)
      if (filter.kind !== undefined) query = query.where('events.kind', '=', filter.kind)
      if (filter.before !== undefined) query = query.where('webhook_deliveries.id', '<', filter.before)
      const rows = await query.orderBy('webhook_deliveries.id', 'desc').limit(limit).execute()
      return rows.map(deliveryOf)
    },

    /** Null where there is no such delivery of this webhook. */
    async replay(
      webhookId: number,
      id: number,
      { also, ...made }: { nowMs: number; newId: () => string; also: AlsoCreate },
    ): Promise<StoredDelivery | null> {
      const former = await db
        .selectFrom('webhook_deliveries')
        .select('event_row')
        .where('id', '=', id)
        .where('webhook_id', '=', webhookId)
        .executeTakeFirst()
      if (!former) return null
      const row = { ...newDelivery(webhookId, former.event_row, made), replay_of: id }
      const added = await inTransaction(db, async transaction => {
        const inserted = await insertReturningId(transaction, 'webhook_deliveries', row)
        await also(transaction, inserted)
        return inserted
      })
      return readDelivery(added)
    },

    delivery: readDelivery,

    /** A bounded number of those that are over and old; true when there are perhaps more. */
    async forget(beforeMs: number): Promise<boolean> {
      const rows = await db
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('state', '!=', 'waiting')
        .where('created_at', '<', beforeMs)
        .limit(rowsAtOnce)
        .execute()
      const ids = rows.map(row => row.id)
      if (ids.length > 0) await db.deleteFrom('webhook_deliveries').where('id', 'in', ids).execute()
      return ids.length === rowsAtOnce
    },
  }

  async function readClaimed(id: number, lease: string): Promise<ClaimedDelivery | null> {
    const row = await db
      .selectFrom('webhook_deliveries')
      .innerJoin('events', 'events.id', 'webhook_deliveries.event_row')
      .selectAll('events')
      .select([
        'webhook_deliveries.delivery_id',
        'webhook_deliveries.attempts',
        'webhook_deliveries.webhook_id',
      ])
      .where('webhook_deliveries.id', '=', id)
      .where('webhook_deliveries.lease', '=', lease)
      .executeTakeFirst()
    if (!row) return null
    const query = db.selectFrom('webhooks').selectAll().where('id', '=', row.webhook_id)
    const webhook = await query.executeTakeFirst()
    if (!webhook) return null
    const event: NumberedEvent = {
      ...{ rowId: row.id, id: row.event_id, seq: row.seq ?? 0, kind: row.kind, version: row.version },
      ...{ gameServerId: row.server_id, nodeId: row.node_id, atMs: row.happened_at },
      data: parseJson(storedData, row.data, `event ${row.id}`),
    }
    return {
      ...{ id, lease, deliveryId: row.delivery_id, attempts: row.attempts, event },
      webhook: webhookOf(webhook),
    }
  }
}

async function giveUpWaiting(
  transaction: Transaction<Schema>,
  webhookId: number,
  problem: string,
): Promise<void> {
  await transaction
    .updateTable('webhook_deliveries')
    .set({ state: 'given_up', problem, lease: null, leased_until: 0 })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute()
}

function isWanted({ kinds, serverIds }: WebhookInput, { kind, gameServerId }: NumberedEvent): boolean {
  if (!kinds.some(each => each === kind)) return false
  return serverIds === null || gameServerId === null || serverIds.includes(gameServerId)
}

function newDelivery(
  webhookId: number,
  eventRow: number,
  { nowMs, newId }: { nowMs: number; newId: () => string },
) {
  return {
    ...{ delivery_id: newId(), webhook_id: webhookId, event_row: eventRow, state: 'waiting', attempts: 0 },
    ...{ next_at: nowMs, leased_until: 0, problem: '', answer: '', created_at: nowMs },
  }
}

type DeliveryRow = Selectable<Schema['webhook_deliveries']> & { event_id: string; kind: string }

function deliveryOf(row: DeliveryRow): StoredDelivery {
  return {
    ...{ id: row.id, deliveryId: row.delivery_id, eventId: row.event_id, kind: row.kind },
    ...{ state: state.parse(row.state), attempts: row.attempts, nextAtMs: row.next_at },
    ...{ lastAtMs: row.last_at, status: row.status, tookMs: row.took_ms },
    ...{ problem: row.problem, answer: row.answer, replayOf: row.replay_of, createdAtMs: row.created_at },
  }
}
