// A request with an Idempotency-Key as one program meets it: what is the same request, and what is remembered of it.

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asked, ask, createUser, done, goodPassword } from '../access/people.ts'
import { addTemplate } from '../game-servers/a-game.ts'
import { withIds } from '../harmless-calls.ts'
import { codeOf, startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { createToken } from '../tokens/people.ts'

const dayMs = 24 * 60 * 60_000

let panel: TestPanel
let admin: Asked
let node_id: number
let template_id: number
beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
  node_id = (await panel.app.nodes.create('node')).id
  template_id = await addTemplate(panel)
})
afterAll(() => panel.stop())

let keys = 0
const newKey = () => `key ${++keys}`
const keyed = (key: string, path: string, body: unknown, { sessionToken } = admin) =>
  panel.request('POST', path, { sessionToken, body, headers: { 'idempotency-key': key } })
const server = (more = {}) => ({ name: 'castle', node_id, template_id, ...more })
const isReplayed = (answer: { headers: Headers }) => answer.headers.get('idempotency-replayed') === 'true'
const countOf = async (table: 'game_servers' | 'tasks' | 'users' | 'idempotent_requests') =>
  (await panel.db.selectFrom(table).select('created_at').execute()).length
const fieldsOf = (answer: { json: { errors?: object } }) => Object.keys(answer.json.errors ?? {})

describe('the same request with the same key', () => {
  test('is answered as the first one was and creates nothing more', async () => {
    const key = newKey()
    const first = await keyed(key, '/api/servers', server({ name: 'once' }))
    expect(first.status, first.text).toBe(201)
    expect(isReplayed(first)).toBe(false)
    const counts = [await countOf('game_servers'), await countOf('tasks')]
    // A change since does not show: it is the answer of then.
    await done(admin, 'PUT', `/api/servers/${first.json.id}`, { name: 'renamed' })
    const second = await keyed(key, '/api/servers', server({ name: 'once' }))
    expect([second.status, second.json]).toEqual([201, first.json])
    expect(isReplayed(second)).toBe(true)
    expect([await countOf('game_servers'), await countOf('tasks')]).toEqual(counts)
  })

  test('is the same with its fields in another order', async () => {
    const key = newKey()
    const first = await keyed(key, '/api/servers', server({ name: 'ordered', tags: ['a'] }))
    const second = await keyed(key, '/api/servers', { tags: ['a'], template_id, node_id, name: 'ordered' })
    expect([second.status, second.json.id]).toEqual([201, first.json.id])
  })

  test('finds its server also when the panel never stored the answer', async () => {
    const key = newKey()
    const first = await keyed(key, '/api/servers', server({ name: 'interrupted' }))
    const lost = { answer: null, created_at: panel.clock.nowMs - 60_000 }
    await panel.db.updateTable('idempotent_requests').set(lost).execute()
    const counts = [await countOf('game_servers'), await countOf('tasks')]
    const second = await keyed(key, '/api/servers', server({ name: 'interrupted' }))
    expect([second.status, second.json]).toEqual([201, first.json])
    expect(isReplayed(second)).toBe(true)
    expect([await countOf('game_servers'), await countOf('tasks')]).toEqual(counts)
  })
})

describe('another request', () => {
  test('with the same key is refused, by its body, its parameters or its query', async () => {
    const key = newKey()
    const { id } = (await keyed(key, '/api/servers', server())).json
    const other = await keyed(key, '/api/servers', server({ name: 'another' }))
    expect([other.status, codeOf(other)]).toEqual([422, 'idempotency_key_reused'])
    const { id: second } = await done(admin, 'POST', '/api/servers', server({ install: false }))
    const power = newKey()
    expect((await keyed(power, `/api/servers/${id}/stop`, undefined)).status).toBe(202)
    const elsewhere = await keyed(power, `/api/servers/${second}/stop`, undefined)
    expect([elsewhere.status, codeOf(elsewhere)]).toEqual([422, 'idempotency_key_reused'])
  })

  test('of another route, person or token knows nothing of the key', async () => {
    const key = newKey()
    const { id } = (await keyed(key, '/api/servers', server())).json
    const person = await createUser(admin, ['admin'])
    const theirs = await keyed(key, '/api/servers', server(), { panel, ...person })
    expect([theirs.status, isReplayed(theirs)]).toEqual([201, false])
    const token = await createToken(panel, admin.sessionToken, ['admin:server:create'])
    const byToken = await keyed(key, '/api/servers', server(), { panel, sessionToken: token })
    expect([byToken.status, isReplayed(byToken)]).toEqual([201, false])
    const clone = await keyed(key, `/api/servers/${id}/clone`, { name: 'copy', files: false })
    expect([clone.status, isReplayed(clone)]).toEqual([201, false])
    expect(new Set([id, theirs.json.id, byToken.json.id, clone.json.id]).size).toBe(4)
  })

  test('of the same person in another session is the same', async () => {
    const key = newKey()
    const { id } = (await keyed(key, '/api/servers', server())).json
    const again = await keyed(key, '/api/servers', server(), { panel, sessionToken: await panel.signIn() })
    expect([again.json.id, isReplayed(again)]).toEqual([id, true])
  })
})

