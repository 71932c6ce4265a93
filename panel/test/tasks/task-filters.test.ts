// The list of tasks by kind and by who asked for them, together with state, server and node.

import type { Task } from '@rookery/contracts/http/tasks.ts'
import type { TaskKind, TaskStatus } from '@rookery/contracts/run-states.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asked, ask, createUser, done, type Made, setPermissions } from '../access/people.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer } from '../tokens/people.ts'

let panel: TestPanel
let admin: Asked
let person: Made
let first: number
let second: number
beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
  first = await addGameServer(panel, 'first')
  second = await addGameServer(panel, 'second')
  person = await createUser(admin)
  await setPermissions(admin, person.id, first, { 'game-server-common': true, 'game-server-start': true })
  await add(first, 'start', 'success', person.id)
  await add(first, 'start', 'error', 1)
  await add(first, 'stop', 'error', 1)
  await add(second, 'start', 'error', person.id)
  await add(second, 'backup', 'error', null)
})
afterAll(() => panel.stop())

async function add(serverId: number, kind: TaskKind, status: TaskStatus, requestedBy: number | null) {
  const { node_id } = await panel.db
    .selectFrom('game_servers')
    .select('node_id')
    .where('id', '=', serverId)
    .executeTakeFirstOrThrow()
  const row = { node_id, server_id: serverId, kind, status, requested_by: requestedBy, payload: '{}' }
  const rest = { reason: null, message: null, progress: null, exit_code: null }
  const times = { created_at: panel.clock.nowMs, started_at: null, ended_at: null }
  await panel.db
    .insertInto('tasks')
    .values({ ...row, ...rest, ...times })
    .execute()
}

async function listed(query: string, asked: Asked = admin): Promise<string[]> {
  const tasks = (await done(asked, 'GET', `/api/tasks?${query}`)) as Task[]
  return tasks.map(({ kind, server_id, status }) => `${kind} ${server_id} ${status}`).toSorted()
}

test('each filter narrows the list, and all of them together', async () => {
  expect(await listed('kind=start')).toEqual(
    [`start ${first} error`, `start ${first} success`, `start ${second} error`].toSorted(),
  )
  expect(await listed(`user=${person.id}`)).toEqual(
    [`start ${first} success`, `start ${second} error`].toSorted(),
  )
  expect(await listed(`kind=start&status=error&user=1&server=${first}`)).toEqual([`start ${first} error`])
  expect(await listed('kind=clone')).toEqual([])
  expect(await listed('user=999')).toEqual([])
})

test('whoever sees one server finds nothing of another by a filter', async () => {
  expect(await listed(`user=${person.id}`, { panel, sessionToken: person.sessionToken })).toEqual([
    `start ${first} success`,
  ])
})

test('the total is that of what was asked for, and a kind that does not exist is refused', async () => {
  const { headers } = await ask(admin, 'GET', '/api/tasks?kind=start&per_page=1')
  expect(headers.get('x-total-count')).toBe('3')
  expect((await ask(admin, 'GET', '/api/tasks?kind=party')).status).toBe(422)
})
