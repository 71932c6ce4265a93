// The table of what a plan opens, read from docs/architecture/access-control.md and asked of a real panel.

import { readFileSync } from 'node:fs'
import { gameServerPermissionNames } from '@rookery/contracts/game-server-permissions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, createUser, done, type Made, setPermissions } from '../access/people.ts'
import { as, createPlan, givePlan, newServer, type PlansPanel, startPlansPanel } from './plan-tools.ts'

const manual = readFileSync(
  new URL('../../../docs/architecture/access-control.md', import.meta.url),
  'utf8',
).split('\n')
const head = '| The person | creates a server | changes limits of server 1 | brings back server 1, deleted |'
const start = manual.indexOf(head)
const rows = manual
  .slice(start + 2, manual.indexOf('', start))
  .map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  )
  .map(([held = '', ...answers]) => [held, answers] as const)

let world: PlansPanel
beforeAll(async () => {
  world = await startPlansPanel()
})
afterAll(() => world?.panel.stop())

type Servers = Record<'1' | '2', number>

const everything = Object.fromEntries(gameServerPermissionNames.map(name => [name, true]))

type Give = (person: Made, server: number) => Promise<unknown>

const gifts: Record<string, Give> = {
  plan: async person => givePlan(world.admin, person.id, (await createPlan(world.admin)).id),
  administrator: person => done(world.admin, 'PUT', `/api/users/${person.id}`, { roles: ['admin'] }),
  owner: (person, server) => done(world.admin, 'PUT', `/api/servers/${server}`, { owner_id: person.id }),
  'allow everything': (person, server) => setPermissions(world.admin, person.id, server, everything),
  'deny common': (person, server) =>
    setPermissions(world.admin, person.id, server, { 'game-server-common': false }),
}

async function give(person: Made, part: string, servers: Servers): Promise<void> {
  const [, what = '', number] = /^(.*?)(?: (?:of|on) server ([12]))?$/.exec(part) ?? []
  const gift = gifts[what]
  if (!gift) throw new Error(`the manual says ${part}, which nobody can be`)
  await gift(person, servers[number === '2' ? '2' : '1'])
}

test('the manual has the table', () => {
  expect(rows.length).toBeGreaterThan(6)
})

test.each(rows)('who is %s', async (held, answers) => {
  const { admin, panel } = world
  const create = async (): Promise<number> => (await done(admin, 'POST', '/api/servers', newServer(world))).id
  const servers = { 1: await create(), 2: await create() }
  const person = await createUser(admin)
  for (const part of held === 'nothing' ? [] : held.split(', ')) await give(person, part, servers)
  const asked = as(panel, person)
  const creates = await ask(asked, 'POST', '/api/servers', newServer(world))
  const limits = await ask(asked, 'PUT', `/api/servers/${servers[1]}`, { disk_limit_bytes: 1024 ** 3 })
  const { uuid } = await done(admin, 'GET', `/api/servers/${servers[1]}`)
  await done(admin, 'DELETE', `/api/servers/${servers[1]}`)
  const back = await ask(asked, 'POST', `/api/deleted-servers/${uuid}/restore`, {})
  const isOpen = ({ status }: { status: number }) => {
    expect([200, 201, 202, 403, 404]).toContain(status)
    return status < 300 ? 'yes' : 'no'
  }
  expect([creates, limits, back].map(isOpen)).toEqual(answers)
})
