import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer } from '../tokens/people.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.stop())

test('the list says for which servers a stop or restart is planned, and of the others nothing', async () => {
  const sessionToken = await panel.signIn()
  const planned = await addGameServer(panel, 'planned')
  const other = await addGameServer(panel, 'other')
  const { node_id } = await panel.db
    .selectFrom('game_servers')
    .select('node_id')
    .where('id', '=', planned)
    .executeTakeFirstOrThrow()
  const due_at_ms = panel.clock.nowMs + 300_000
  const waiting = { node_id, status: 'waiting', created_at: panel.clock.nowMs } as const
  const plan = JSON.stringify({ planned: { when: 'at', due_at_ms, message: '' } })
  await panel.db
    .insertInto('tasks')
    .values([
      { ...waiting, run_key: 'one', server_id: planned, kind: 'restart', payload: plan },
      { ...waiting, run_key: 'two', server_id: other, kind: 'start', payload: '{}' },
    ])
    .execute()
  const { json } = await panel.request('GET', '/api/servers', { sessionToken })
  const of = (id: number) => json.find((server: { id: number }) => server.id === id)
  expect(of(planned).planned).toMatchObject({
    action: 'restart',
    when: 'at',
    due_at: new Date(due_at_ms).toISOString(),
    task_id: expect.any(Number),
  })
  expect(Object.keys(of(other))).not.toContain('planned')
})
