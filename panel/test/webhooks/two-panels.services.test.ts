// Webhooks of two panel processes on one PostgreSQL and one Redis: each delivery is sent by one of them, and when it is
// killed in the middle the other one sends the same delivery.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { missingPostgres } from '../../../test-services/postgres.ts'
import { proofSize } from '../../../test-services/proof-size.ts'
import { missingRedis } from '../../../test-services/redis.ts'
import { goodPassword } from '../access/people.ts'
import { startTwoProcesses, type TwoProcesses } from '../sign-in/two-processes.ts'
import { accept, type Receiver, startReceiver } from './receiver.ts'

const missing = missingPostgres() ?? missingRedis()
if (missing !== null) console.warn(`skipped: ${missing}`)
const events = proofSize({ short: 20, proof: 200 })
const hanging = 6

describe.skipIf(missing !== null)('webhooks of two panels', { timeout: 180_000 }, () => {
  let both: TwoProcesses
  let receiver: Receiver
  let sessionToken: string
  beforeAll(async () => {
    both = await startTwoProcesses({ WEBHOOK_ALLOW_PRIVATE: 'true' })
    receiver = await startReceiver()
    sessionToken = await both.panels[0].signIn()
    // The administrator's own account is an event too, and a webhook is told what gets its number once it is there.
    await vi.waitFor(async () => {
      const seqs = await both.db.selectFrom('events').select('seq').execute()
      expect(seqs.length).toBeGreaterThan(0)
      expect(seqs.map(({ seq }) => seq)).not.toContain(null)
    }, 60_000)
    const body = { name: 'Receiver', url: receiver.url, kinds: ['user.created'] }
    const made = await both.panels[0].request('POST', '/api/webhooks', { sessionToken, body })
    expect(made.status, made.text).toBe(201)
  })
  afterAll(async () => {
    await both?.stop()
    await receiver?.stop()
  })

  let people = 0
  async function happen(panel: number): Promise<void> {
    const body = { login: `person-${++people}`, password: goodPassword }
    const made = await both.panels[panel === 0 ? 0 : 1].request('POST', '/api/users', { sessionToken, body })
    expect(made.status, made.text).toBe(201)
  }
  const states = async () => {
    const rows = await both.db.selectFrom('webhook_deliveries').select('state').execute()
    return Map.groupBy(rows, ({ state }) => state)
  }

  test('each event is delivered once, whichever panel it happened at', async () => {
    // Both at once, each one after the other: a panel refuses more passwords than it can soon hash.
    await Promise.all(
      [0, 1].map(async panel => {
        for (let index = 0; index < events / 2; index++) await happen(panel)
      }),
    )
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(events), 60_000)
    await vi.waitFor(async () => expect((await states()).get('delivered')).toHaveLength(events), 60_000)
    expect(receiver.received).toHaveLength(events)
    expect(new Set(receiver.deliveryIds()).size).toBe(events)
  })

  test('after kill -9 of one in the middle the other one sends the same deliveries, and nothing is lost', async () => {
    receiver.received.splice(0)
    // Nobody knows what became of these.
    receiver.answerWith(() => {})
    for (let index = 0; index < hanging; index++) await happen(index % 2)
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(4), 30_000)
    both.panels[0].child.kill('SIGKILL')
    const begun = new Set(receiver.deliveryIds())
    const accepted = new Set<string>()
    receiver.answerWith((response, one) => {
      accepted.add(String(one.headers['rookery-delivery']))
      accept(response, one)
    })
    await vi.waitFor(() => expect(accepted.size).toBe(hanging), { timeout: 120_000, interval: 200 })
    for (const id of begun) expect(accepted).toContain(id)
    await vi.waitFor(
      async () => expect((await states()).get('delivered')).toHaveLength(events + hanging),
      30_000,
    )
    const names = receiver.received.map(({ body }) => JSON.parse(body).data.user.login)
    expect(new Set(names).size).toBe(hanging)
  })
})
