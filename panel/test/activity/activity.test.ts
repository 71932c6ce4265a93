import type { ActivityEntry } from '@rookery/contracts/http/activity.ts'
import type { RunState } from '@rookery/contracts/run-states.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer, addPerson, allow, createToken } from '../tokens/people.ts'

let panel: TestPanel
let sessionToken: string
beforeAll(async () => {
  panel = await startTestPanel()
  sessionToken = await panel.signIn()
})
afterAll(() => panel.stop())

async function read(path: string, bearer = sessionToken): Promise<ActivityEntry[]> {
  const answer = await panel.request('GET', path, { sessionToken: bearer })
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}
const ofServer = (id: number, bearer?: string) => read(`/api/servers/${id}/activity`, bearer)

/** Lines are written a moment later. */
const eventually = (look: () => Promise<ActivityEntry[]>) =>
  expect.poll(look, { timeout: 60_000, interval: 50 })

function describeState(gameServerId: number, state: RunState, more: object = {}): void {
  const reported = { reason: null, changedAtMs: panel.clock.nowMs, exitCode: null, isNews: true }
  panel.app.changes.publish({ kind: 'game-server-state', gameServerId, state, ...reported, ...more })
}

describe('activity is told from tasks, state changes and edits', () => {
  test('a crash, the run after it, and who made the game server', async () => {
    const id = await addGameServer(panel, 'crashing')
    describeState(id, 'crashed', { reason: 'exit code 139', exitCode: 139 })
    panel.clock.nowMs += 1_000
    describeState(id, 'starting', { reason: 'started again after a crash' })
    describeState(id, 'running')
    await eventually(() => ofServer(id)).toMatchObject([
      { what: 'state', state: 'running', reason: 'started again after a crash', by: null },
      { what: 'state', state: 'crashed', reason: 'exit code 139', exit_code: 139 },
      { what: 'created', by: { login: 'admin' }, server: { id, name: 'crashing' } },
    ])
  })

  test('an order that its node never took is told with who asked and why it ended', async () => {
    const id = await addGameServer(panel, 'ordered')
    const { json } = await panel.request('POST', `/api/servers/${id}/start`, { sessionToken })
    await panel.request('POST', `/api/tasks/${json.task_id}/cancel`, { sessionToken })
    await eventually(() => ofServer(id)).toMatchObject([
      {
        ...{ what: 'task', kind: 'run', task: 'start', status: 'canceled', task_id: json.task_id },
        ...{ by: { login: 'admin' }, message: 'canceled before its node came back' },
      },
      { what: 'created' },
    ])
  })

  test('settings, details and schedules are told by name, with what they were and are, and of secrets the name alone', async () => {
    const id = await addGameServer(panel, 'edited')
    const put = (path: string, body: object) => panel.request('PUT', path, { sessionToken, body })
    expect((await put(`/api/servers/${id}/settings`, { autostart: false })).status).toBe(200)
    expect((await put(`/api/servers/${id}/settings`, { autostart: false })).status).toBe(200)
    expect(
      (await put(`/api/servers/${id}`, { name: 'renamed', rcon_password: 'do-not-tell-4711' })).status,
    ).toBe(200)
    const timing = { by: 'interval', minutes: 30 }
    const made = await panel.request('POST', `/api/servers/${id}/tasks`, {
      sessionToken,
      body: { name: 'Nightly', action: 'restart', timing, time_zone: 'UTC' },
    })
    expect(made.status, made.text).toBe(201)
    await eventually(() => ofServer(id)).toMatchObject([
      { what: 'schedule', deed: 'created', name: 'Nightly', kind: 'schedules' },
      {
        ...{ what: 'details', fields: ['name', 'rcon_password'], kind: 'settings' },
        ...{ server: { name: 'renamed' } },
        changes: [{ of: 'field', name: 'name', before: 'edited', after: 'renamed' }],
      },
      {
        ...{ what: 'settings', fields: ['autostart'], variables: [], by: { login: 'admin' } },
        changes: [{ of: 'field', name: 'autostart', before: 'true', after: 'false' }],
      },
      { what: 'created' },
    ])
    expect(JSON.stringify(await ofServer(id))).not.toContain('do-not-tell')
    expect(await read(`/api/servers/${id}/activity?kind=schedules`)).toHaveLength(1)
  })

  test('files: one line for a burst; a name is for those who may read files', async () => {
    const id = await addGameServer(panel, 'files')
    const watcher = await addPerson(panel, 'watcher')
    await allow(panel, watcher.id, ['game-server-common'], id)
    const reader = await addPerson(panel, 'reader')
    await allow(panel, reader.id, ['game-server-common', 'game-server-files'], id)
    for (const path of ['a.cfg', 'b.cfg', 'a.cfg']) {
      const edit = { what: 'files', deed: 'written', paths: [path] } as const
      panel.app.changes.publish({ kind: 'game-server-edited', gameServerId: id, userId: reader.id, edit })
    }
    await eventually(() => ofServer(id, reader.sessionToken)).toMatchObject([
      { what: 'files', deed: 'written', paths: ['a.cfg', 'b.cfg'], count: 2, by: { login: 'reader' } },
      { what: 'created', by: null },
    ])
    expect(await ofServer(id, watcher.sessionToken)).toMatchObject([
      { what: 'files', deed: 'written', paths: [], count: 2, by: null },
      { what: 'created' },
    ])
    const token = await createToken(panel, reader.sessionToken, ['server:list'])
    for (const path of [`/api/servers/${id}/activity`, '/api/activity']) {
      expect((await panel.request('GET', path, { sessionToken: token })).status, path).toBe(403)
    }
  })

  test('over all game servers: only those that may be seen, the last day unless asked otherwise', async () => {
    const [mine, other] = [await addGameServer(panel, 'mine'), await addGameServer(panel, 'other')]
    const person = await addPerson(panel, 'overseer')
    await allow(panel, person.id, ['game-server-common'], mine)
    describeState(mine, 'crashed', { changedAtMs: panel.clock.nowMs - 30 * 60 * 60_000 })
    describeState(other, 'crashed')
    await eventually(() => ofServer(mine)).toHaveLength(2)
    await eventually(() => ofServer(other)).toHaveLength(2)
    expect(await read('/api/activity', person.sessionToken)).toMatchObject([
      { what: 'created', server: { id: mine } },
    ])
    const since = new Date(panel.clock.nowMs - 48 * 60 * 60_000).toISOString()
    expect(await read(`/api/activity?since=${since}`, person.sessionToken)).toHaveLength(2)
  })
})

