// A game server is changed, copied and created; ports are its own, and nothing half-made stays.

import type { GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import type { NodePort } from '@rookery/contracts/http/nodes.ts'
import { template } from '@rookery/contracts/template.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderChoices } from '../../src/features/game-servers/definitions.ts'
import { createGameServersStore } from '../../src/features/game-servers/game-servers-store.ts'
import { createOptionalSecretBox } from '../../src/platform/secret-box.ts'
import { type Asked, ask, done } from '../access/people.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addTemplate, rowOf } from './a-game.ts'

let panel: TestPanel
let admin: Asked
let nodeId: number
let templateId: number
beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
  nodeId = (await panel.app.nodes.create('node')).id
  templateId = await addTemplate(panel)
})
afterAll(() => panel.stop())

type Made = GameServerDetail & { task_id: number | null }
const input = (more = {}) => ({
  name: 'castle',
  node_id: nodeId,
  template_id: templateId,
  install: false,
  ...more,
})
const create = async (more = {}): Promise<Made> => done(admin, 'POST', '/api/servers', input(more))
const refused = async (method: string, path: string, body: object) => {
  const answer = await ask(admin, method, path, body)
  expect(answer.status, answer.text).toBe(422)
  return (answer.json as { errors: Record<string, string[]> }).errors
}
const countAll = async () => (await panel.db.selectFrom('game_servers').select('id').execute()).length

describe('a new game server', () => {
  test('gets free ports, further ones included, and secrets of its own', async () => {
    const [first, second] = [await create(), await create()]
    expect([first.port, first.rcon_port, second.port, second.rcon_port]).toEqual([
      20_000, 21_000, 20_002, 21_001,
    ])
    const [one, other] = [first.variables, second.variables]
    expect(one.JOIN_PASSWORD).toMatch(/^.{16,}$/)
    expect(one.JOIN_PASSWORD).not.toBe(other.JOIN_PASSWORD)
    expect(first.rcon_password).not.toBe(second.rcon_password)
  })

  test('its further ports stand in the list of its node', async () => {
    const { id, port, rcon_port } = await create()
    const ports = (await done(admin, 'GET', `/api/nodes/${nodeId}/ports`)) as NodePort[]
    expect(ports.flatMap(one => (one.server_id === id ? [[one.port, one.purpose]] : []))).toEqual([
      [port, 'game'],
      [port + 1, 'further'],
      [rcon_port, 'rcon'],
    ])
  })

  test('many at the same moment never share a port', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => create()))
    const ports = made.flatMap(({ port, rcon_port }) => [port, port + 1, rcon_port])
    expect(new Set(ports).size).toBe(ports.length)
  })

  test('is refused with a reason, and nothing is stored', async () => {
    const { port } = await create()
    const before = await countAll()
    expect(await refused('POST', '/api/servers', input({ port: port + 1 }))).toEqual({
      port: [`port ${port + 1} (game) belongs to another game server on this node: castle`],
    })
    expect(await refused('POST', '/api/servers', input({ port: port - 1 }))).toHaveProperty('port')
    expect(
      await refused(
        'POST',
        '/api/servers',
        input({
          query_port: 5,
          image: 'none',
          process_manager: 'podman',
          variables: { PLAYERS: 'many', NOPE: '1', FIXED: '2', JOIN_PASSWORD: 'short' },
        }),
      ),
    ).toEqual({
      query_port: [expect.stringContaining('has no query port of its own')],
      image: ['must be one of Java 17, Java 21'],
      process_manager: [expect.stringContaining('runs with process, docker')],
      'variables.PLAYERS': ['must be a whole number: a whole number from 1 to 64'],
      'variables.NOPE': ['this template has no such variable'],
      'variables.FIXED': ['this value is fixed by the template'],
      'variables.JOIN_PASSWORD': ['must have at least 8 characters'],
    })
    expect(await countAll()).toBe(before)
  })

  test('must be given what is required and has no default', async () => {
    const variables = [{ name: 'WORLD', title: 'World', default: '', rules: ['required'] }]
    const template_id = await addTemplate(panel, { variables, command: ['game'] })
    expect(await refused('POST', '/api/servers', input({ template_id }))).toEqual({
      'variables.WORLD': ['must not be empty'],
    })
    expect((await create({ template_id, variables: { WORLD: 'earth' } })).variables).toEqual({
      WORLD: 'earth',
    })
  })

  test('leaves nothing behind when its first task cannot be stored', async () => {
    const before = await countAll()
    await panel.db.schema.alterTable('tasks').renameTo('tasks_away').execute()
    const answer = await ask(admin, 'POST', '/api/servers', input({ install: true }))
    await panel.db.schema.alterTable('tasks_away').renameTo('tasks').execute()
    expect(answer.status).toBe(500)
    expect(await countAll()).toBe(before)
  })
})

