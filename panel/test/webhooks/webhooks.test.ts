// Webhooks against a real receiver that accepts, fails, is slow, lies, never ends and redirects.

import { createHmac } from 'node:crypto'
import type { Delivery, Webhook } from '@rookery/contracts/http/webhooks.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createWebhookClient } from '../../src/features/webhooks/webhook-client.ts'
import { type Asked, ask, createUser, done } from '../access/people.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { accept, type Received, type Receiver, startReceiver } from './receiver.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

let panel: TestPanel
let admin: Asked
const opened: { stop(): Promise<void> }[] = []
const hooks: number[] = []
beforeAll(async () => {
  panel = await startTestPanel({ variables: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
  admin = { panel, sessionToken: await panel.signIn() }
  // The administrator's own account is an event too, and a webhook is told what gets its number once it is there.
  await panel.app.settleEvents()
})
afterEach(async () => {
  for (const id of hooks.splice(0)) await ask(admin, 'DELETE', `/api/webhooks/${id}`)
  for (const one of opened.splice(0)) await one.stop()
})
afterAll(() => panel?.stop())

async function receiver(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...args)
  opened.push(started)
  return started
}

let names = 0
async function hook(url: string, more: object = {}): Promise<Webhook & { secret: string }> {
  const body = { name: `Hook ${++names}`, url, kinds: ['user.created'], ...more }
  const made = await done(admin, 'POST', '/api/webhooks', body)
  hooks.push(made.id)
  return made
}

function firstOf({ received }: Receiver): Received {
  const [first] = received
  if (!first) throw new Error('nothing was received')
  return first
}

const happen = () => createUser(admin)
const deliveries = async (id: number, query = ''): Promise<Delivery[]> =>
  done(admin, 'GET', `/api/webhooks/${id}/deliveries${query}`)
const webhook = async (id: number): Promise<Webhook> => done(admin, 'GET', `/api/webhooks/${id}`)
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 20 })
/** Every attempt that is due by then. */
async function pass(ms: number): Promise<void> {
  panel.clock.nowMs += ms
  // A session is over by then.
  if (ms >= hourMs) admin = { panel, sessionToken: await panel.signIn() }
  await panel.app.keepHouse()
}