/** How often the panel inserts lines from now on. */
function countInserts(): () => number {
  const executor = panel.db.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  let count = 0
  executor.executeQuery = query => {
    if (query.sql.startsWith('insert into "activity"')) count += 1
    return execute(query)
  }
  return () => count
}

test('many state changes are written in few inserts, and at most a thousand lines are kept', async () => {
  const id = await addGameServer(panel, 'busy')
  await eventually(() => ofServer(id)).toHaveLength(1)
  const inserts = countInserts()
  for (let n = 0; n < 600; n += 1) {
    panel.clock.nowMs += 1
    describeState(id, 'running')
    describeState(id, 'crashed')
  }
  const stored = async () =>
    (await panel.db.selectFrom('activity').select('happened_at').where('server_id', '=', id).execute())
      .map(row => row.happened_at)
      .toSorted((a, b) => a - b)
  await expect.poll(async () => (await stored()).at(-1), { timeout: 60_000 }).toBe(panel.clock.nowMs)
  expect(inserts()).toBe(12)
  await expect.poll(async () => (await stored()).length, { timeout: 60_000 }).toBe(1_000)
  expect((await stored())[0]).toBe(panel.clock.nowMs - 499)
})

test('a line about something that is gone by now costs no other', async () => {
  const id = await addGameServer(panel, 'among the gone')
  const edit = { what: 'schedule', deed: 'created', name: 'Nightly' } as const
  const { id: userId } = await addPerson(panel, 'planner')
  for (const gameServerId of [2_000_000_001, id, 2_000_000_002]) {
    panel.app.changes.publish({ kind: 'game-server-edited', gameServerId, userId, edit })
  }
  panel.app.changes.publish({ kind: 'game-server-edited', gameServerId: id, userId: 2_000_000_003, edit })
  await eventually(() => ofServer(id)).toMatchObject([{ what: 'schedule' }, { what: 'created' }])
})

test('what is told just before the panel stops is kept, and a removed game server leaves no line behind', async () => {
  const first = await startTestPanel()
  const id = await addGameServer(first, 'kept')
  const gone = await addGameServer(first, 'gone')
  first.app.changes.publish({ kind: 'game-server-removed', gameServerId: gone })
  await first.db.deleteFrom('game_servers').where('id', '=', gone).execute()
  await first.halt()
  const second = await startTestPanel({ dataDir: first.dataDir })
  const rows = await second.db.selectFrom('activity').select(['server_id', 'fact']).execute()
  await second.stop()
  expect(rows).toEqual([{ server_id: id, fact: 'created' }])
})
