// Plans: who makes and gives them, what a person may do within one, and how it is told that there is no more.

import type { GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import type { Plan } from '@rookery/contracts/http/plans.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asked, ask, createRole, createUser, done, setPermissions } from '../access/people.ts'
import { addTemplate } from '../game-servers/a-game.ts'
import { createToken } from '../tokens/people.ts'
import {
  addHolder,
  as,
  askForServer,
  createPlan,
  gib,
  givePlan,
  newServer,
  ownPlan,
  type PlansPanel,
  startPlansPanel,
  usedOf,
} from './plan-tools.ts'

let world: PlansPanel
let admin: Asked
beforeAll(async () => {
  world = await startPlansPanel()
  admin = world.admin
})
afterAll(() => world?.panel.stop())

const created = async (asked: Asked, more: object = {}): Promise<GameServerDetail> =>
  done(asked, 'POST', '/api/servers', newServer(world, more))
const change = (asked: Asked, id: number, body: object) => ask(asked, 'PUT', `/api/servers/${id}`, body)
const nothingUsed = {
  ...{ servers: 0, memory_bytes: 0, cpu_percent: 0, disk_bytes: 0 },
  ...{ backups: 0, databases: 0, ports: 0 },
}

describe('a plan', () => {
  test('is made, read, listed, changed and deleted; what is left out has no limit or stays', async () => {
    const plan = await createPlan(admin, { name: 'Starter', limits: { servers: 3, memory_bytes: 4 * gib } })
    expect(plan).toMatchObject({
      name: 'Starter',
      limits: { servers: 3, memory_bytes: 4 * gib, cpu_percent: null, backups: null },
      template_ids: null,
      counted_only: false,
      user_count: 0,
      role_count: 0,
    })
    const path = `/api/plans/${plan.id}`
    const limits = { servers: 5, memory_bytes: null }
    const changed: Plan = await done(admin, 'PUT', path, { limits, template_ids: [world.template_id] })
    expect(changed).toMatchObject({ name: 'Starter', template_ids: [world.template_id], limits })
    expect(await done(admin, 'GET', path)).toEqual(changed)
    expect((await done(admin, 'GET', '/api/plans')).map(({ id }: Plan) => id)).toContain(plan.id)
    expect((await ask(admin, 'DELETE', path)).status).toBe(204)
    expect((await ask(admin, 'GET', path)).status).toBe(404)
  })

  test.each([
    ['a name of 300 characters', { name: 'x'.repeat(300) }, 'name'],
    ['no name', { name: ' ' }, 'name'],
    ['a limit below 0', { name: 'a', limits: { servers: -1 } }, 'limits.servers'],
    ['half a server', { name: 'a', limits: { servers: 1.5 } }, 'limits.servers'],
    ['a template that is not there', { name: 'a', template_ids: [999_999] }, 'template_ids'],
    ['a node that is not there', { name: 'a', node_ids: [999_999] }, 'node_ids'],
    ['a node named twice', { name: 'a', node_ids: [1, 1] }, 'node_ids'],
  ])('is refused with %s, and nothing is stored', async (_, body, field) => {
    const before = (await done(admin, 'GET', '/api/plans')).length
    const answer = await ask(admin, 'POST', '/api/plans', body)
    expect([answer.status, Object.keys(answer.json.errors)]).toEqual([422, [field]])
    expect((await done(admin, 'GET', '/api/plans')).length).toBe(before)
  })

  test('has a name of its own', async () => {
    const { name } = await createPlan(admin)
    const answer = await ask(admin, 'POST', '/api/plans', { name })
    expect([answer.status, answer.json.errors]).toEqual([422, { name: ['is taken by another plan'] }])
  })

  test('that was deleted leaves its people without one, and their servers where they are', async () => {
    const { plan, asked } = await addHolder(world, {})
    const server = await created(asked)
    await done(admin, 'DELETE', `/api/plans/${plan.id}`)
    expect(await done(asked, 'GET', '/api/profile/plan')).toEqual({ held: null })
    expect((await done(asked, 'GET', `/api/servers/${server.id}`)).owner).not.toBeNull()
    expect((await askForServer(asked, world)).status).toBe(403)
  })
})

describe('which plan counts', () => {
  test('the one given by hand; otherwise of those that roles give the largest of each limit', async () => {
    const person = await createUser(admin)
    const asked = as(world.panel, person)
    const other = await addTemplate(world.panel)
    const small = await createPlan(admin, {
      limits: { servers: 1, memory_bytes: 8 * gib, backups: 2 },
      template_ids: [world.template_id],
    })
    const large = await createPlan(admin, {
      limits: { servers: 4, memory_bytes: gib },
      template_ids: [other],
    })
    const roles = [await createRole(admin, []), await createRole(admin, [])]
    for (const [index, role] of roles.entries()) {
      const plan_id = [small.id, large.id][index]
      expect(await done(admin, 'PUT', `/api/roles/${role.id}/plan`, { plan_id })).toMatchObject({
        plan: { id: plan_id },
      })
    }
    await done(admin, 'PUT', `/api/users/${person.id}`, { roles: roles.map(({ name }) => name) })
    const held = await ownPlan(asked)
    expect(held.plans.map(({ id, role }) => [id, role?.id])).toEqual(
      expect.arrayContaining([
        [small.id, roles[0]?.id],
        [large.id, roles[1]?.id],
      ]),
    )
    expect(held.usage).toMatchObject({
      servers: { limit: 4, used: 0, left: 4 },
      memory_bytes: { limit: 8 * gib },
      backups: { limit: null, left: null },
    })
    expect(held.template_ids?.toSorted((a, b) => a - b)).toEqual(
      [world.template_id, other].toSorted((a, b) => a - b),
    )
    const byHand = await givePlan(admin, person.id, small.id)
    expect(byHand).toMatchObject({ plan: { id: small.id }, held: { usage: { servers: { limit: 1 } } } })
    expect((await givePlan(admin, person.id, null)).held?.usage.servers.limit).toBe(4)
  })

  test('a plan, a person and a role that are not there are told', async () => {
    const { id } = await createUser(admin)
    const unknown = await ask(admin, 'PUT', `/api/users/${id}/plan`, { plan_id: 999_999 })
    expect([unknown.status, unknown.json.errors]).toEqual([422, { plan_id: ['there is no such plan'] }])
    for (const path of ['/api/users/999999/plan', '/api/roles/999999/plan']) {
      expect((await ask(admin, 'PUT', path, { plan_id: null })).status, path).toBe(404)
      expect((await ask(admin, 'GET', path)).status, path).toBe(404)
    }
  })

  test('without one everything is as it was: 403, and the profile says that there is none', async () => {
    const person = await createUser(admin)
    const refused = await askForServer(as(world.panel, person), world)
    expect([refused.status, refused.json.missing]).toEqual([403, { permission: 'admin roles & permissions' }])
    expect(await done(as(world.panel, person), 'GET', '/api/profile/plan')).toEqual({ held: null })
    const empty = { templates: [], nodes: [] }
    expect(await done(as(world.panel, person), 'GET', '/api/profile/plan/offer')).toEqual(empty)
  })
})

describe('who has a plan', () => {
  test('creates servers, owns them, and reads what is used and left', async () => {
    const { person, asked } = await addHolder(world, { limits: { servers: 2, memory_bytes: 4 * gib } })
    const server = await created(asked, { memory_limit_bytes: 3 * gib, process_manager: 'docker' })
    expect(server.owner?.id).toBe(person.id)
    expect((await ownPlan(asked)).usage).toMatchObject({
      servers: { limit: 2, used: 1, left: 1 },
      memory_bytes: { limit: 4 * gib, used: 3 * gib, left: gib },
      ports: { limit: null, used: 2, left: null },
    })
    expect((await ask(asked, 'POST', `/api/servers/${server.id}/start`)).status).toBe(202)
  })

  test('is told which limit, how much is used, asked for and left, of everything at once', async () => {
    const { asked } = await addHolder(world, {
      limits: { servers: 1, memory_bytes: 4 * gib, cpu_percent: 200 },
    })
    await created(asked, { memory_limit_bytes: 3 * gib, cpu_limit_percent: 100 })
    const answer = await askForServer(asked, world, { memory_limit_bytes: 2 * gib, cpu_limit_percent: 100 })
    expect([answer.status, answer.json.code]).toEqual([409, 'plan_limit'])
    expect(answer.json.shortages).toEqual([
      { item: 'servers', limit: 1, used: 1, asked: 1, left: 0 },
      { item: 'memory_bytes', limit: 4 * gib, used: 3 * gib, asked: 2 * gib, left: gib },
    ])
    expect(answer.json.message).toBe(
      'this does not fit into the plan. servers: 1 of 1 used, 1 asked for, 0 left; memory: 3 GiB of 4 GiB used, 2 GiB asked for, 1 GiB left',
    )
    expect(Object.keys(answer.json.errors)).toEqual(['memory_limit_bytes'])
    expect(await usedOf(asked)).toMatchObject({ servers: 1, memory_bytes: 3 * gib, cpu_percent: 100 })
  })

  test('gives the limits that the plan has, and uses a process manager that enforces them', async () => {
    const limits = { servers: 2, memory_bytes: 4 * gib, disk_bytes: 10 * gib }
    const { asked, plan } = await addHolder(world, { limits })
    const without = await askForServer(asked, world)
    expect([without.status, Object.keys(without.json.errors).toSorted()]).toEqual([
      422,
      ['disk_limit_bytes', 'memory_limit_bytes'],
    ])
    const limited = { memory_limit_bytes: gib, disk_limit_bytes: gib }
    const plain = await askForServer(asked, world, { ...limited, process_manager: 'process' })
    expect([plain.status, Object.keys(plain.json.errors)]).toEqual([
      422,
      expect.arrayContaining(['process_manager']),
    ])
    expect((await created(asked, limited)).process_manager).toBe('docker')
    await done(admin, 'PUT', `/api/plans/${plan.id}`, { counted_only: true })
    const counted = await created(asked, { ...limited, process_manager: 'process' })
    expect(counted).toMatchObject({ process_manager: 'process', memory_limit_bytes: gib })
    expect(await usedOf(asked)).toMatchObject({ memory_bytes: 2 * gib, disk_bytes: 2 * gib })
  })

  test('uses the templates and nodes of the plan, and is offered no others', async () => {
    const template = await addTemplate(world.panel)
    const { id: node } = await world.panel.app.nodes.create('other node')
    const named = { template_ids: [template], node_ids: [world.node_id] }
    const { asked } = await addHolder(world, named)
    const refused = await askForServer(asked, world, { node_id: node })
    expect([refused.status, Object.keys(refused.json.errors).toSorted()]).toEqual([
      422,
      ['node_id', 'template_id'],
    ])
    await created(asked, { template_id: template })
    const offer = await done(asked, 'GET', '/api/profile/plan/offer')
    expect(offer.templates.map(({ id }: { id: number }) => id)).toEqual([template])
    const path = '/api/profile/plan/templates'
    expect(await done(asked, 'GET', `${path}/${template}`)).toMatchObject({ id: template })
    expect((await ask(asked, 'GET', `${path}/${world.template_id}`)).status).toBe(404)
  })

  test.each([
    ['owner_id', 1],
    ['port', 22],
    ['ip', '127.0.0.1'],
    ['query_port', 30_000],
  ])('does not choose %s', async (field, value) => {
    const { asked } = await addHolder(world, {})
    const refused = await askForServer(asked, world, { [field]: value })
    expect([refused.status, refused.json.message]).toEqual([403, expect.stringContaining(field)])
    expect(await usedOf(asked)).toEqual(nothingUsed)
  })

  test('does not set what only administrators set, and creates nothing by an access token', async () => {
    const { asked, person } = await addHolder(world, {})
    const hidden = await askForServer(asked, world, { variables: { LOCKED: 'mine', HIDDEN: 'x' } })
    expect([hidden.status, Object.keys(hidden.json.errors).toSorted()]).toEqual([
      422,
      ['variables.HIDDEN', 'variables.LOCKED'],
    ])
    const token = await createToken(world.panel, person.sessionToken, ['server:list'])
    expect((await askForServer({ ...asked, sessionToken: token }, world)).status).toBe(403)
  })
})

describe('within a plan an owner', () => {
  test('changes limits, up to what is left', async () => {
    const { asked } = await addHolder(world, { limits: { memory_bytes: 4 * gib } })
    const { id } = await created(asked, { memory_limit_bytes: gib })
    expect((await change(asked, id, { memory_limit_bytes: 4 * gib })).status).toBe(200)
    const more = await change(asked, id, { memory_limit_bytes: 5 * gib })
    expect([more.status, more.json.shortages]).toEqual([
      409,
      [{ item: 'memory_bytes', limit: 4 * gib, used: 4 * gib, asked: gib, left: 0 }],
    ])
    const none = await change(asked, id, { memory_limit_bytes: null })
    expect([none.status, Object.keys(none.json.errors)]).toEqual([422, ['memory_limit_bytes']])
    expect((await change(asked, id, { port: 30_000 })).status).toBe(403)
    expect((await done(asked, 'GET', `/api/servers/${id}`)).memory_limit_bytes).toBe(4 * gib)
    expect((await usedOf(asked)).memory_bytes).toBe(4 * gib)
  })

  test('whose plan became smaller keeps all, is told what is over, may take less, and gets nothing new', async () => {
    const { asked, plan } = await addHolder(world, { limits: { servers: 3, memory_bytes: 6 * gib } })
    const [first] = [
      await created(asked, { memory_limit_bytes: 3 * gib }),
      await created(asked, { memory_limit_bytes: 3 * gib }),
    ]
    await done(admin, 'PUT', `/api/plans/${plan.id}`, { limits: { servers: 1, memory_bytes: gib } })
    expect((await ownPlan(asked)).usage).toMatchObject({
      servers: { limit: 1, used: 2, left: 0 },
      memory_bytes: { limit: gib, used: 6 * gib, left: 0 },
    })
    expect((await askForServer(asked, world, { memory_limit_bytes: gib })).status).toBe(409)
    expect((await change(asked, first.id, { memory_limit_bytes: 2 * gib })).status).toBe(200)
    expect((await change(asked, first.id, { memory_limit_bytes: 3 * gib })).status).toBe(409)
    expect((await change(asked, first.id, { name: 'renamed' })).status).toBe(200)
    expect((await ask(asked, 'POST', `/api/servers/${first.id}/start`)).status).toBe(202)
  })

  test('and the plan itself says how much its people use at most, beyond a limit too', async () => {
    const { asked, plan } = await addHolder(world, { limits: { memory_bytes: 6 * gib } })
    const role = await createRole(admin, [])
    await done(admin, 'PUT', `/api/roles/${role.id}/plan`, { plan_id: plan.id })
    const ofRole = await createUser(admin, [role.name])
    const bounded = await addHolder(world, {})
    await done(admin, 'PUT', `/api/users/${bounded.person.id}`, { roles: [role.name] })
    await created(asked, { memory_limit_bytes: 2 * gib })
    await created(asked, { memory_limit_bytes: 3 * gib })
    await created(as(world.panel, ofRole), { memory_limit_bytes: 6 * gib })
    await created(bounded.asked, { memory_limit_bytes: 40 * gib, process_manager: 'docker' })
    const path = `/api/plans/${plan.id}`
    const lowered = await done(admin, 'PUT', path, { limits: { memory_bytes: gib } })
    expect(lowered.most_used).toMatchObject({ servers: 2, memory_bytes: 6 * gib, cpu_percent: 0 })
  })

  test('pays for deleted servers until their files are gone, and restores or purges them', async () => {
    const { asked } = await addHolder(world, { limits: { servers: 1, memory_bytes: gib } })
    const { id } = await created(asked, { memory_limit_bytes: gib })
    await done(asked, 'DELETE', `/api/servers/${id}`)
    expect(await usedOf(asked)).toMatchObject({ servers: 1, memory_bytes: gib, ports: 0 })
    expect((await askForServer(asked, world, { memory_limit_bytes: gib })).status).toBe(409)
    const [{ uuid }] = await done(asked, 'GET', '/api/deleted-servers')
    const path = `/api/deleted-servers/${uuid}`
    const stranger = await addHolder(world, {})
    expect((await ask(stranger.asked, 'POST', `${path}/restore`, {})).status).toBe(404)
    expect((await ask(stranger.asked, 'DELETE', path)).status).toBe(404)
    expect((await ask(asked, 'POST', `${path}/restore`, { port: 22 })).status).toBe(403)
    expect(await done(asked, 'POST', `${path}/restore`, {})).toEqual({ id })
    expect(await usedOf(asked)).toMatchObject({ servers: 1, memory_bytes: gib, ports: 2 })
  })

  test('takes over what fits; what belongs to a plan goes nowhere else than into another one', async () => {
    const giver = await addHolder(world, { limits: { memory_bytes: 4 * gib } })
    const taker = await addHolder(world, { limits: { memory_bytes: 2 * gib } })
    const nobody = await createUser(admin)
    const { id } = await created(giver.asked, { memory_limit_bytes: 3 * gib })
    const offer = (login: string) => done(giver.asked, 'PUT', `/api/servers/${id}/ownership-offer`, { login })
    const accept = (asked: Asked) => ask(asked, 'POST', `/api/profile/ownership-offers/${id}/accept`)
    await offer(nobody.login)
    expect((await accept(as(world.panel, nobody))).json.message).toContain('you have none')
    await offer(taker.person.login)
    expect((await accept(taker.asked)).json.shortages).toEqual([
      { item: 'memory_bytes', limit: 2 * gib, used: 0, asked: 3 * gib, left: 2 * gib },
    ])
    expect(await usedOf(taker.asked)).toEqual(nothingUsed)
    await done(giver.asked, 'PUT', `/api/servers/${id}`, { memory_limit_bytes: 2 * gib })
    expect((await accept(taker.asked)).status).toBe(204)
    expect(await usedOf(taker.asked)).toMatchObject({ servers: 1, memory_bytes: 2 * gib })
    expect(await usedOf(giver.asked)).toEqual(nothingUsed)
  })
})

describe('no plan bounds an administrator', () => {
  test('who makes a server for somebody beyond their plan, where it counts', async () => {
    const { asked, person } = await addHolder(world, { limits: { servers: 1, memory_bytes: gib } })
    await created(admin, { owner_id: person.id, memory_limit_bytes: 8 * gib, process_manager: 'docker' })
    expect(await usedOf(asked)).toMatchObject({ servers: 1, memory_bytes: 8 * gib })
    expect((await askForServer(asked, world, { memory_limit_bytes: gib })).json.code).toBe('plan_limit')
  })

  test('with a plan either', async () => {
    const { asked, person } = await addHolder(world, { limits: { servers: 0 } })
    await done(admin, 'PUT', `/api/users/${person.id}`, { roles: ['admin'] })
    expect((await askForServer(asked, world)).status).toBe(201)
    expect(await done(asked, 'GET', '/api/profile/plan')).toEqual({ held: null })
  })
})

test('a plan opens nothing on servers of others', async () => {
  const { asked, person } = await addHolder(world, {})
  const { id } = await created(admin)
  expect((await ask(asked, 'GET', `/api/servers/${id}`)).status).toBe(403)
  await setPermissions(admin, person.id, id, { 'game-server-common': true, 'game-server-settings': true })
  expect((await change(asked, id, { memory_limit_bytes: gib })).status).toBe(403)
})
