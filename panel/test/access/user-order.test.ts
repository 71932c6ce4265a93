// The order of the list of users: by name, by when they were last seen, by their creation; quick with many of them.

import type { User } from '@rookery/contracts/http/users.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { watchQueries } from '../count-queries.ts'
import { createAccount, createKey } from '../service-accounts/service-account-tools.ts'
import { addPerson, dayMs, logIn } from '../sign-in/people.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { type Asked, done } from './people.ts'

let panel: TestPanel
let admin: Asked
beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
})
afterAll(() => panel.stop())

const listed = (query: string) => done(admin, 'GET', `/api/users?${query}`) as Promise<User[]>
const read = (id: number) => done(admin, 'GET', `/api/users/${id}`) as Promise<User>
const iso = (ms: number) => new Date(ms).toISOString()

describe('when a user was last seen', () => {
  test('is never at first, then the sign-in, then the last request, and outlives the session', async () => {
    const person = await addPerson(panel)
    expect(await read(person.id)).toMatchObject({ last_seen_at: null })
    const signedInMs = panel.clock.nowMs
    const { json } = await logIn(panel, person)
    expect(await read(person.id)).toMatchObject({ last_seen_at: iso(signedInMs) })
    panel.clock.nowMs += 3_600_000
    const usedMs = panel.clock.nowMs
    await panel.request('GET', '/api/profile', { sessionToken: json.token })
    await panel.app.keepHouse()
    expect(await read(person.id)).toMatchObject({ last_seen_at: iso(usedMs) })
    panel.clock.nowMs += 2 * dayMs
    admin.sessionToken = await panel.signIn()
    await panel.app.keepHouse()
    const left = await panel.db
      .selectFrom('login_sessions')
      .select('id')
      .where('user_id', '=', person.id)
      .execute()
    expect(left).toEqual([])
    expect(await read(person.id)).toMatchObject({ last_seen_at: iso(usedMs) })
  })

  test('of a service account it is the last use of a key, and outlives the key', async () => {
    const account = await createAccount(admin)
    const { id, key } = await createKey(admin, account.id)
    const usedMs = panel.clock.nowMs
    await panel.request('GET', '/api/servers', { sessionToken: key })
    panel.clock.nowMs += 120_000
    await panel.app.keepHouse()
    await done(admin, 'DELETE', `/api/service-accounts/${account.id}/keys/${id}`)
    expect(await read(account.id)).toMatchObject({ last_seen_at: iso(usedMs) })
    expect(await done(admin, 'GET', `/api/service-accounts/${account.id}`)).toMatchObject({
      last_used_at: iso(usedMs),
    })
    await createAccount(admin)
    const sorted = (await done(admin, 'GET', '/api/service-accounts?sort=-last_used_at')) as { id: number }[]
    expect(sorted[0]?.id).toBe(account.id)
    expect(sorted.length).toBeGreaterThan(1)
  })
})

const many = 10_000
const insertMany = () =>
  sql`insert into users (login, login_key, name, password_hash, metadata, created_at, updated_at, last_seen_at)
    with recursive counted(n) as (select 0 union all select n + 1 from counted where n < ${many - 1})
    select 'many' || n, 'many' || n, char(65 + n % 26 + 32 * (n % 2)) || n, '-', '{}', n, 1, (n * 7919) % 5000 from counted`

describe('the order of the list', () => {
  test('is kept over pages, with those never seen at the end of the latest', async () => {
    await insertMany().execute(panel.db)
    for (const key of ['name', 'last_seen_at', 'created_at'] as const) {
      const up = await listed(`sort=${key}&per_page=1000`)
      const pages = [
        await listed(`sort=${key}&per_page=400`),
        await listed(`sort=${key}&per_page=400&page=2`),
      ]
      expect(pages.flat().map(({ id }) => id)).toEqual(up.slice(0, 800).map(({ id }) => id))
      const values = up.map(user => (key === 'name' ? user.name.toLowerCase() : (user[key] ?? '')))
      expect(values).toEqual(values.toSorted())
      const down = await listed(`sort=-${key}&per_page=1000`)
      const fallen = down.map(user => (key === 'name' ? user.name.toLowerCase() : (user[key] ?? '')))
      expect(fallen).toEqual(fallen.toSorted().toReversed())
    }
    expect((await listed('sort=last_seen_at&per_page=1'))[0]?.last_seen_at).toBeNull()
  })

  test('of times comes from an index, and a page costs the same number of queries in every order', async () => {
    const counts: number[] = []
    for (const sort of ['login', 'name', '-name', 'last_seen_at', '-last_seen_at', '-created_at']) {
      const seen: { sql: string; parameters: readonly unknown[] }[] = []
      const stop = watchQueries(panel.db, query => seen.push(query))
      await listed(`sort=${sort}&per_page=50`)
      stop()
      counts.push(seen.length)
      const page = seen.find(query => query.sql.includes('page_key'))
      expect(page).toBeDefined()
      const { rows } = await sql<{
        detail: string
      }>`explain query plan ${sql.raw(page?.sql.replaceAll('?', '50') ?? '')}`.execute(panel.db)
      const plan = rows.map(row => row.detail).join('\n')
      if (sort.endsWith('last_seen_at')) expect(plan).toContain('users_by_last_seen')
    }
    expect(new Set(counts.slice(1)).size).toBe(1)
  })
})
