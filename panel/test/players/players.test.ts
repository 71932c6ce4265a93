// Players and query at the panel: what is refused before it leaves.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer } from '../tokens/people.ts'

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

describe('players at the panel', () => {
  test.each([
    ['GET', 'players', undefined],
    ['GET', 'players/recent', undefined],
    ['GET', 'players/bans', undefined],
    ['POST', 'players/unban', { player: 'Ann' }],
    ['POST', 'players/kick', { player: 'Ann' }],
    ['POST', 'players/ban', { player: 'Ann', reason: 'because' }],
    ['POST', 'players/message', { message: 'hello' }],
    ['GET', 'query', undefined],
  ])('%s …/%s without its node says so', async (method, path, body) => {
    const answer = await ask(method, path, body)
    expect([answer.status, codeOf(answer)]).toEqual([503, 'node_offline'])
  })

  test.each([
    ['players/kick', { player: 'Ann\u0000' }],
    ['players/kick', { player: '' }],
    ['players/unban', { player: 'Ann\u0000' }],
    ['players/ban', { player: 'Ann', reason: 'a\u001b[2J' }],
    ['players/message', { message: 'x'.repeat(501) }],
  ])('POST …/%s with %j is refused before it leaves the panel', async (path, body) => {
    const answer = await ask('POST', path, body)
    expect([answer.status, codeOf(answer)]).toEqual([422, 'invalid_input'])
  })
})
