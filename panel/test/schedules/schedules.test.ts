import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import type { ServerTask } from '@rookery/contracts/http/schedules.ts'
import type { TokenAbility } from '@rookery/contracts/token-abilities.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer, addPerson, allow, createToken } from '../tokens/people.ts'

let panel: TestPanel
let admin: string
let first: number
let second: number
beforeAll(async () => {
  panel = await startTestPanel()
  panel.clock.nowMs = Date.parse('2026-11-15T08:00:20Z')
  admin = await panel.signIn()
  first = await addGameServer(panel, 'first')
  second = await addGameServer(panel, 'second')
})
afterAll(() => panel.stop())

const nightly = {
  name: 'Restart every night',
  action: 'restart',
  timing: { by: 'cron', expression: '0 4 * * *' },
  time_zone: 'Europe/Berlin',
}
const pathOf = (gameServer: number, rest = '') => `/api/servers/${gameServer}/tasks${rest}`
const ask = (method: string, path: string, body?: unknown, sessionToken = admin) =>
  panel.request(method, path, { sessionToken, ...(body === undefined ? {} : { body }) })
const create = async (change: object = {}, gameServer = first, sessionToken = admin) =>
  ask('POST', pathOf(gameServer), { ...nightly, ...change }, sessionToken)
async function created(change: object = {}, gameServer = first): Promise<ServerTask> {
  const answer = await create(change, gameServer)
  expect(answer.status, answer.text).toBe(201)
  return answer.json
}
const revisionOf = async (gameServer: number) =>
  (
    await panel.db
      .selectFrom('game_servers')
      .select('revision')
      .where('id', '=', gameServer)
      .executeTakeFirstOrThrow()
  ).revision

let people = 0
async function person(...permissions: GameServerPermission[]): Promise<string> {
  people += 1
  const { id, sessionToken } = await addPerson(panel, `person-${people}`)
  await allow(panel, id, ['game-server-common', ...permissions], first)
  return sessionToken
}

