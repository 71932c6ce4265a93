// Webhooks: addresses that the panel tells of events, for administrators.

import * as z from 'zod'
import { eventKinds } from '../event-catalog.ts'
import { endpoint } from './endpoint.ts'
import { displayName, idParams, idText, time } from './shapes.ts'

export const webhookFormats = ['rookery', 'discord', 'slack'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

export const deliveryStates = ['waiting', 'delivered', 'given_up'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why a webhook delivers nothing; null: it does. */
const disabledReason = z.enum(['by_hand', 'failing']).nullable()

export const webhook = z.object({
  id: z.int(),
  name: z.string(),
  /** Of Discord and Slack without its path, which is their secret. */
  url: z.string(),
  format: z.enum(webhookFormats),
  kinds: z.array(z.enum(eventKinds)),
  /** Events about other servers are left out; null: about all of them. */
  server_ids: z.array(z.int()).nullable(),
  enabled: z.boolean(),
  disabled_reason: disabledReason,
  /** Login of whoever disabled it; null: nobody did, or it is not known. */
  disabled_by: z.string().nullable(),
  disabled_at: time.nullable(),
  /** Since when nothing has reached it; null: the last delivery did, or there was none. */
  failing_since: time.nullable(),
  last_delivered_at: time.nullable(),
  /** Deliveries that wait for their first or next attempt. */
  waiting: z.int(),
  created_at: time,
})
export type Webhook = z.output<typeof webhook>

const address = z
  .string()
  .trim()
  .max(2_000, 'must be at most 2000 characters')
  .refine(text => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'must be a web address')
  .refine(
    text => !URL.canParse(text) || (new URL(text).username === '' && new URL(text).password === ''),
    'must not contain a user name or password',
  )

export const webhookBody = z.object({
  name: displayName,
  /** Left out when changing: it stays as it is. */
  url: address.optional(),
  format: z.enum(webhookFormats).default('rookery'),
  kinds: z.array(z.enum(eventKinds)).min(1, 'choose at least one kind of event').max(100),
  server_ids: z
    .array(z.int().positive())
    .min(1, 'choose at least one server')
    .max(1_000)
    .nullable()
    .default(null),
  enabled: z.boolean().default(true),
})

export const delivery = z.object({
  id: z.int(),
  /** As the receiver sees it in Rookery-Delivery. */
  delivery_id: z.string(),
  event_id: z.string(),
  kind: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  created_at: time,
  /** Null before the first attempt. */
  last_attempt_at: time.nullable(),
  /** Null: none planned. */
  next_attempt_at: time.nullable(),
  /** HTTP status of the last answer; null: there was none. */
  status: z.int().nullable(),
  /** How long the last attempt took. */
  took_ms: z.int().nullable(),
  /** Why the last attempt failed, in a sentence; empty: it did not. */
  problem: z.string(),
  /** The first 2 KB of the last answer. */
  answer: z.string(),
  /** The delivery that this one repeats; null: it is the first. */
  replay_of: z.int().nullable(),
})
export type Delivery = z.output<typeof delivery>

/** The outcome of one attempt. */
export const attemptOutcome = delivery.pick({ status: true, took_ms: true, problem: true, answer: true })
export type AttemptOutcome = z.output<typeof attemptOutcome>

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/webhooks',
  summary: 'The webhooks',
  answer: z.array(webhook),
})

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks',
  idempotencyKey: 'refused',
  summary: 'Add a webhook; its secret is answered this once',
  body: webhookBody.extend({ url: address }),
  /** Signs every delivery; nobody can read it again. */
  answer: webhook.extend({ secret: z.string() }),
  status: 201,
})

export const readWebhook = endpoint({
  method: 'GET',
  path: '/api/webhooks/{id}',
  summary: 'One webhook',
  params: idParams,
  answer: webhook,
  gives: ['ETag'],
})

export const changeWebhook = endpoint({
  method: 'PUT',
  path: '/api/webhooks/{id}',
  summary: 'Change a webhook; turning it on again begins with the events from then on',
  params: idParams,
  body: webhookBody,
  answer: webhook,
  takes: ['If-Match'],
  gives: ['ETag'],
  refuses: ['precondition_failed'],
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/webhooks/{id}',
  summary: 'Delete a webhook and its deliveries',
  params: idParams,
})

export const renewWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/secret',
  idempotencyKey: 'refused',
  summary: 'Give a webhook a new secret, answered this once; the former one signs nothing from then on',
  params: idParams,
  answer: z.object({ secret: z.string() }),
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/test',
  idempotencyKey: 'ignored',
  summary: 'Send a webhook the example of one of its kinds and answer what came back; nothing is tried again',
  params: idParams,
  answer: attemptOutcome,
})

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/webhooks/{id}/deliveries',
  summary: 'Deliveries of a webhook, the newest first; they are kept for a week',
  params: idParams,
  query: z.object({
    state: z.enum(deliveryStates).optional(),
    kind: z.enum(eventKinds).optional(),
    /** Id of a delivery: only what is older. */
    before: idText.optional(),
    per_page: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answer: z.array(delivery),
})

export const replayDelivery = endpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/deliveries/{delivery}/replay',
  idempotencyKey: 'taken',
  summary: 'Deliver an event once more, as a delivery of its own',
  params: z.object({ id: idText, delivery: idText }),
  answer: delivery,
  status: 201,
})
