// T-125: many people, permission entries, tokens and ended sessions (a proof: a million of them): every question of an
// authentication finds its rows by an index, and the cleaning goes in bounded steps.

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proofSize } from '../../../test-services/proof-size.ts'
import { watchQueries } from '../count-queries.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'

const { people, endedSessions, asked } = proofSize({
  short: { people: 10_000, endedSessions: 50_000, asked: 50 },
  proof: { people: 100_000, endedSessions: 1_000_000, asked: 200 },
})
const entriesEach = 10
const firstId = 1_000

let panel: TestPanel
let sessionToken: string
let accessToken: string

const counting = (count: number) =>
  sql`with recursive counted(n) as (select 0 union all select n + 1 from counted where n < ${count - 1})`

beforeAll(async () => {
  panel = await startTestPanel()
  sessionToken = await panel.signIn()
  const body = { name: 'a script', abilities: ['server:list'] }
  accessToken = (await panel.request('POST', '/api/tokens', { sessionToken, body })).json.token
  const { db } = panel
  await sql`insert into users (id, login, login_key, name, password_hash, metadata, created_at, updated_at)
    ${counting(people)} select n + ${firstId}, 'u' || n, 'u' || n, 'u' || n, '-', '{}', 1, 1 from counted`.execute(
    db,
  )
  await sql`insert into user_permissions (user_id, permission, effect, object_type, object_id)
    with recursive entry(n) as (select 1 union all select n + 1 from entry where n < ${entriesEach})
    select users.id, 'game-server-common', 'allow', 'server', entry.n from users, entry
    where users.id >= ${firstId}`.execute(db)
  await sql`insert into personal_access_tokens
      (user_id, name, abilities, secret_hash, password_version, created_at)
    ${counting(people)}
    select n + ${firstId}, 't', '[]', printf('%064d', n), 1, 1 from counted`.execute(db)
  // Long over, so that cleaning has all of them before it.
  await sql`insert into revoked_login_sessions (jti, expires_at)
    ${counting(endedSessions)} select 'ended-' || n, 1 + n from counted`.execute(db)
}, 600_000)
afterAll(() => panel?.stop())

const bigTables = [
  'users',
  'user_permissions',
  'personal_access_tokens',
  'revoked_login_sessions',
  'user_roles',
]

/** Every statement that the panel runs while `work` is done. */
async function statementsOf(work: () => Promise<void>) {
  const seen: { sql: string; parameters: readonly unknown[] }[] = []
  const stop = watchQueries(panel.db, ({ sql: text, parameters }) => seen.push({ sql: text, parameters }))
  try {
    await work()
  } finally {
    stop()
  }
  return seen
}

async function planOf(statement: string): Promise<string[]> {
  const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(statement)}`.execute(panel.db)
  return rows.map(row => row.detail)
}

test('T-125 a request of a session and of an access token never reads through a large table', async () => {
  const paths: [string, string][] = [
    ['/api/profile', sessionToken],
    ['/api/servers', sessionToken],
    ['/api/servers', accessToken],
  ]
  const statements = await statementsOf(async () => {
    // Callers and rights are remembered for a while; afterwards everything is asked anew.
    panel.clock.nowMs += 120_000
    for (const [path, token] of paths) {
      expect((await panel.request('GET', path, { sessionToken: token })).status).toBe(200)
    }
  })
  const plans = (
    await Promise.all(statements.map(({ sql: text }) => planOf(text.replaceAll('?', 'null'))))
  ).flat()
  const touched = plans.filter(step => bigTables.some(table => new RegExp(`\\b"?${table}\\b`).test(step)))
  expect(touched.length).toBeGreaterThan(0)
  expect(touched.filter(step => step.startsWith('SCAN'))).toEqual([])
})

test('T-125 the time of a check is told', async () => {
  const times: number[] = []
  for (let count = 0; count < asked; count++) {
    panel.clock.nowMs += 31_000
    const beganAt = performance.now()
    const token = count % 2 === 0 ? sessionToken : accessToken
    expect((await panel.request('GET', '/api/servers', { sessionToken: token })).status).toBe(200)
    times.push(performance.now() - beganAt)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
  console.log(`whole requests with nothing remembered: median ${at(0.5)} ms, p99 ${at(0.99)} ms`)
})

test('T-125 each cleaning removes at most a thousand rows, and requests go on beside it', async () => {
  const count = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from revoked_login_sessions`.execute(
      panel.db,
    )
    return rows[0]?.n ?? 0
  }
  const before = await count()
  await panel.app.keepHouse()
  const after = await count()
  expect(before - after).toBeGreaterThan(0)
  expect(before - after).toBeLessThanOrEqual(1_000)
  expect((await panel.request('GET', '/api/profile', { sessionToken })).status).toBe(200)
})