describe('schedules of a game server', () => {
  test('only when nobody plays is refused for a game that cannot be asked, unless it is stored so', async () => {
    const { template_id } = await panel.db
      .selectFrom('game_servers')
      .select('template_id')
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    const silent = {
      slug: 'silent',
      name: 'Silent',
      game: 'Silent',
      description: '',
      process_managers: ['process'],
    }
    const text = JSON.stringify({
      ...silent,
      ports: { game: { protocol: 'tcp', default: 1000 } },
      command: ['./game'],
      install: [],
      ready: { pattern: null },
      stop: { method: { by: 'signal', signal: 'SIGINT' } },
    })
    const made = await ask('POST', '/api/templates', { text })
    expect(made.status, made.text).toBe(201)
    const give = (id: number) =>
      panel.db.updateTable('game_servers').set({ template_id: id }).where('id', '=', second).execute()
    const empty = { ...nightly, only_when_empty: true }
    await give(template_id)
    const stored = await ask('POST', pathOf(second), empty)
    expect(stored.status, stored.text).toBe(201)
    await give(made.json.id)
    const refused = await ask('POST', pathOf(second), empty)
    expect([refused.status, Object.keys(refused.json.errors)]).toEqual([422, ['only_when_empty']])
    const path = pathOf(second, `/${stored.json.id}`)
    expect((await ask('PUT', path, { ...empty, enabled: false })).status).toBe(200)
    expect((await ask('PUT', path, nightly)).status).toBe(200)
    expect((await ask('PUT', path, empty)).status).toBe(422)
    expect((await ask('DELETE', path)).status).toBe(204)
    await give(template_id)
  })

  test('made, listed, changed and deleted, each with a higher revision of the definition', async () => {
    const before = [await revisionOf(first), await revisionOf(second)] as const
    const made = await created()
    expect(made).toEqual({
      ...nightly,
      id: made.id,
      command: '',
      enabled: true,
      only_when_empty: false,
      overlap: 'skip',
      missed: 'skip',
      next_run_at: '2026-11-16T03:00:00.000Z',
      created_at: '2026-11-15T08:00:20.000Z',
    })
    expect((await ask('GET', pathOf(first))).json).toEqual([made])
    expect((await ask('GET', pathOf(second))).json).toEqual([])
    const changed = await ask('PUT', pathOf(first, `/${made.id}`), {
      ...nightly,
      enabled: false,
      missed: 'once',
    })
    expect(changed.json).toMatchObject({ id: made.id, enabled: false, missed: 'once', next_run_at: null })
    expect((await ask('DELETE', pathOf(first, `/${made.id}`))).status).toBe(204)
    expect((await ask('GET', pathOf(first))).json).toEqual([])
    expect([await revisionOf(first), await revisionOf(second)]).toEqual([before[0] + 3, before[1]])
  })

  test('an interval counts from when it was made, and goes on counting when only its name changes', async () => {
    const every = { timing: { by: 'interval', minutes: 90 }, time_zone: 'UTC' }
    const { id, next_run_at } = await created(every)
    expect(next_run_at).toBe('2026-11-15T09:30:00.000Z')
    panel.clock.nowMs += 10 * 60_000
    const renamed = await ask('PUT', pathOf(first, `/${id}`), { ...nightly, ...every, name: 'other' })
    expect(renamed.json.next_run_at).toBe('2026-11-15T09:30:00.000Z')
    const faster = { ...nightly, ...every, timing: { by: 'interval', minutes: 60 } }
    expect((await ask('PUT', pathOf(first, `/${id}`), faster)).json.next_run_at).toBe(
      '2026-11-15T09:10:00.000Z',
    )
    await ask('DELETE', pathOf(first, `/${id}`))
  })

  test('what a node must know cannot be written from outside', async () => {
    const foreign = { begins_at_ms: 1, id: 4711, server_id: second, created_at: 'never' }
    const refused = await ask('POST', pathOf(first), { ...nightly, ...foreign })
    expect([refused.status, Object.keys(refused.json.errors)]).toEqual([422, Object.keys(foreign)])
    const { id } = await created()
    const row = await panel.db
      .selectFrom('schedules')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.server_id).toBe(first)
    expect(JSON.parse(row.definition).begins_at_ms).toBe(Math.floor(panel.clock.nowMs / 60_000) * 60_000)
    await ask('DELETE', pathOf(first, `/${id}`))
  })

  const wrong: [string, string, object][] = [
    ['timing.expression', 'never comes', { timing: { by: 'cron', expression: '0 0 30 2 *' } }],
    ['timing.expression', 'must have five fields', { timing: { by: 'cron', expression: '0 0 4 * * *' } }],
    ['timing.expression', 'must have five fields', { timing: { by: 'cron', expression: '@daily' } }],
    ['timing.expression', 'is not understood', { timing: { by: 'cron', expression: '0 25 * * *' } }],
    ['timing.minutes', '', { timing: { by: 'interval', minutes: 0 } }],
    ['timing.minutes', '', { timing: { by: 'interval', minutes: 1e9 } }],
    ['timing.by', '', { timing: { by: 'moon' } }],
    ['time_zone', 'is not a time zone', { time_zone: 'Mars/Olympus' }],
    ['time_zone', 'is not a time zone', { time_zone: '+02:00' }],
    ['name', 'must not be empty', { name: ' ' }],
    ['action', '', { action: 'explode' }],
    ['command', 'is required', { action: 'command' }],
    ['command', 'is required', { action: 'command', command: ' \n ' }],
    ['command', 'must not contain control characters', { action: 'command', command: 'say \u0003' }],
    ['command', 'must not contain control characters', { action: 'command', command: 'say \u009b' }],
    ['command', 'at most 4000 bytes in a line', { action: 'command', command: `ok\n${'ä'.repeat(2_001)}` }],
    ['command', 'at most 50 lines', { action: 'command', command: 'x\n'.repeat(51) }],
  ]
  test.each(wrong)('refused for %s: %s', async (field, words, change) => {
    const answer = await create(change)
    expect([answer.status, codeOf(answer)]).toEqual([422, 'invalid_input'])
    expect(answer.json.errors[field]?.[0]).toContain(words)
  })

  test('the command belongs to the action: several lines are kept, other actions have none', async () => {
    const typed = await created({ action: 'command', command: 'say one\r\n\nsay\ttwo\n' })
    expect(typed.command).toBe('say one\nsay\ttwo')
    const none = await created({ command: 'say nothing' })
    expect(none.command).toBe('')
    for (const { id } of [typed, none]) await ask('DELETE', pathOf(first, `/${id}`))
  })

  test('at most 50 for a game server, also when all come at once', async () => {
    const third = await addGameServer(panel, 'third')
    const answers = await Promise.all(Array.from({ length: 60 }, () => create({}, third)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50)
    const refused = answers.find(({ status }) => status !== 201)
    expect([refused?.status, refused?.json.message]).toEqual([
      409,
      'a game server has at most 50 schedules: delete one first',
    ])
    expect((await ask('GET', pathOf(third))).json).toHaveLength(50)
    await ask('DELETE', `/api/servers/${third}`)
    expect(
      await panel.db.selectFrom('schedules').select('id').where('server_id', '=', third).execute(),
    ).toEqual([])
  })

  test('a schedule of another game server is not there (T-053)', async () => {
    const { id } = await created()
    for (const [method, path, body] of [
      ['PUT', pathOf(second, `/${id}`), nightly],
      ['DELETE', pathOf(second, `/${id}`), undefined],
      ['GET', pathOf(second, `/${id}/runs`), undefined],
    ] as const) {
      expect((await ask(method, path, body)).status, path).toBe(404)
    }
    expect((await ask('GET', pathOf(first))).json).toHaveLength(1)
    await ask('DELETE', pathOf(first, `/${id}`))
  })

  test('runs are asked of the node, which is away: said with a reason', async () => {
    const { id } = await created()
    const answer = await ask('GET', pathOf(first, `/${id}/runs`))
    expect([answer.status, codeOf(answer)]).toEqual([503, 'node_offline'])
    expect(answer.json.message).toBe('the node is not connected: what it has done is shown when it is back')
    const newest = await ask('GET', `/api/servers/${first}/task-runs`)
    expect([newest.status, newest.json.message]).toEqual([503, answer.json.message])
    expect((await ask('GET', `/api/servers/${second}/task-runs`)).json).toEqual([])
    await ask('DELETE', pathOf(first, `/${id}`))
  })
})