describe('settings: PUT /api/servers/{server}', () => {
  test('changes what is given and leaves the rest', async () => {
    const { id, ...before } = await create({
      process_manager: 'docker',
      memory_limit_bytes: 64 * 1024 * 1024,
    })
    const changed: GameServerDetail = await done(admin, 'PUT', `/api/servers/${id}`, {
      name: 'tower',
      ip: '10.0.0.1',
      port: 30_000,
      rcon_password: 'a new one',
      process_manager: 'docker',
      memory_limit_bytes: null,
      tags: ['europe'],
    })
    expect(changed).toMatchObject({
      name: 'tower',
      ip: '10.0.0.1',
      port: 30_000,
      rcon_port: before.rcon_port,
    })
    expect(changed).toMatchObject({ rcon_password: 'a new one', memory_limit_bytes: null, tags: ['europe'] })
    expect((await rowOf(panel, id)).revision).toBe(2)
    expect(changed.variables).toEqual(before.variables)
  })

  test('T-068 a disk limit is stored, told to the node, and taken away again', async () => {
    const gibibyte = 1024 ** 3
    const store = createGameServersStore(panel.db, createOptionalSecretBox(null))
    const { definition } = await panel.db
      .selectFrom('templates')
      .select('definition')
      .where('id', '=', templateId)
      .executeTakeFirstOrThrow()
    const reportedOf = async (id: number) => {
      const stored = await store.find(id)
      if (!stored) throw new Error(`there is no game server ${id}`)
      return renderChoices(template.parse(JSON.parse(definition)), stored).limits.disk_bytes
    }
    const { id, disk_limit_bytes } = await create({ disk_limit_bytes: 5 * gibibyte })
    expect(disk_limit_bytes).toBe(5 * gibibyte)
    expect(await reportedOf(id)).toBe(5 * gibibyte)
    const path = `/api/servers/${id}`
    expect((await done(admin, 'PUT', path, { name: 'vault' })).disk_limit_bytes).toBe(5 * gibibyte)
    expect((await done(admin, 'PUT', path, { disk_limit_bytes: 2 * gibibyte })).disk_limit_bytes).toBe(
      2 * gibibyte,
    )
    expect(await reportedOf(id)).toBe(2 * gibibyte)
    expect(await refused('PUT', path, { disk_limit_bytes: 1024 })).toHaveProperty('disk_limit_bytes')
    expect((await done(admin, 'PUT', path, { disk_limit_bytes: null })).disk_limit_bytes).toBeNull()
    expect((await done(admin, 'GET', path)).disk_limit_bytes).toBeNull()
    expect(await reportedOf(id)).toBeNull()
  })

  test('6.2 a short RCON password of earlier days stays until it is changed', async () => {
    const { id } = await create()
    await panel.db.updateTable('game_servers').set({ rcon_password: 'old' }).where('id', '=', id).execute()
    const changed = await done(admin, 'PUT', `/api/servers/${id}`, { name: 'keep', rcon_password: 'old' })
    expect(changed).toMatchObject({ name: 'keep', rcon_password: 'old' })
    expect((await create({ rcon_password: '' })).rcon_password).toHaveLength(24)
  })

  test('refuses what another has, what the template or node does not offer; all or nothing', async () => {
    const [{ id }, other] = [await create(), await create()]
    const before = await rowOf(panel, id)
    const path = `/api/servers/${id}`
    expect(await refused('PUT', path, { name: 'x', rcon_port: other.port })).toEqual({
      rcon_port: [`port ${other.port} (rcon) belongs to another game server on this node: castle`],
    })
    expect(await refused('PUT', path, { port: other.port - 1 })).toEqual({
      port: [`port ${other.port} (raw) belongs to another game server on this node: castle`],
    })
    expect(await refused('PUT', path, { process_manager: 'systemd', query_port: 7 })).toEqual({
      process_manager: [expect.stringContaining('runs with process, docker')],
      query_port: [expect.stringContaining('has no query port of its own')],
    })
    expect(await refused('PUT', path, { rcon_password: 'two\nlines' })).toHaveProperty('rcon_password')
    const tooShort = { rcon_password: ['must have at least 8 characters'] }
    expect(await refused('PUT', path, { name: 'x', rcon_password: 'short 7' })).toEqual(tooShort)
    expect(await refused('POST', '/api/servers', input({ rcon_password: '1234567' }))).toEqual(tooShort)
    expect(await refused('PUT', path, { port: 65_535 })).toHaveProperty('port')
    await panel.db.updateTable('nodes').set({ runtimes: '["process"]' }).where('id', '=', nodeId).execute()
    expect(await refused('PUT', path, { process_manager: 'docker' })).toEqual({
      process_manager: ['this node offers process'],
    })
    await panel.db.updateTable('nodes').set({ runtimes: '[]' }).where('id', '=', nodeId).execute()
    expect(await rowOf(panel, id)).toEqual(before)
  })

  test('a clash from before is no reason to refuse another change', async () => {
    const [{ id }, other] = [await create(), await create()]
    await panel.db.updateTable('game_servers').set({ port: other.port }).where('id', '=', id).execute()
    expect((await done(admin, 'PUT', `/api/servers/${id}`, { name: 'renamed' })).name).toBe('renamed')
  })
})

