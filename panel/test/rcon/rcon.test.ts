// RCON at the panel: what is refused, and who sees the password.

import { gameServerPermissionNames } from '@rookery/contracts/game-server-permissions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer, addPerson, allow } from '../tokens/people.ts'

let panel: TestPanel
let sessionToken: string
let gameServer: number
beforeAll(async () => {
  panel = await startTestPanel()
  sessionToken = await panel.signIn()
  gameServer = await addGameServer(panel, 'the one')
})
afterAll(() => panel.stop())

const ask = (method: string, path: string, body?: unknown) =>
  panel.request(method, `/api/servers/${gameServer}/${path}`, { sessionToken, ...(body ? { body } : {}) })

describe('RCON at the panel', () => {
  test('a command without its node says so', async () => {
    const answer = await ask('POST', 'rcon', { command: 'status' })
    expect([answer.status, codeOf(answer)]).toEqual([503, 'node_offline'])
  })

  test.each(['say hi\nquit', '   ', 'x'.repeat(1_001)])(
    '%j is refused before it leaves the panel',
    async command => {
      const answer = await ask('POST', 'rcon', { command })
      expect([answer.status, codeOf(answer)]).toEqual([422, 'invalid_input'])
    },
  )

  test('what can be done is told without the node', async () => {
    const answer = await ask('GET', 'rcon/features')
    expect(answer.json).toEqual({
      protocol: 'source',
      console: true,
      commands: ['players'],
      players: { list: true, kick: true, ban: true, bans: true, unban: true, message: true },
    })
  })

  test('the RCON password is made when none is given, and only administrators see it', async () => {
    const own = await panel.request('GET', `/api/servers/${gameServer}`, { sessionToken })
    const { rcon_password: password } = own.json as { rcon_password: string }
    expect(password).toMatch(/^[\w-]{20,}$/)
    const person = await addPerson(panel, 'rcon-person')
    await allow(panel, person.id, [...gameServerPermissionNames], gameServer)
    for (const path of ['', '/rcon/features', '/settings', '/players', '/query']) {
      const answer = await panel.request('GET', `/api/servers/${gameServer}${path}`, {
        sessionToken: person.sessionToken,
      })
      expect(answer.text, path).not.toContain(password)
    }
    expect(panel.logLines.join('\n')).not.toContain(password)
  })
})

test('a password that a game would read as commands is refused at creating and at changing', async () => {
  const templates = await panel.request('GET', '/api/templates?per_page=100', { sessionToken })
  const quake = (templates.json as { id: number; slug: string }[]).find(({ slug }) => slug === 'quake3')
  const { id: node_id } = await panel.app.nodes.create('node of quake')
  const body = { name: 'quake', node_id, template_id: quake?.id, install: false }
  const make = (rcon_password: string) =>
    panel.request('POST', '/api/servers', { sessionToken, body: { ...body, rcon_password } })
  const refusal = [422, { rcon_password: [expect.stringContaining('would read commands in it')] }]
  const refused = await make('x12345678;quit')
  expect([refused.status, refused.json.errors]).toEqual(refusal)
  const made = await make('x12345678')
  expect([made.status, made.json.rcon_password]).toEqual([201, 'x12345678'])
  const changed = await panel.request('PUT', `/api/servers/${made.json.id}`, {
    sessionToken,
    body: { rcon_password: 'x12345678" +quit' },
  })
  expect([changed.status, changed.json.errors]).toEqual(refusal)
})