describe('nobody gains a right by a schedule', () => {
  const rights: [string, GameServerPermission[], TokenAbility[]][] = [
    ['start', ['game-server-start'], ['server:start']],
    ['stop', ['game-server-stop'], ['server:stop']],
    ['restart', ['game-server-restart'], ['server:restart']],
    ['update', ['game-server-update', 'game-server-restart'], ['server:update', 'server:restart']],
    ['command', ['game-server-console-send'], ['server:console']],
  ]
  const all = [...new Set(rights.flatMap(([, permissions]) => permissions))]

  test.each(rights)('%s needs %j beside the right to manage schedules', async (action, needed, abilities) => {
    const body = { action, command: 'say hello' }
    const holder = await person('game-server-tasks', ...needed)
    const made = await create(body, first, holder)
    expect(made.status, made.text).toBe(201)
    const path = pathOf(first, `/${made.json.id}`)
    expect((await create(body, first, await person(...needed))).status).toBe(403)
    for (const missing of needed) {
      const other = await person('game-server-tasks', ...all.filter(name => name !== missing))
      const refused = await create(body, first, other)
      expect([refused.status, codeOf(refused)]).toEqual([403, 'forbidden'])
      expect(refused.json.message).toContain('a schedule for this needs the permission')
      const changed = await ask('PUT', path, { ...nightly, ...body, name: 'mine' }, other)
      expect(changed.status).toBe(403)
    }
    const withToken = async (...carried: TokenAbility[]) =>
      (await create(body, first, await createToken(panel, holder, carried))).status
    expect(await withToken('server:tasks-manage', ...abilities)).toBe(201)
    expect(await withToken('server:tasks-manage')).toBe(403)
    expect(await withToken(...abilities)).toBe(403)
    const list = (await ask('GET', pathOf(first))).json as ServerTask[]
    for (const { id } of list) expect((await ask('DELETE', pathOf(first, `/${id}`))).status).toBe(204)
  })

  test('a schedule may be turned into what one may do, and deleted, without the right to what it did', async () => {
    const { id } = await created({ action: 'stop' })
    const manager = await person('game-server-tasks', 'game-server-start')
    const path = pathOf(first, `/${id}`)
    expect((await ask('PUT', path, { ...nightly, action: 'stop', name: 'mine' }, manager)).status).toBe(403)
    expect((await ask('PUT', path, { ...nightly, action: 'start' }, manager)).status).toBe(200)
    expect((await ask('DELETE', path, undefined, manager)).status).toBe(204)
  })
})

