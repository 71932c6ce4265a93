// The number of queries of a request does not depend on how many game servers, users or entries there are.

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofSize } from '../../../test-services/proof-size.ts'
import { countQueries } from '../count-queries.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer } from '../tokens/people.ts'
import { type Asked, createUser, done, type Made } from './people.ts'

let panel: TestPanel
let admin: Asked
let person: Made
let owner: Made
let first: number
let queries: () => number
beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
  first = await addGameServer(panel, 'first')
  person = await createUser(admin)
  owner = await createUser(admin)
  await panel.app.settleEvents()
  queries = countQueries(panel.db)
})
afterAll(() => panel.stop())

/** Copies of the first game server, on each of which the person has two permissions, all of one owner. */
async function growTo(total: number): Promise<void> {
  const rows = await panel.db.selectFrom('game_servers').selectAll().execute()
  const { id: _, ...pattern } = rows[0] ?? {}
  const copies = Array.from({ length: total - rows.length }, (__, index) => ({
    ...pattern,
    uuid: `copy-${rows.length + index}`,
    name: `Copy ${rows.length + index}`,
  }))
  for (let at = 0; at < copies.length; at += 100) {
    const part = copies.slice(at, at + 100) as never[]
    await panel.db.insertInto('game_servers').values(part).execute()
  }
  for (const permission of ['game-server-common', 'game-server-start']) {
    await sql`insert into user_permissions (user_id, permission, effect, object_type, object_id)
      select ${person.id}, ${permission}, 'allow', 'server', id from game_servers where true
      on conflict do nothing`.execute(panel.db)
  }
  await panel.db.updateTable('game_servers').set({ owner_id: owner.id }).execute()
  await sql`insert into tasks (node_id, server_id, kind, status, payload, created_at)
    select node_id, id, 'start', 'success', '{}', ${panel.clock.nowMs} from game_servers
    where id not in (select server_id from tasks)`.execute(panel.db)
}

/** Counted with no rights remembered, then with all. The least of three: the first also asks who the caller is. */
async function countedFor(sessionToken: string, path: string) {
  const counts: { fresh: number[]; remembered: number[] } = { fresh: [], remembered: [] }
  let items = 0
  for (let round = 0; round < 3; round++) {
    panel.app.changes.publish({ kind: 'rights-changed', userId: 'everybody' })
    for (const state of ['fresh', 'remembered'] as const) {
      queries()
      const answer = await done({ panel, sessionToken }, 'GET', path)
      counts[state].push(queries())
      items = Array.isArray(answer) ? answer.length : 1
    }
  }
  return { items, fresh: Math.min(...counts.fresh), remembered: Math.min(...counts.remembered) }
}

const total = proofSize({ short: 200, proof: 1_000 })

describe('5.6 the number of queries', () => {
  test('5.6 it is the same for 10 and for many game servers', async () => {
    // Pages that are just full: of others the total is known without counting.
    const asked: [string, string][] = [
      [person.sessionToken, '/api/servers?per_page=ALL'],
      [person.sessionToken, '/api/tasks?per_page=ALL'],
      [person.sessionToken, `/api/servers/${first}/abilities`],
      [owner.sessionToken, '/api/servers?owner=me&per_page=ALL'],
      [admin.sessionToken, '/api/servers?per_page=ALL'],
      [admin.sessionToken, `/api/users/${person.id}/servers?per_page=ALL`],
      [admin.sessionToken, `/api/users/${person.id}/servers/${first}/permissions`],
      [admin.sessionToken, '/api/users'],
    ]
    const callers = new Map([
      [person.sessionToken, 'user'],
      [owner.sessionToken, 'owner'],
      [admin.sessionToken, 'administrator'],
    ])
    const countedAll = async (total: number) => {
      const counted: Record<string, { fresh: number; remembered: number }> = {}
      const items: number[] = []
      for (const [sessionToken, path] of asked) {
        const { items: count, ...rest } = await countedFor(sessionToken, path.replace('ALL', String(total)))
        counted[`${callers.get(sessionToken)} ${path}`] = rest
        items.push(count)
      }
      return { counted, items }
    }
    await growTo(10)
    const few = await countedAll(10)
    await growTo(total)
    const many = await countedAll(total)
    expect([few.items[0], few.items[1], few.items[3]]).toEqual([10, 10, 10])
    expect([many.items[0], many.items[1], many.items[3]]).toEqual([total, total, total])
    expect(many.counted).toEqual(few.counted)
    for (const [path, { fresh, remembered }] of Object.entries(many.counted)) {
      expect(fresh, path).toBeLessThanOrEqual(10)
      // The bytes of the list of game servers are kept; of all else, a remembered decision costs nothing.
      expect(remembered, path).toBe(path.includes(' /api/servers?') ? 0 : fresh - 1)
    }
    // The list, its total, who sees what, and what is planned.
    expect(many.counted[`user ${asked[0]?.[1]}`]).toEqual({ fresh: 4, remembered: 0 })
    expect(many.counted[`user ${asked[1]?.[1]}`]).toEqual({ fresh: 3, remembered: 2 })
  })
})