describe('webhooks', () => {
  test('an event arrives once, signed, with an id of its own and one of the delivery', async () => {
    const one = await receiver()
    const made = await hook(one.url)
    expect(made.secret).toMatch(/^whsec_[\w-]{43}$/)
    const person = await happen()
    await until(() => expect(one.received).toHaveLength(1))
    const { headers, body } = firstOf(one)
    const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['rookery-signature'])) ?? []
    expect(signature).toBe(createHmac('sha256', made.secret).update(`${time}.${body}`).digest('hex'))
    const event = JSON.parse(body)
    expect(event).toMatchObject({ type: 'user.created', version: 1, data: { user: { id: person.id } } })
    expect(headers).toMatchObject({ 'rookery-event': 'user.created', 'rookery-event-id': event.id })
    await until(async () => expect(await deliveries(made.id)).toMatchObject([{ state: 'delivered' }]))
    expect(await deliveries(made.id)).toMatchObject([
      {
        ...{ delivery_id: headers['rookery-delivery'], event_id: event.id, kind: 'user.created' },
        ...{ attempts: 1, status: 200, answer: 'thanks', problem: '', next_attempt_at: null },
      },
    ])
    expect(await webhook(made.id)).toMatchObject({ failing_since: null, waiting: 0 })
    expect((await webhook(made.id)).last_delivered_at).not.toBeNull()
    // Nothing later sends it again.
    await pass(hourMs)
    expect(one.received).toHaveLength(1)
    expect(JSON.stringify(await webhook(made.id))).not.toContain(made.secret)
  })

  test('what fails is tried again with growing delays, as the same delivery, and arrives', async () => {
    const one = await receiver(response => void response.writeHead(503).end('not now'))
    const { id } = await hook(one.url)
    await happen()
    await until(async () =>
      expect(await deliveries(id)).toMatchObject([{ state: 'waiting', attempts: 1, status: 503 }]),
    )
    expect(await deliveries(id)).toMatchObject([{ problem: 'the receiver answered 503', answer: 'not now' }])
    await pass(5_000)
    expect(one.received).toHaveLength(1)
    await pass(6_000)
    await until(async () => expect(await deliveries(id)).toMatchObject([{ attempts: 2, state: 'waiting' }]))
    expect((await webhook(id)).failing_since).not.toBeNull()
    one.answerWith(accept)
    await pass(minuteMs)
    await until(async () => expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 3 }]))
    expect(new Set(one.deliveryIds()).size).toBe(1)
    expect((await webhook(id)).failing_since).toBeNull()
  })

  test('after a day it is given up, and says so; after five the webhook is disabled', async () => {
    const one = await receiver(response => void response.writeHead(500).end())
    const other = await receiver()
    const { id, name } = await hook(one.url)
    const watcher = await hook(other.url, { kinds: ['webhook.disabled'] })
    await happen()
    const last = async () => (await deliveries(id)).at(-1)
    for (let attempts = 1; attempts <= 12; attempts++) {
      // Counted when it begins: its outcome has a time.
      const last_attempt_at = new Date(panel.clock.nowMs).toISOString()
      await until(async () => expect(await last()).toMatchObject({ attempts, last_attempt_at, status: 500 }))
      if (attempts === 11) expect(await last()).toMatchObject({ state: 'waiting' })
      await pass(10.6 * hourMs)
    }
    expect(await last()).toMatchObject({ state: 'given_up', next_attempt_at: null })
    expect(one.received).toHaveLength(12)
    await happen()
    await until(async () => expect(await deliveries(id)).toHaveLength(2))
    await until(async () => expect((await webhook(id)).enabled).toBe(false))
    expect(await webhook(id)).toMatchObject({ disabled_reason: 'failing', disabled_by: null, waiting: 0 })
    await until(() => expect(other.received).toHaveLength(1))
    expect(JSON.parse(other.received[0]?.body ?? '')).toMatchObject({ data: { webhook: { id, name } } })
    const refused = await ask(admin, 'POST', `/api/webhooks/${id}/deliveries/${(await last())?.id}/replay`)
    expect(refused.status).toBe(409)
    expect(await webhook(watcher.id)).toMatchObject({ enabled: true })
  })

  test('who disabled it and when is told until somebody enables it again', async () => {
    const { id, name } = await hook('http://127.0.0.1:9/')
    const body = { name, kinds: ['user.created'] }
    const change = async (enabled: boolean) => done(admin, 'PUT', `/api/webhooks/${id}`, { ...body, enabled })
    expect(await webhook(id)).toMatchObject({ disabled_by: null, disabled_at: null })
    const at = new Date(panel.clock.nowMs).toISOString()
    const off = { enabled: false, disabled_reason: 'by_hand', disabled_by: 'admin', disabled_at: at }
    expect(await change(false)).toMatchObject(off)
    // Saved once more: it stays what it was.
    await pass(minuteMs)
    expect(await change(false)).toMatchObject(off)
    expect(await change(true)).toMatchObject({ disabled_reason: null, disabled_by: null, disabled_at: null })
  })

  test('a receiver that lies about its length or never ends has it, if it said so; only 2 KB are kept', async () => {
    const one = await receiver(response => {
      response.writeHead(200, { 'content-length': '100000' })
      response.write('x'.repeat(50))
      setTimeout(() => response.destroy(), 50)
    })
    const { id } = await hook(one.url)
    await happen()
    await until(async () => expect(await deliveries(id)).toMatchObject([{ state: 'delivered' }]))
    expect((await deliveries(id))[0]?.answer).toBe('x'.repeat(50))
    one.answerWith(response => {
      response.writeHead(200)
      const more = setInterval(() => response.write('y'.repeat(1_000)), 5)
      response.on('close', () => clearInterval(more))
    })
    await happen()
    await until(async () =>
      expect(await deliveries(id)).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]),
    )
    expect((await deliveries(id))[0]?.answer).toBe('y'.repeat(2_048))
  })

  test('a slow receiver is left after the limit, and holds up no other', async () => {
    const slow = await receiver(() => {})
    const quick = await receiver()
    const client = createWebhookClient({ allowPrivate: true, version: '1', limitMs: 300 })
    const outcome = await client.send({ url: slow.url, headers: {}, body: '{}' })
    await client.close()
    expect(outcome).toMatchObject({ isDelivered: false, problem: 'no answer within 0.3 seconds' })
    const ofSlow = await hook(slow.url)
    const ofQuick = await hook(quick.url)
    for (let count = 0; count < 12; count++) await happen()
    await until(() => expect(quick.received).toHaveLength(12))
    expect(await webhook(ofQuick.id)).toMatchObject({ name: ofQuick.name })
    // Four at once and no more; what the client sent above is no delivery.
    const deliveriesToSlow = () => slow.received.filter(({ headers }) => 'rookery-delivery' in headers)
    await until(() => expect(deliveriesToSlow()).toHaveLength(4))
    expect(await webhook(ofSlow.id)).toMatchObject({ waiting: 12 })
    slow.answerWith(accept)
    await slow.stop()
    opened.splice(opened.indexOf(slow), 1)
  })

  test('a redirect is not followed', async () => {
    const inside = await receiver()
    const one = await receiver(response => void response.writeHead(302, { location: inside.url }).end())
    const { id } = await hook(one.url)
    await happen()
    await until(async () => expect(await deliveries(id)).toMatchObject([{ status: 302, attempts: 1 }]))
    expect((await deliveries(id))[0]?.problem).toBe('the receiver redirects (302), which is not followed')
    expect(inside.received).toHaveLength(0)
  })

  test('a test sends the example, shows the answer and leaves no trace', async () => {
    const one = await receiver(response => void response.writeHead(418).end('\u001b[31mteapot'))
    const { id } = await hook(one.url, { kinds: ['server.crashed'] })
    const outcome = await done(admin, 'POST', `/api/webhooks/${id}/test`)
    expect(outcome).toMatchObject({ status: 418, problem: 'the receiver answered 418' })
    expect(outcome.answer).toContain('teapot')
    expect(JSON.parse(one.received[0]?.body ?? '')).toMatchObject({ test: true, type: 'server.crashed' })
    expect(await deliveries(id)).toEqual([])
    expect(await webhook(id)).toMatchObject({ failing_since: null })
  })

  test('a delivery is repeated as one of its own with the same event, and found by state and kind', async () => {
    const one = await receiver()
    const { id } = await hook(one.url)
    await happen()
    await until(async () => expect(await deliveries(id)).toMatchObject([{ state: 'delivered' }]))
    const [first] = await deliveries(id)
    const again = await done(admin, 'POST', `/api/webhooks/${id}/deliveries/${first?.id}/replay`)
    expect(again).toMatchObject({ replay_of: first?.id, event_id: first?.event_id })
    await until(() => expect(one.received).toHaveLength(2))
    const events = one.received.map(({ headers }) => headers['rookery-event-id'])
    expect(new Set(events).size).toBe(1)
    expect(new Set(one.deliveryIds()).size).toBe(2)
    await until(async () => expect(await deliveries(id, '?state=delivered')).toHaveLength(2))
    expect(await deliveries(id, '?state=given_up')).toEqual([])
    expect(await deliveries(id, '?kind=server.crashed')).toEqual([])
    expect(await deliveries(id, `?before=${again.id}`)).toHaveLength(1)
    const foreign = await hook(one.url)
    const path = `/api/webhooks/${foreign.id}/deliveries/${first?.id}/replay`
    expect((await ask(admin, 'POST', path)).status).toBe(404)
  })

  test('Discord and Slack get a sentence, and the path of their address is shown to nobody', async () => {
    const one = await receiver()
    for (const format of ['discord', 'slack']) {
      const made = await hook(one.url, { format })
      expect(made.url).toBe(`http://127.0.0.1:${one.port}/…`)
      const change = { name: made.name, kinds: made.kinds, format: 'rookery' }
      const refused = await ask(admin, 'PUT', `/api/webhooks/${made.id}`, change)
      expect(refused.text).toContain('is needed when the format changes')
    }
    await happen()
    await until(() => expect(one.received).toHaveLength(2))
    const bodies = one.received.map(({ body }) => JSON.parse(body))
    expect(bodies).toContainEqual({ text: expect.stringMatching(/^The user .* was created$/) })
    expect(bodies).toContainEqual(expect.objectContaining({ allowed_mentions: { parse: [] } }))
    for (const { headers } of one.received) expect(headers).not.toHaveProperty('rookery-signature')
  })

  test('a disabled webhook is told nothing, and when it is enabled again what came meanwhile stays unsaid', async () => {
    const one = await receiver()
    const { id, name, kinds } = await hook(one.url)
    const disabled = await done(admin, 'PUT', `/api/webhooks/${id}`, { name, kinds, enabled: false })
    expect(disabled).toMatchObject({ enabled: false, disabled_reason: 'by_hand', url: one.url })
    await happen()
    await panel.app.keepHouse()
    await done(admin, 'PUT', `/api/webhooks/${id}`, { name, kinds })
    const later = await happen()
    await until(() => expect(one.received).toHaveLength(1))
    expect(JSON.parse(one.received[0]?.body ?? '')).toMatchObject({ data: { user: { id: later.id } } })
  })

  test('a new secret signs from then on, and the former one nothing', async () => {
    const one = await receiver()
    const { id, secret } = await hook(one.url)
    const { secret: renewed } = await done(admin, 'POST', `/api/webhooks/${id}/secret`)
    expect(renewed).not.toBe(secret)
    await happen()
    await until(() => expect(one.received).toHaveLength(1))
    const { headers, body } = firstOf(one)
    const [, time] = /^t=(\d+)/.exec(String(headers['rookery-signature'])) ?? []
    const signature = createHmac('sha256', renewed).update(`${time}.${body}`).digest('hex')
    expect(headers['rookery-signature']).toBe(`t=${time},v1=${signature}`)
  })
})

