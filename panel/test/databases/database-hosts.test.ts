// Database hosts as administrators manage them through the API.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Asked, ask, done } from '../access/people.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'

let panel: TestPanel
let admin: Asked
let node_id: number
beforeAll(async () => {
  panel = await startTestPanel({ variables: { ENCRYPTION_KEY: 'a key', ACTIVITY_PEOPLE: 'true' } })
  admin = { panel, sessionToken: await panel.signIn() }
  node_id = (await panel.app.nodes.create('node')).id
})
beforeEach(async () => {
  for (const { id } of await done(admin, 'GET', hosts)) await done(admin, 'DELETE', `${hosts}/${id}`)
})
afterAll(() => panel.stop())

const hosts = '/api/database-hosts'
const connection = { kind: 'mysql', address: '127.0.0.1', port: 9, user: 'rookery' }
const aHost = { name: 'Main', ...connection, password: 'secret-4711' }
const { password: _, ...withoutPassword } = aHost

test('a host is created, changed and deleted, and its password is never answered', async () => {
  const created = await done(admin, 'POST', hosts, aHost)
  expect(created).toMatchObject({
    ...{ ...withoutPassword, tls: 'off', authorities: '', max_databases: null, assigned: { to: 'all' } },
    ...{ address_for_games: null, port_for_games: null },
  })
  const stored = await panel.db.selectFrom('database_hosts').select('password').executeTakeFirstOrThrow()
  expect(stored.password).toMatch(/^enc1:/)
  const assigned = { to: 'nodes', node_ids: [node_id] }
  const wanted = { ...withoutPassword, name: 'Second', max_databases: 3, assigned, port_for_games: 3307 }
  const changed = await done(admin, 'PUT', `${hosts}/${created.id}`, wanted)
  expect(changed).toMatchObject(wanted)
  expect(await done(admin, 'GET', hosts)).toEqual([changed])
  const { password } = await panel.db
    .selectFrom('database_hosts')
    .select('password')
    .executeTakeFirstOrThrow()
  expect(password).toBe(stored.password)
  await done(admin, 'DELETE', `${hosts}/${created.id}`)
  expect(await done(admin, 'GET', hosts)).toEqual([])
  expect(panel.logLines.join()).not.toContain('4711')
  const people = await panel.db.selectFrom('activity').select(['fact', 'details']).execute()
  const told = people.filter(({ fact }) => fact.startsWith('database_host_'))
  expect(told.map(({ fact }) => fact.split(' ')[0])).toEqual([
    ...['database_host_created', 'database_host_changed', 'database_host_deleted'],
  ])
  expect(JSON.stringify(told)).not.toMatch(/4711|127\.0\.0\.1/)
})

test.each([
  ['no password', { password: undefined }, 'password', /enter the password/],
  ['a port in the address', { address: 'db.test:3306' }, 'address', /without a port/],
  ['an address that is an option', { address: 'db test' }, 'address', /host name or an IP/],
  ['a name of 300 characters', { name: 'x'.repeat(300) }, 'name', /at most 190/],
  ['a certificate that is none', { authorities: 'root' }, 'authorities', /PEM/],
  [
    'a node that is not there',
    { assigned: { to: 'nodes', node_ids: [4711] } },
    'assigned.node_ids',
    /no node 4711/,
  ],
  ['a sealed password', { password: 'enc1:abc' }, 'password', /must not begin/],
])('%s is refused with a reason', async (_what, different, field, reason) => {
  const { status, json } = await ask(admin, 'POST', hosts, { ...aHost, ...different })
  expect(status).toBe(422)
  expect(json.errors[field].join()).toMatch(reason)
})

test('a stored password goes nowhere else, neither by a change nor by a test', async () => {
  const { id } = await done(admin, 'POST', hosts, aHost)
  const elsewhere = { ...withoutPassword, address: 'evil.test' }
  const { name: __, ...toTry } = elsewhere
  for (const refused of [
    await ask(admin, 'PUT', `${hosts}/${id}`, elsewhere),
    await ask(admin, 'POST', `${hosts}/test`, { ...toTry, host_id: id }),
  ]) {
    expect(refused.status).toBe(422)
    expect(refused.json.errors.password.join()).toContain('required anew')
  }
})

test('a test of a host that is away says so, and uses the stored password', async () => {
  const { id } = await done(admin, 'POST', hosts, aHost)
  expect(await done(admin, 'POST', `${hosts}/test`, { ...connection, host_id: id })).toMatchObject({
    is_good: false,
    product: '',
    problem:
      'the database host 127.0.0.1:9 does not listen: start the database server or check address and port',
  })
})

test('two hosts have two names', async () => {
  await done(admin, 'POST', hosts, aHost)
  const { status, json } = await ask(admin, 'POST', hosts, aHost)
  expect([status, json.errors]).toEqual([422, { name: ['is taken by another database host'] }])
})
