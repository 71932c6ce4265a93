// What two instances must show that are asked for the same thing at the same moment, whatever database they share.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodPassword } from '../access/people.ts'
import { addTemplate } from '../game-servers/a-game.ts'
import { codeOf, startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { openSharedMemoryCache } from '../tokens/shared-cache.ts'

const atOnce = 100

export function twoInstancesSuite(variablesOf: () => Promise<Record<string, string>>): void {
  const cache = openSharedMemoryCache()
  let one: TestPanel
  let two: TestPanel
  let sessionToken: string
  let node_id: number
  let template_id: number
  beforeAll(async () => {
    const variables = await variablesOf()
    one = await startTestPanel({ cache, variables })
    two = await startTestPanel({ cache, variables, dataDir: one.dataDir })
    two.clock.nowMs = one.clock.nowMs
    sessionToken = await one.signIn()
    node_id = (await one.app.nodes.create('node')).id
    template_id = await addTemplate(one)
  })
  afterAll(async () => {
    await two?.halt()
    await one?.stop()
    await cache.close()
  })

  const post = async (panel: TestPanel, path: string, key: string, body: unknown) => {
    for (;;) {
      const headers = { 'idempotency-key': key }
      const answer = await panel.request('POST', path, { sessionToken, headers, body })
      // As a program does that is told to come back.
      if (answer.status !== 409 || codeOf(answer) !== 'idempotency_in_progress') return answer
    }
  }
  const manyTimes = (path: string, key: string, bodyOf: (index: number) => unknown) =>
    Promise.all(
      Array.from({ length: atOnce }, (_, index) => post(index % 2 ? one : two, path, key, bodyOf(index))),
    )
  type Answers = Awaited<ReturnType<typeof manyTimes>>
  const idsOf = (answers: Answers) => new Set(answers.map(({ json }) => json.id))
  const firstOnes = (answers: Answers) =>
    answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)
  const namedServers = (name: string) =>
    one.db.selectFrom('game_servers').select('id').where('name', '=', name).execute()

  test(`a server that is asked for ${atOnce} times at once is one, with one task`, async () => {
    const answers = await manyTimes('/api/servers', 'castle', () => ({
      name: 'castle',
      node_id,
      template_id,
    }))
    expect(new Set(answers.map(({ status, text }) => (status === 201 ? '' : text)))).toEqual(new Set(['']))
    const servers = await namedServers('castle')
    expect(servers).toHaveLength(1)
    expect(idsOf(answers)).toEqual(new Set(servers.map(({ id }) => id)))
    expect(new Set(answers.map(({ json }) => json.task_id)).size).toBe(1)
    expect(firstOnes(answers)).toHaveLength(1)
    const tasks = one.db
      .selectFrom('tasks')
      .select('id')
      .where('server_id', '=', servers[0]?.id ?? 0)
    expect(await tasks.execute()).toHaveLength(1)
  })

  test('so is a person, whose login would be taken the second time', async () => {
    const answers = await manyTimes('/api/users', 'mia', () => ({ login: 'mia', password: goodPassword }))
    expect(new Set(answers.map(({ status, text }) => (status === 201 ? '' : text)))).toEqual(new Set(['']))
    expect(idsOf(answers).size).toBe(1)
    expect(firstOnes(answers)).toHaveLength(1)
  })

  test('of two servers under one key one is created, and whoever asks for the other is told', async () => {
    const bodyOf = (index: number) => ({ name: index % 4 < 2 ? 'left' : 'right', node_id, template_id })
    const answers = await manyTimes('/api/servers', 'either', bodyOf)
    const created = [...(await namedServers('left')), ...(await namedServers('right'))]
    expect(created).toHaveLength(1)
    const accepted = answers.filter(({ status }) => status === 201)
    expect(accepted).toHaveLength(atOnce / 2)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(new Set(refused.map(codeOf))).toEqual(new Set(['idempotency_key_reused']))
  })

  test('different keys are different servers', async () => {
    const body = { name: 'village', node_id, template_id }
    const twice = await Promise.all([
      post(one, '/api/servers', 'village 1', body),
      post(two, '/api/servers', 'village 2', body),
    ])
    expect(idsOf(twice).size).toBe(2)
  })
}
