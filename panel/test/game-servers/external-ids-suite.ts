// The id that another system has for a user or a game server: unique, found by administrators, told to nobody else.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asked, ask, createUser, done, type Made, setPermissions } from '../access/people.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addTemplate } from './a-game.ts'

export function externalIdsSuite(variablesOf: () => Promise<Record<string, string>>): void {
  let panel: TestPanel
  let admin: Asked
  let owner: Made
  let helper: Made
  let node_id: number
  let template_id: number
  beforeAll(async () => {
    panel = await startTestPanel({ variables: await variablesOf() })
    admin = { panel, sessionToken: await panel.signIn() }
    node_id = (await panel.app.nodes.create('node')).id
    template_id = await addTemplate(panel)
    owner = await createUser(admin)
    helper = await createUser(admin)
  })
  afterAll(() => panel.stop())

  const createServer = (more: object) =>
    ask(admin, 'POST', '/api/servers', { name: 'castle', node_id, template_id, install: false, ...more })
  const as = ({ sessionToken }: Made): Asked => ({ panel, sessionToken })
  const idsOf = async (asked: Asked, path: string) =>
    (await done(asked, 'GET', path)).map(({ id }: { id: number }) => id)

  test('a server gets one, is found by it and by a part of it, and loses it', async () => {
    const { json: server } = await createServer({ external_id: ' WHMCS-4711 ' })
    expect(server.external_id).toBe('WHMCS-4711')
    expect(await idsOf(admin, '/api/servers?external_id=WHMCS-4711')).toEqual([server.id])
    expect(await idsOf(admin, '/api/servers?external_id=whmcs-4711')).toEqual([])
    expect(await idsOf(admin, '/api/servers?external_id=WHMCS')).toEqual([])
    expect(await idsOf(admin, '/api/servers?q=hmcs-47')).toEqual([server.id])
    const path = `/api/servers/${server.id}`
    expect((await done(admin, 'PUT', path, { external_id: null })).external_id).toBeNull()
    expect(await idsOf(admin, '/api/servers?q=hmcs-47')).toEqual([])
  })

  test('one id has one server, also when two are created at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => createServer({ external_id: 'once' })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(5).fill(422),
    ])
    const refused = answers.find(({ status }) => status === 422)
    expect(refused?.json.errors).toEqual({ external_id: ['is taken by another server'] })
    const { json: other } = await createServer({})
    const path = `/api/servers/${other.id}`
    const changed = await ask(admin, 'PUT', path, { name: 'tower', external_id: 'once' })
    expect([changed.status, changed.json.errors]).toEqual([
      422,
      { external_id: ['is taken by another server'] },
    ])
    expect((await done(admin, 'GET', path)).name).toBe('castle')
    const same = { external_id: 'its own' }
    await done(admin, 'PUT', path, same)
    await done(admin, 'PUT', path, same)
  })

  test('a deleted server frees its id, and comes back without it when another one has it', async () => {
    const { json: first } = await createServer({ external_id: 'freed' })
    const restore = () => done(admin, 'POST', `/api/deleted-servers/${first.uuid}/restore`, {})
    await done(admin, 'DELETE', `/api/servers/${first.id}`)
    const { id } = await restore()
    expect((await done(admin, 'GET', `/api/servers/${id}`)).external_id).toBe('freed')
    await done(admin, 'DELETE', `/api/servers/${id}`)
    // On ports of its own, so that nothing but the id is in the way.
    const ports = { port: 26_000, rcon_port: 26_002 }
    expect((await createServer({ external_id: 'freed', ...ports })).status).toBe(201)
    const again = await restore()
    expect((await done(admin, 'GET', `/api/servers/${again.id}`)).external_id).toBeNull()
  })

  test('a copy has none', async () => {
    const { json: first } = await createServer({ external_id: 'copied' })
    const copy = await done(admin, 'POST', `/api/servers/${first.id}/clone`, { name: 'copy', files: false })
    expect(copy.external_id).toBeNull()
  })

  test('nobody but an administrator reads, finds or sets that of a server', async () => {
    const { json: server } = await createServer({ external_id: 'secret-12', owner_id: owner.id })
    await setPermissions(admin, helper.id, server.id, {
      'game-server-common': true,
      'game-server-settings': true,
    })
    for (const person of [owner, helper].map(as)) {
      const [listed] = await done(person, 'GET', '/api/servers')
      expect(listed.id).toBe(server.id)
      expect(listed).not.toHaveProperty('external_id')
      expect(await done(person, 'GET', `/api/servers/${server.id}`)).not.toHaveProperty('external_id')
      expect(await idsOf(person, '/api/servers?q=secret')).toEqual([])
      expect((await ask(person, 'GET', '/api/servers?external_id=secret-12')).status).toBe(403)
      const changed = await ask(person, 'PUT', `/api/servers/${server.id}`, { external_id: 'mine' })
      expect(changed.status).toBe(403)
    }
    const [listed] = await done(admin, 'GET', '/api/servers?external_id=secret-12')
    expect(listed.external_id).toBe('secret-12')
  })

  test('a person gets one, is found by it and loses it; another one cannot have it', async () => {
    const body = { password: 'a password that nobody has lost' }
    const mia = await done(admin, 'POST', '/api/users', { ...body, login: 'mia', external_id: 'client-9' })
    expect(mia.external_id).toBe('client-9')
    expect(await idsOf(admin, '/api/users?external_id=client-9')).toEqual([mia.id])
    expect(await idsOf(admin, '/api/users?q=LIENT-9')).toEqual([mia.id])
    const taken = { external_id: ['is taken by another user'] }
    const second = await ask(admin, 'POST', '/api/users', { ...body, login: 'ben', external_id: 'client-9' })
    expect([second.status, second.json.errors]).toEqual([422, taken])
    const ben = await done(admin, 'POST', '/api/users', { ...body, login: 'ben' })
    const changed = await ask(admin, 'PUT', `/api/users/${ben.id}`, { external_id: 'client-9' })
    expect([changed.status, changed.json.errors]).toEqual([422, taken])
    const named = await ask(admin, 'PUT', `/api/users/${ben.id}`, { login: 'mia', external_id: 'client-10' })
    expect(named.json.errors).toEqual({ login: ['is taken by another user'] })
    await done(admin, 'PUT', `/api/users/${mia.id}`, { external_id: null, name: 'Mia' })
    expect(await idsOf(admin, '/api/users?q=client-9')).toEqual([])
    await done(admin, 'PUT', `/api/users/${ben.id}`, { external_id: 'client-9' })
    expect(await done(as(helper), 'GET', '/api/profile')).not.toHaveProperty('external_id')
  })

  test.each([
    ['', 'must not be empty'],
    ['a\u0000b', 'must not contain control characters'],
    ['x'.repeat(191), 'must be at most 190 characters'],
  ])('%j is none', async (external_id, problem) => {
    const { status, json } = await createServer({ external_id })
    expect([status, json.errors]).toEqual([422, { external_id: [problem] }])
    const user = await ask(admin, 'PUT', `/api/users/${owner.id}`, { external_id })
    expect([user.status, user.json.errors]).toEqual([422, { external_id: [problem] }])
  })
}