describe('6.3 limits that the process manager cannot hold', () => {
  const memory = { memory_limit_bytes: 64 * 1024 * 1024 }
  const asProcess = { process_manager: 'process' }
  const faultsOf = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const answer = await ask(admin, method, path, body)
    expect(answer.status, answer.text).toBe(422)
    return (answer.json as { errors: Record<string, string[]> }).errors
  }

  test('are refused, and the refusal names those that can', async () => {
    const faults = await faultsOf(
      'POST',
      '/api/servers',
      input({ ...asProcess, ...memory, cpu_limit_percent: 50 }),
    )
    expect(Object.keys(faults).toSorted()).toEqual(['cpu_limit_percent', 'memory_limit_bytes'])
    expect(faults.memory_limit_bytes?.[0]).toMatch(/systemd, docker or podman/)
    const { id, limits_held } = await create(asProcess)
    expect(limits_held).toEqual({
      memory: false,
      cpu: false,
      disk: 'start_and_panel',
      processes: 'own_user_only',
    })
    expect(await faultsOf('PUT', `/api/servers/${id}`, memory)).toHaveProperty('memory_limit_bytes')
  })

  test('a server with limits keeps them when it is edited, and is not moved to where they would be lost', async () => {
    const { id, limits_held } = await create({ process_manager: 'docker', ...memory })
    expect(limits_held).toMatchObject({ memory: true, cpu: true, processes: true })
    expect(await faultsOf('PUT', `/api/servers/${id}`, asProcess)).toHaveProperty('memory_limit_bytes')
    const moved = { ...asProcess, memory_limit_bytes: null }
    await done(admin, 'PUT', `/api/servers/${id}`, moved)
    // As an older panel has left it.
    await panel.db.updateTable('game_servers').set(memory).where('id', '=', id).execute()
    const edited = await done(admin, 'PUT', `/api/servers/${id}`, { name: 'still limited', ...memory })
    expect(edited).toMatchObject({ ...memory, limits_held: { memory: false } })
  })
})

describe('a copy', () => {
  const clone = async (id: number, body: object) => ask(admin, 'POST', `/api/servers/${id}/clone`, body)
  const taskOf = (taskId: number) =>
    panel.db.selectFrom('tasks').selectAll().where('id', '=', taskId).executeTakeFirstOrThrow()

  test('has the same settings, and its own ports, uuid, password and secrets', async () => {
    const source = await create({
      tags: ['a'],
      variables: { PLAYERS: '5' },
      image: 'Java 21',
      process_manager: 'docker',
      cpu_limit_percent: 50,
      disk_limit_bytes: 64 * 1024 ** 2,
    })
    await done(admin, 'PUT', `/api/servers/${source.id}/settings`, {
      autostart: false,
      update_before_start: true,
    })
    const answer = await clone(source.id, { name: 'second', files: false })
    expect(answer.status, answer.text).toBe(201)
    const copy = answer.json as Made
    expect(copy).toMatchObject({ name: 'second', tags: ['a'], cpu_limit_percent: 50, autostart: false })
    expect(copy.disk_limit_bytes).toBe(64 * 1024 ** 2)
    expect(copy.variables).toMatchObject({ PLAYERS: '5', HIDDEN: 'inside' })
    expect(await taskOf(copy.task_id ?? 0)).toMatchObject({ kind: 'install', server_id: copy.id })
    const [one, other] = [await rowOf(panel, source.id), await rowOf(panel, copy.id)]
    expect([other.image, Number(other.update_before_start)]).toEqual(['Java 21', 1])
    for (const field of ['uuid', 'port', 'rcon_port', 'rcon_password'] as const)
      expect(other[field], field).not.toBe(one[field])
    for (const name of ['JOIN_PASSWORD', 'MASTER_KEY']) {
      expect(JSON.parse(other.variables)[name], name).toMatch(/^.{8,}$/)
      expect(JSON.parse(other.variables)[name], name).not.toBe(JSON.parse(one.variables)[name])
    }
  })

  test('takes the files along from one that is installed, and only then', async () => {
    const source = await create()
    const before = await countAll()
    expect((await clone(source.id, { name: 'second' })).status).toBe(409)
    expect(await countAll()).toBe(before)
    await panel.db.updateTable('game_servers').set({ installed_at: 5 }).where('id', '=', source.id).execute()
    const copy = (await clone(source.id, { name: 'second' })).json as Made
    expect(await taskOf(copy.task_id ?? 0)).toMatchObject({ kind: 'clone', payload: `{"from":${source.id}}` })
    expect(copy).toMatchObject({ state: 'not_installed', installed_at: null })
  })

  test('leaves nothing behind when its task cannot be stored', async () => {
    const { id } = await create()
    const before = await countAll()
    await panel.db.schema.alterTable('tasks').renameTo('tasks_away').execute()
    const answer = await clone(id, { name: 'second', files: false })
    await panel.db.schema.alterTable('tasks_away').renameTo('tasks').execute()
    expect([answer.status, await countAll()]).toEqual([500, before])
  })
})