describe('a key', () => {
  test('is not spent by a request that was refused', async () => {
    const key = newKey()
    expect((await keyed(key, '/api/users', { login: 'late', password: 'short' })).status).toBe(422)
    const made = await keyed(key, '/api/users', { login: 'late', password: goodPassword })
    expect([made.status, isReplayed(made)]).toEqual([201, false])
    // Its own login would be taken now.
    const again = await keyed(key, '/api/users', { login: 'late', password: goodPassword })
    expect([again.status, again.json]).toEqual([201, made.json])
  })

  test('is not spent when its node cannot be told and the server is taken back, with its task', async () => {
    // What is sent to a node is read from the database; this cannot be.
    await sql`create trigger cursed after insert on game_servers when new.name = 'cursed' begin
      insert into schedules (server_id, name, enabled, definition, created_at, updated_at)
      values (new.id, 'broken', 0, 'not JSON', 0, 0); end`.execute(panel.db)
    const key = newKey()
    const counts = async () => [
      await countOf('game_servers'),
      await countOf('tasks'),
      await countOf('idempotent_requests'),
    ]
    const before = await counts()
    expect((await keyed(key, '/api/servers', server({ name: 'cursed' }))).status).toBe(500)
    expect(await counts()).toEqual(before)
    await sql`drop trigger cursed`.execute(panel.db)
    const made = await keyed(key, '/api/servers', server({ name: 'cursed' }))
    expect([made.status, isReplayed(made)]).toEqual([201, false])
    expect(await counts()).toEqual(before.map(count => count + 1))
  })

  test('opens nothing for somebody who may not create', async () => {
    const key = newKey()
    await keyed(key, '/api/servers', server())
    const person = await createUser(admin)
    expect((await keyed(key, '/api/servers', server(), { panel, ...person })).status).toBe(403)
  })

  test('of another shape is refused', async () => {
    for (const key of ['', 'x'.repeat(256)]) {
      const answer = await keyed(key, '/api/servers', server())
      expect([answer.status, fieldsOf(answer)]).toEqual([422, ['Idempotency-Key']])
    }
  })

  test('is refused where the answer is a secret, and nothing is made', async () => {
    const secretRoutes = panel.app.routes.filter(({ endpoint }) => endpoint.idempotencyKey === 'refused')
    expect(secretRoutes.length).toBeGreaterThan(10)
    for (const { endpoint } of secretRoutes) {
      const answer = await keyed(newKey(), withIds(endpoint.path), {})
      expect([endpoint.path, answer.status, fieldsOf(answer)]).toEqual([
        ...[endpoint.path, 422],
        ['Idempotency-Key'],
      ])
    }
    const before = await done(admin, 'GET', '/api/tokens')
    const token = { name: 'a script', abilities: ['server:list'] }
    expect((await keyed(newKey(), '/api/tokens', token)).status).toBe(422)
    expect(await done(admin, 'GET', '/api/tokens')).toEqual(before)
  })

  test('means nothing where nothing is created', async () => {
    for (const name of ['first', 'second']) {
      const headers = { 'idempotency-key': 'the same' }
      const { sessionToken } = admin
      const answer = await panel.request('PUT', '/api/profile', { sessionToken, headers, body: { name } })
      expect([answer.status, answer.json.name]).toEqual([200, name])
    }
  })
})

test('nothing of a request is stored without a key, and nothing readable with one', async () => {
  await panel.db.deleteFrom('idempotent_requests').execute()
  await done(admin, 'POST', '/api/servers', server({ name: 'without' }))
  expect(await countOf('idempotent_requests')).toBe(0)
  const key = newKey()
  const made = await keyed(key, '/api/users', { login: 'readable-login', password: goodPassword })
  expect(made.status).toBe(201)
  const row = await panel.db.selectFrom('idempotent_requests').selectAll().executeTakeFirstOrThrow()
  expect(row.created).toBe(JSON.stringify({ id: made.json.id }))
  expect(row.answer).toMatch(/^enc1:/)
  const text = JSON.stringify(row)
  for (const hidden of ['readable-login', goodPassword, key]) expect(text).not.toContain(hidden)
})

test('what was created and failed to answer is found again: the refusal of a twin is not the last word', async () => {
  const key = newKey()
  const body = server({ name: 'ports', port: 31_000 })
  const all = await Promise.all(Array.from({ length: 5 }, () => keyed(key, '/api/servers', body)))
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(all.map(({ json }) => json.id)).size).toBe(1)
  // Another key is another server, and the port is taken.
  expect((await ask(admin, 'POST', '/api/servers', body)).status).toBe(422)
})

test('a day later the key is new, and house is kept', async () => {
  const key = newKey()
  const first = await keyed(key, '/api/servers', server({ name: 'old' }))
  panel.clock.nowMs += dayMs - 1_000
  admin = { panel, sessionToken: await panel.signIn() }
  expect((await keyed(key, '/api/servers', server({ name: 'old' }))).json.id).toBe(first.json.id)
  panel.clock.nowMs += 2_000
  const later = await keyed(key, '/api/servers', server({ name: 'old' }))
  expect([later.status, isReplayed(later)]).toEqual([201, false])
  expect(later.json.id).not.toBe(first.json.id)
  panel.clock.nowMs += dayMs
  await panel.app.keepHouse()
  expect(await countOf('idempotent_requests')).toBe(0)
})