describe('addresses of webhooks', () => {
  test('5.10 private addresses are refused when saved, and when a name turns out to be at one', async () => {
    const strict = await startTestPanel()
    try {
      const asked = { panel: strict, sessionToken: await strict.signIn() }
      for (const url of [
        'https://127.0.0.1/',
        'https://[::1]/',
        'https://10.1.2.3/',
        'https://localhost/',
        'https://169.254.169.254/latest',
        'http://example.com/',
        'https://user:password@example.com/',
        'ftp://example.com/',
      ]) {
        const body = { name: 'inside', url, kinds: ['node.online'] }
        const answer = await ask(asked, 'POST', '/api/webhooks', body)
        expect([url, answer.status]).toEqual([url, 422])
      }
    } finally {
      await strict.stop()
    }
  })

  test('a name that is at a private address the second time is not dialed then', async () => {
    const inside = await receiver()
    const addresses = ['203.0.113.1', '127.0.0.1']
    let lookups = 0
    const client = createWebhookClient({
      ...{ allowPrivate: false, version: '1', limitMs: 3_000 },
      resolve: async () => [{ address: addresses[lookups++] ?? '127.0.0.1', family: 4 }],
    })
    const url = `https://rebound.example:${inside.port}/`
    expect(client.problemOf(url)).toBeNull()
    const first = await client.send({ url, headers: {}, body: '{}' })
    expect(first).toMatchObject({ isDelivered: false, status: null })
    const second = await client.send({ url, headers: {}, body: '{}' })
    expect(second.problem).toContain('is at an address in a private network')
    expect(second.problem).toContain('WEBHOOK_ALLOW_PRIVATE')
    expect(second.problem).not.toContain('127.0.0.1')
    await client.close()
    expect([lookups, inside.received.length]).toEqual([2, 0])
  })
})