describe('what a game server is for', () => {
  test('its description is stored, read by everybody who sees it, copied with it, and emptied again', async () => {
    const { id, description } = await create()
    expect(description).toBe('')
    const path = `/api/servers/${id}`
    await done(admin, 'PUT', path, { description: '  For the evenings  ' })
    const changed = (await done(admin, 'GET', path)) as Made
    expect(changed).toMatchObject({ description: 'For the evenings', name: 'castle' })
    const clone = (await done(admin, 'POST', `${path}/clone`, { name: 'copy', files: false })) as Made
    expect(clone.description).toBe('For the evenings')
    await done(admin, 'PUT', path, { description: '' })
    expect(((await done(admin, 'GET', path)) as Made).description).toBe('')
    expect(await refused('PUT', path, { description: 'x'.repeat(2001) })).toHaveProperty('description')
  })
})

describe('ports that somebody types', () => {
  const check = async (id: number, query: string) =>
    done(admin, 'GET', `/api/servers/${id}/port-check?${query}`)

  test('are told as its own, as those of a neighbor with the next free one, or as not checked while the node is away', async () => {
    const [first, second] = [await create({ name: 'first' }), await create({ name: 'second' })]
    expect(await check(first.id, `port=${first.port}`)).toMatchObject([{ field: 'port', status: 'own' }])
    const [taken] = await check(first.id, `port=${second.port}`)
    expect(taken).toMatchObject({ status: 'server', server_name: 'second' })
    expect(taken.suggestion).toBeGreaterThan(second.port)
    expect(await check(first.id, 'port=31000&rcon_port=31005')).toEqual([
      { field: 'port', port: 31_000, status: 'unchecked', server_name: null, suggestion: null },
      { field: 'rcon_port', port: 31_005, status: 'unchecked', server_name: null, suggestion: null },
    ])
  })

  test('two of its own that would be one are told, in one request or beside a port that stays', async () => {
    const { id, port, rcon_port } = await create({ name: 'first' })
    const twice = await check(id, 'port=31000&rcon_port=31000')
    expect(twice.map(({ status }: { status: string }) => status)).toEqual(['same', 'same'])
    expect(await check(id, `rcon_port=${port}`)).toMatchObject([{ field: 'rcon_port', status: 'same' }])
    expect(await check(id, `rcon_port=${rcon_port}`)).toMatchObject([{ status: 'own' }])
    expect(await check(id, 'port=31000&rcon_port=31005')).toMatchObject([
      { status: 'unchecked' },
      { status: 'unchecked' },
    ])
  })

  test('a further port that follows the game port counts too', async () => {
    const [first, second] = [await create({ name: 'first' }), await create({ name: 'second' })]
    const [beside] = await check(first.id, `port=${second.port - 1}`)
    expect(beside).toMatchObject({ status: 'server', server_name: 'second' })
  })

  test('those of a new one are told as it then gets them, and nothing is reserved', async () => {
    const path = `/api/nodes/${nodeId}/port-proposal?template_id=${templateId}`
    await create({ name: 'first' })
    const proposal = await done(admin, 'GET', path)
    expect(await done(admin, 'GET', path)).toEqual(proposal)
    expect(await create({ name: 'second' })).toMatchObject(proposal)
    expect((await done(admin, 'GET', path)).port).toBeGreaterThan(proposal.port)
    expect((await ask(admin, 'GET', `/api/nodes/${nodeId}/port-proposal?template_id=999`)).status).toBe(404)
    expect((await ask(admin, 'GET', `/api/nodes/999/port-proposal?template_id=${templateId}`)).status).toBe(
      404,
    )
    expect((await ask(admin, 'GET', `/api/nodes/${nodeId}/port-proposal`)).status).toBe(422)
  })

  test.each(['port=0', 'port=65536', 'port=x', 'rcon_port=-1'])('refuses %s', async query => {
    const { id } = await create()
    const answer = await ask(admin, 'GET', `/api/servers/${id}/port-check?${query}`)
    expect(answer.status).toBe(422)
  })
})
