// Two panels on one database, random writes through both: what either answers afterwards is what a plain model of the
// same writes says, to the row. Time stands still, so nothing that is kept ever ends by its age.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { proofSize } from '../../../test-services/proof-size.ts'
import { done, setPermissions } from '../access/people.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addPerson } from '../tokens/people.ts'
import { openSharedMemoryCache } from '../tokens/shared-cache.ts'
import { addTemplate } from './a-game.ts'

const steps = proofSize({ short: 80, proof: 100_000 })
const timeLimitMs = proofSize({ short: 600_000, proof: 4 * 3_600_000 })
const seed = Number(process.env.ROOKERY_SEED ?? 4_713)

interface Person {
  id: number
  token: string
  name: string
  /** Null: every one. */
  sees: Set<number> | null
}

const cache = openSharedMemoryCache()
const servers = new Map<number, { name: string; reason: string | null; nodeId: number }>()
const nodes = new Map<number, string>()
const people: Person[] = []
let panels: TestPanel[] = []
let admin: Person
let templateId: number

beforeAll(async () => {
  const one = await startTestPanel({ cache })
  const two = await startTestPanel({ cache, dataDir: one.dataDir })
  two.clock.nowMs = one.clock.nowMs
  panels = [one, two]
  templateId = await addTemplate(one)
  admin = { id: 1, token: await one.signIn(), name: 'Administrator', sees: null }
  for (const name of ['north', 'south']) nodes.set(await made(one, '/api/nodes', { name }), name)
  for (const login of ['nina', 'mark']) {
    const { id, sessionToken: token } = await addPerson(one, login)
    people.push({ id, token, name: login, sees: new Set() })
  }
  for (let count = 0; count < 8; count++) await create(one, `server ${count}`)
})
afterAll(async () => {
  await panels[1]?.halt()
  await panels[0]?.stop()
  await cache.close()
})

const asked = (panel: TestPanel) => ({ panel, sessionToken: admin.token })

async function made(panel: TestPanel, path: string, body: object): Promise<number> {
  const answer = await panel.request('POST', path, { sessionToken: admin.token, body })
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`)
  return answer.json.id
}

async function create(panel: TestPanel, name: string): Promise<void> {
  const nodeId = [...nodes.keys()][servers.size % nodes.size] ?? 0
  const body = { name, node_id: nodeId, template_id: templateId, install: false }
  servers.set(await made(panel, '/api/servers', body), { name, reason: null, nodeId })
}

/** Numbers below a bound, the same for the same seed. */
function randomNumbers(from: number): (below: number) => number {
  let state = from
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

type Random = ReturnType<typeof randomNumbers>

function oneOf<Item>(random: Random, items: Iterable<Item>): Item {
  const all = [...items]
  return all[random(all.length)] as Item
}

/** Of these one is done to the panel, and to the model when it was answered. */
const writes: ((panel: TestPanel, random: Random, text: string) => Promise<void>)[] = [
  async (panel, random, name) => {
    const [id, server] = oneOf(random, servers)
    await done(asked(panel), 'PUT', `/api/servers/${id}`, { name })
    server.name = name
  },
  async ({ db }, random, reason) => {
    const [id, server] = oneOf(random, servers)
    await db.updateTable('game_servers').set({ state_reason: reason }).where('id', '=', id).execute()
    server.reason = reason
  },
  async ({ db }, random, text) => {
    const [id] = oneOf(random, servers)
    const undone = db.transaction().execute(async transaction => {
      await transaction.updateTable('game_servers').set({ state_reason: text }).where('id', '=', id).execute()
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
  },
  async (panel, random, name) => {
    const [id] = oneOf(random, nodes)
    await done(asked(panel), 'PUT', `/api/nodes/${id}`, { name })
    nodes.set(id, name)
  },
  async (panel, random) => {
    const person = oneOf(random, people)
    const [id] = oneOf(random, servers)
    const sees = random(2) === 0
    await setPermissions(asked(panel), person.id, id, { 'game-server-common': sees })
    if (sees) person.sees?.add(id)
    else person.sees?.delete(id)
  },
  async (panel, random, name) => {
    const person = oneOf(random, people)
    await done(asked(panel), 'PUT', `/api/users/${person.id}`, { name })
    person.name = name
  },
  async (panel, random, name) => {
    if (servers.size < 12) return create(panel, name)
    const [id] = oneOf(random, servers)
    await done(asked(panel), 'DELETE', `/api/servers/${id}?files=keep`)
    servers.delete(id)
    for (const { sees } of people) sees?.delete(id)
  },
]

const reads: ((panel: TestPanel, random: Random, person: Person) => Promise<void>)[] = [
  async (panel, random, { token, sees }) => {
    const [sort, page, perPage] = [
      oneOf(random, ['name', '-name', 'id']),
      1 + random(2),
      oneOf(random, [3, 100]),
    ]
    const answer = await panel.request('GET', `/api/servers?sort=${sort}&page=${page}&per_page=${perPage}`, {
      sessionToken: token,
    })
    const visible = [...servers].filter(([id]) => !sees || sees.has(id))
    const ordered = visible.toSorted(([idA, a], [idB, b]) => {
      if (sort === 'id' || a.name === b.name) return idA - idB
      return (a.name < b.name ? -1 : 1) * (sort === 'name' ? 1 : -1)
    })
    const rows = ordered.slice((page - 1) * perPage, page * perPage).map(shown)
    expect(answer.json).toMatchObject(rows)
    expect(answer.json).toHaveLength(rows.length)
    expect(answer.headers.get('x-total-count')).toBe(String(visible.length))
  },
  async (panel, random, { token, sees }) => {
    const [id, server] = oneOf(random, servers)
    const answer = await panel.request('GET', `/api/servers/${id}`, { sessionToken: token })
    if (sees && !sees.has(id)) expect(answer.status).toBe(403)
    else expect(answer.json).toMatchObject(shown([id, server]))
  },
  async (panel, _, { id, token, name }) => {
    const answer = await panel.request('GET', '/api/profile', { sessionToken: token })
    expect(answer.json).toMatchObject({ id, name })
  },
]

function shown([id, { name, reason, nodeId }]: [
  number,
  { name: string; reason: string | null; nodeId: number },
]) {
  return { id, name, state_reason: reason, node_id: nodeId, node_name: nodes.get(nodeId) }
}

test(`no answer is older than a write that was answered, and no right is gained, in ${steps} steps`, {
  timeout: timeLimitMs,
}, async () => {
  const random = randomNumbers(seed)
  for (let step = 0; step < steps; step++) {
    const write = oneOf(random, writes)
    await write(oneOf(random, panels), random, `text ${random(1_000_000)}`)
    for (const panel of panels) {
      for (const person of [admin, oneOf(random, people)]) {
        const read = person === admin && random(4) === 0 ? reads[0] : oneOf(random, reads)
        if (person === admin && read === reads[2]) continue
        await read?.(panel, random, person)
      }
    }
  }
})
