// Keys and password for SFTP in the profile, the switch of a node, and how a game server is reached.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer, addPerson, allow, createToken } from '../tokens/people.ts'
import { newKeyLine } from './key-lines.ts'

let panel: TestPanel
let admin: string
let person: Awaited<ReturnType<typeof addPerson>>
beforeAll(async () => {
  panel = await startTestPanel()
  admin = await panel.signIn()
  person = await addPerson(panel, 'key.owner')
})
afterAll(() => panel.stop())

const ask = (method: string, path: string, body?: unknown, sessionToken = person.sessionToken) =>
  panel.request(method, path, { sessionToken, ...(body === undefined ? {} : { body }) })
const addKey = (public_key: string, name?: string, sessionToken = person.sessionToken) =>
  ask('POST', '/api/profile/ssh-keys', { public_key, ...(name ? { name } : {}) }, sessionToken)
const audited = (event: string) =>
  panel.logLines.map(line => JSON.parse(line)).filter(line => line.event === event)

describe('keys of the profile', () => {
  test('L12 a key is added, listed and removed, each with an audit line', async () => {
    const added = await addKey(newKeyLine('laptop of mine'))
    expect(added.status).toBe(201)
    expect(added.json).toMatchObject({ name: 'laptop of mine', type: 'ssh-ed25519', last_used_at: null })
    expect(added.json.fingerprint).toMatch(/^SHA256:/)
    const named = await addKey(newKeyLine('a comment'), 'Desktop')
    expect(named.json.name).toBe('Desktop')
    expect((await ask('GET', '/api/profile/ssh-keys')).json).toEqual([added.json, named.json])
    expect((await ask('DELETE', `/api/profile/ssh-keys/${named.json.id}`)).status).toBe(204)
    expect((await ask('DELETE', `/api/profile/ssh-keys/${named.json.id}`)).status).toBe(404)
    expect(audited('sftp.key_added')).toHaveLength(2)
    expect(audited('sftp.key_removed')).toMatchObject([{ key_id: named.json.id, actor_id: person.id }])
  })

  test('L12 the same key twice, and what is no public key, are refused with a reason', async () => {
    const line = newKeyLine()
    expect((await addKey(line)).status).toBe(201)
    const again = await addKey(`${line} another comment`)
    expect([again.status, codeOf(again)]).toEqual([409, 'conflict'])
    const secret = await addKey('-----BEGIN OPENSSH PRIVATE KEY-----\nsecret-bytes\n')
    expect(secret.status).toBe(422)
    expect(secret.text).toMatch(/private key/)
    expect(panel.logLines.join('\n')).not.toContain('secret-bytes')
  })

  test("L12 nobody removes another person's key", async () => {
    const other = await addPerson(panel, 'other-owner')
    const { json } = await addKey(newKeyLine(), 'theirs', other.sessionToken)
    expect((await ask('DELETE', `/api/profile/ssh-keys/${json.id}`)).status).toBe(404)
    expect((await ask('GET', '/api/profile/ssh-keys', undefined, other.sessionToken)).json).toHaveLength(1)
  })

  test('L12 fifty keys and not one more, also when they come at once', async () => {
    const collector = await addPerson(panel, 'collector')
    const adding = Array.from({ length: 55 }, () => addKey(newKeyLine(), 'one', collector.sessionToken))
    const statuses = (await Promise.all(adding)).map(({ status }) => status)
    expect(statuses.filter(status => status === 201)).toHaveLength(50)
    expect(statuses.filter(status => status === 409)).toHaveLength(5)
  })

  test.each([
    ['GET', '/api/profile/ssh-keys'],
    ['POST', '/api/profile/ssh-keys'],
    ['DELETE', '/api/profile/ssh-keys/1'],
    ['GET', '/api/profile/sftp-password'],
    ['POST', '/api/profile/sftp-password'],
    ['DELETE', '/api/profile/sftp-password'],
  ])('5.2 (A13) %s %s is for login sessions alone', async (method, path) => {
    const token = await createToken(panel, person.sessionToken)
    expect((await ask(method, path, method === 'POST' ? {} : undefined, token)).status).toBe(403)
    expect((await panel.request(method, path)).status).toBe(401)
  })
})

describe('password for SFTP', () => {
  test('5.9 it is shown once, stored as a hash, and in no log', async () => {
    expect((await ask('GET', '/api/profile/sftp-password')).json).toEqual({ made_at: null })
    const made = await ask('POST', '/api/profile/sftp-password')
    expect(made.status).toBe(201)
    const { password } = made.json as { password: string }
    expect(password).toMatch(/^[\w-]{32}$/)
    const reported = await ask('GET', '/api/profile/sftp-password')
    expect(reported.json.made_at).not.toBeNull()
    expect(reported.text).not.toContain(password)
    const row = await panel.db.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirst()
    expect(row?.sftp_password_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(row)).not.toContain(password)
    expect(panel.logLines.join('\n')).not.toContain(password)
    expect(
      ((await ask('POST', '/api/profile/sftp-password')).json as { password: string }).password,
    ).not.toBe(password)
    expect((await ask('DELETE', '/api/profile/sftp-password')).status).toBe(204)
    expect((await ask('GET', '/api/profile/sftp-password')).json).toEqual({ made_at: null })
    expect(audited('sftp.password_made')).toHaveLength(2)
    expect(audited('sftp.password_removed')).toHaveLength(1)
  })
})

describe('where SFTP is', () => {
  test('5.4 a node has it off until it is switched on, at a port that no game server has', async () => {
    const gameServer = await addGameServer(panel, 'reached')
    const { json: one } = await ask('GET', `/api/servers/${gameServer}`, undefined, admin)
    const path = `/api/nodes/${one.node_id}`
    expect((await ask('GET', path, undefined, admin)).json.sftp).toEqual({
      enabled: false,
      port: 2022,
      listening: false,
      host_key_fingerprint: null,
      problem: null,
    })
    const clash = await ask('PUT', path, { sftp: { enabled: true, port: one.port } }, admin)
    expect([clash.status, codeOf(clash)]).toEqual([409, 'conflict'])
    expect(clash.text).toContain('reached')
    expect((await ask('PUT', path, { sftp: { port: one.port } }, admin)).status).toBe(200)
    expect((await ask('PUT', path, { sftp: { enabled: true } }, admin)).status).toBe(409)
    const on = await ask('PUT', path, { sftp: { enabled: true, port: 2_222 } }, admin)
    expect(on.json.sftp).toMatchObject({ enabled: true, port: 2_222 })
    expect((await ask('PUT', path, { name: 'renamed' }, admin)).json.sftp.enabled).toBe(true)
  })

  test('5.6 only who may use the files learns how they are reached', async () => {
    const gameServer = await addGameServer(panel, 'hidden')
    const path = `/api/servers/${gameServer}/sftp`
    await allow(panel, person.id, ['game-server-common'], gameServer)
    expect((await ask('GET', path)).status).toBe(403)
    await allow(panel, person.id, ['game-server-files'], gameServer)
    expect((await ask('GET', path)).json).toEqual({
      enabled: false,
      listening: false,
      host: expect.toSatisfy((host: unknown) => host === null || typeof host === 'string'),
      port: 2022,
      username: `key.owner.${gameServer}`,
      host_key_fingerprint: null,
    })
  })
})