describe('schedules with steps', () => {
  const nodeOf = async () =>
    (
      await panel.db
        .selectFrom('game_servers')
        .select('node_id')
        .where('id', '=', first)
        .executeTakeFirstOrThrow()
    ).node_id
  const setCapabilities = async (...names: string[]) =>
    panel.db
      .updateTable('nodes')
      .set({ capabilities: JSON.stringify(names) })
      .where('id', '=', await nodeOf())
      .execute()
  const { action: _, ...timed } = nightly
  const warned = {
    ...timed,
    steps: [
      { action: 'command', command: 'say soon\r\n', message: 'not of a command' },
      { action: 'restart', command: 'nor of a restart', offset_seconds: 300, only_when: 'running' },
    ],
  }
  const createSteps = (change: object, sessionToken = admin) =>
    ask('POST', pathOf(first), { ...warned, ...change }, sessionToken)
  beforeAll(() => setCapabilities('schedule_steps'))

  test('stored and answered without an action, sent to the node in a field of their own, switched off and on', async () => {
    const made = await createSteps({})
    expect(made.status, made.text).toBe(201)
    const steps = [
      { action: 'command', command: 'say soon', offset_seconds: 0, continue_on_failure: false },
      { action: 'restart', offset_seconds: 300, only_when: 'running', continue_on_failure: false },
    ]
    expect(made.json).toMatchObject({ ...timed, command: '', steps })
    expect(Object.keys(made.json)).not.toContain('action')
    const { id, next_run_at: _next, created_at: _created, ...input } = made.json
    expect((await ask('PUT', pathOf(first, `/${id}`), { ...input, enabled: false })).json.steps).toEqual(
      steps,
    )
    const row = await panel.db
      .selectFrom('schedules')
      .select('definition')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    // A panel of the version before finds a command with nothing to type.
    expect(JSON.parse(row.definition)).toMatchObject({ action: 'command', command: '', steps })
    const short = await ask('PUT', pathOf(first, `/${id}`), nightly)
    expect(short.json).toMatchObject({ action: 'restart' })
    expect(Object.keys(short.json)).not.toContain('steps')
    await ask('DELETE', pathOf(first, `/${id}`))
  })

  const stop = { action: 'stop' }
  const faults: [string, string, object][] = [
    ['action', 'steps instead', { steps: undefined }],
    ['action', 'must be left out', { action: 'stop' }],
    ['command', 'must be left out', { command: 'say' }],
    ['only_when_empty', 'must be left out', { only_when_empty: true }],
    ['steps', '', { steps: [] }],
    ['steps', '', { steps: Array.from({ length: 21 }, () => stop) }],
    ['steps.0.action', '', { steps: [{ action: 'kill' }] }],
    ['steps.0.only_when', '', { steps: [{ ...stop, only_when: 'moon' }] }],
    ['steps.0.offset_seconds', '', { steps: [{ ...stop, offset_seconds: 86_401 }] }],
    ['steps.1.offset_seconds', 'before', { steps: [{ ...stop, offset_seconds: 2 }, stop] }],
    ['steps.1.command', 'is required', { steps: [stop, { action: 'command', command: ' ' }] }],
    ['steps.0.message', 'is required', { steps: [{ action: 'message' }] }],
    ['steps.0.message', 'one line', { steps: [{ action: 'message', message: 'a\nb' }] }],
  ]
  test.each(faults)('refused for %s: %s', async (field, text, change) => {
    const answer = await createSteps(change)
    expect([answer.status, codeOf(answer)]).toEqual([422, 'invalid_input'])
    expect(answer.json.errors[field]?.[0], answer.text).toContain(text)
  })

  test('a game that cannot tell its players anything, or not how many they are, is refused with the step', async () => {
    const templates = await panel.db.selectFrom('templates').select(['id', 'slug']).execute()
    const give = (slug: string) =>
      panel.db
        .updateTable('game_servers')
        .set({ template_id: templates.find(template => template.slug === slug)?.id ?? 0 })
        .where('id', '=', first)
        .execute()
    const stored = (
      await createSteps({
        steps: [stop, { action: 'message', message: 'soon', only_when: 'players_online' }],
      })
    ).json
    // Made by the first test of this file.
    await give('silent')
    const message = await createSteps({ steps: [stop, { action: 'message', message: 'soon' }] })
    expect(message.json.errors?.['steps.1.action']?.[0], message.text).toMatch(
      /cannot be told anything .* leave the message out/,
    )
    const counting = await createSteps({ steps: [{ ...stop, only_when: 'no_players' }] })
    expect(counting.json.errors?.['steps.0.only_when']?.[0], counting.text).toContain(
      'does not report how many',
    )
    // What is stored so already may stay.
    const path = pathOf(first, `/${stored.id}`)
    expect((await ask('PUT', path, { ...warned, steps: stored.steps })).status).toBe(200)
    await ask('DELETE', path)
    await give('arena')
  })

  test('L22 an older daemon: saving and running name the node to upgrade, switching off still works', async () => {
    const { id } = (await createSteps({})).json
    const options = async () => (await ask('GET', `/api/servers/${first}/task-options`)).json
    expect(await options()).toEqual({ can_run_steps: true, can_message: true, can_back_up: false })
    await setCapabilities('planned_power')
    expect(await options()).toMatchObject({ can_run_steps: false })
    const refused = await createSteps({ name: 'another' })
    expect([refused.status, codeOf(refused)]).toEqual([409, 'conflict'])
    expect(refused.json.message).toMatch(/^the daemon on the node ".+" is too old for this: upgrade the node/)
    expect((await ask('POST', pathOf(first, `/${id}/run`))).status).toBe(409)
    expect((await ask('POST', pathOf(first, `/${id}/runs/1/cancel`))).status).toBe(409)
    expect((await ask('PUT', pathOf(first, `/${id}`), { ...warned, enabled: false })).status).toBe(200)
    await setCapabilities('schedule_steps')
    const away = await ask('POST', pathOf(first, `/${id}/run`))
    expect([away.status, codeOf(away)]).toEqual([503, 'node_offline'])
    await ask('DELETE', pathOf(first, `/${id}`))
  })

  test('every step needs its own permission, also to run it now; canceling and deleting need none of them', async () => {
    const holder = await person('game-server-tasks', 'game-server-restart', 'game-server-console-send')
    const made = await createSteps({}, holder)
    expect(made.status, made.text).toBe(201)
    for (const held of ['game-server-restart', 'game-server-console-send'] as const) {
      const other = await person('game-server-tasks', held)
      expect((await createSteps({}, other)).status).toBe(403)
      expect((await ask('PUT', pathOf(first, `/${made.json.id}`), warned, other)).status).toBe(403)
      expect((await ask('POST', pathOf(first, `/${made.json.id}/run`), undefined, other)).status).toBe(403)
      const canceled = await ask('POST', pathOf(first, `/${made.json.id}/runs/1/cancel`), undefined, other)
      expect(canceled.status).toBe(503)
    }
    const messages = await createSteps({ steps: [{ action: 'message', message: 'x' }] }, holder)
    expect([messages.status, messages.json.message]).toEqual([403, expect.stringContaining('permission')])
    const token = await createToken(panel, holder, [
      'server:tasks-manage',
      'server:restart',
      'server:console',
    ])
    expect((await createSteps({}, token)).status).toBe(201)
    const list = (await ask('GET', pathOf(first))).json as ServerTask[]
    for (const { id } of list) expect((await ask('DELETE', pathOf(first, `/${id}`))).status).toBe(204)
  })
})
