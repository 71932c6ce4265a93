// The metrics history from a node's own file to an answer of the panel: real daemons, real link, real panel.

import type { MetricsHistory } from '@rookery/contracts/http/metrics.ts'
import { gameServerSeries, nodeSeries } from '@rookery/contracts/metric-series.ts'
import type { NodeUsageRow } from '@rookery/contracts/websocket/events.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPerson, allow } from '../../panel/test/tokens/people.ts'
import { waitFor } from '../wait-for.ts'
import { byHand, MetricsWorld, type TestDaemon } from './metrics-world.ts'

let world: MetricsWorld
let daemon: TestDaemon
let sessionToken = ''
let gameServerId = 0
const now = Math.floor(Date.now() / 60_000) * 60

beforeAll(async () => {
  world = await new MetricsWorld().start()
  daemon = await world.addDaemon('Remembers', { ...byHand, history: true })
  sessionToken = await world.panel.signIn()
  gameServerId = await world.createArena(daemon, { start: true })
  await waitFor('the game runs', async () => {
    const { json } = await world.panel.request('GET', `/api/servers/${gameServerId}`, { sessionToken })
    return json.state === 'running'
  })
})
afterAll(() => world.stop())

async function measure(from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += 30) await daemon.app.metrics.measure(at)
}

async function read(path: string, query: Record<string, number | string>) {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) search.set(name, String(value))
  return world.panel.request('GET', `${path}/metrics/history?${search.toString()}`, { sessionToken })
}
const ofGame = (query: Record<string, number | string>) => read(`/api/servers/${gameServerId}`, query)
const samplesOf = (history: MetricsHistory, name: string) =>
  history.samples.find(sample => sample.name === name)?.points.map(([at]) => at) ?? []

describe('metrics history', () => {
  test('8.5 what was measured hours ago is answered minute by minute, with a gap where nothing was', async () => {
    await measure(now - 7_200, now - 5_400)
    await measure(now - 1_800, now + 60)
    const answer = await ofGame({ from: now - 7_200, to: now, step: 60 })
    expect(answer.status).toBe(200)
    const history = answer.json as MetricsHistory
    const expected = Array.from({ length: 120 }, (_, minute) => now - 7_200 + minute * 60).filter(
      at => at < now - 5_400 || at >= now - 1_800,
    )
    expect(samplesOf(history, 'panel_server_up')).toEqual(expected)
    expect(history.problem).toBeNull()
    // Where the first ten minutes begin that hold a minute of it.
    expect(history.oldest).toBe(Math.floor((now - 7_200) / 600) * 600)
    const memory = history.samples.find(({ name }) => name === 'panel_server_memory_usage_bytes')
    expect(memory?.labels).toEqual({ server_id: gameServerId })
    expect(memory?.most).toHaveLength(memory?.points.length ?? 0)
    for (const [index, [, average]] of (memory?.points ?? []).entries()) {
      expect(average).toBeGreaterThanOrEqual(memory?.least?.[index] ?? Number.NaN)
      expect(average).toBeLessThanOrEqual(memory?.most?.[index] ?? Number.NaN)
    }
    const tens = (await ofGame({ from: now - 7_200, to: now, step: 600 })).json as MetricsHistory
    expect(samplesOf(tens, 'panel_server_up').every(at => at < now - 5_400 || at >= now - 2_400)).toBe(true)
  })

  test('6.3 exactly the ten series of a game server and the fifteen of a node have names in it, and players are none', async () => {
    const names = gameServerSeries.map(({ name }) => String(name))
    const game = (await ofGame({ from: now - 7_200, to: now, step: 60 })).json as MetricsHistory
    for (const { name } of game.samples) expect(names).toContain(name)
    expect(game.players.points.length).toBe(game.players.most.length)
    const node = (await read(`/api/nodes/${daemon.nodeId}`, { from: now - 7_200, to: now, step: 60 }))
      .json as MetricsHistory
    expect(node.samples.map(({ name }) => name)).toEqual(nodeSeries.map(({ name }) => name))
    expect(node.marks).toEqual([])
    expect(node.players.points).toEqual([])
  })

  test('what happened stands in it: the start, a changed setting, a crash with its reason', async () => {
    const pid = daemon.app.gameServers.processes()[0]?.process?.pid ?? 0
    expect(pid).toBeGreaterThan(0)
    const change = await world.panel.request('PUT', `/api/servers/${gameServerId}`, {
      sessionToken,
      body: { description: 'for the night' },
    })
    expect(change.status, change.text).toBeLessThan(300)
    process.kill(pid, 'SIGKILL')
    const until = Math.floor(Date.now() / 1000) + 86_400
    const marks = async () =>
      ((await ofGame({ from: now - 7_200, to: until, step: 60 })).json as MetricsHistory).marks
    await waitFor('the crash and the change are told', async () => {
      const kinds = (await marks()).map(({ kind }) => kind)
      return kinds.includes('crash') && kinds.includes('edit')
    })
    const told = await marks()
    expect(told.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['update', 'start', 'edit', 'crash']))
    expect(told.find(({ kind }) => kind === 'crash')?.detail).toMatch(/SIGKILL/)
    expect(told.map(({ at }) => at)).toEqual(told.map(({ at }) => at).toSorted())
  })

  test.each([
    ['from after to', { from: now, to: now - 60, step: 60 }],
    ['a step that is not stored', { from: now - 600, to: now, step: 61 }],
    ['more points than an answer may have', { from: now - 30 * 86_400, to: now, step: 60 }],
    ['no time at all', { from: 'yesterday', to: now, step: 60 }],
    ['nothing', {}],
  ])('%s is refused in words', async (_, query) => {
    const answer = await ofGame(query as Record<string, number>)
    expect(answer.status).toBe(422)
    expect(answer.json.code).toBe('invalid_input')
    expect(
      Object.values(answer.json.errors as Record<string, string[]>)
        .flat()
        .join(),
    ).not.toBe('')
  })

  test('a node that stores none says so, and how to change it', async () => {
    const forgetful = await world.addDaemon('Forgets', byHand)
    const answer = await read(`/api/nodes/${forgetful.nodeId}`, { from: now - 600, to: now, step: 60 })
    expect(answer.status).toBe(409)
    expect(answer.json).toMatchObject({
      code: 'history_off',
      message: expect.stringMatching(/metrics\.history to true in its daemon\.yaml/),
    })
  })

  test('what a node uses is told to those who may see nodes, and to nobody else', async () => {
    const plain = await addPerson(world.panel, 'plain')
    await allow(world.panel, plain.id, ['game-server-common', 'game-server-metrics'], gameServerId)
    const seen = await world.open('/api/ws/events')
    const blind = await world.open('/api/ws/events', plain.sessionToken)
    const usages = ({ frames }: { frames: { type: string; payload: object }[] }) =>
      frames.filter(({ type }) => type === 'event.usage').map(({ payload }) => payload)
    await waitFor('the administrator is told', async () => {
      await daemon.app.metrics.measure(Math.floor(Date.now() / 1000))
      return usages(seen).some(payload => 'nodes' in payload)
    })
    const told = usages(seen).find(payload => 'nodes' in payload) as { nodes: NodeUsageRow[] }
    expect(told.nodes.find(({ id }) => id === daemon.nodeId)).toMatchObject({
      memory_percent: expect.any(Number),
      disk_percent: expect.any(Number),
      disk_total_bytes: expect.any(Number),
    })
    expect(usages(blind).every(payload => !('nodes' in payload))).toBe(true)
  })

  test('a daemon that is too old for it is not asked (L21, L24)', async () => {
    const { db } = world.panel
    await db
      .updateTable('nodes')
      .set({ capabilities: JSON.stringify(['planned_power']) })
      .where('id', '=', daemon.nodeId)
      .execute()
    const asked = daemon.transfers.filter(name => name === 'readHistory').length
    const answer = await ofGame({ from: now - 600, to: now, step: 60 })
    expect(answer.status).toBe(409)
    expect(answer.json).toMatchObject({ code: 'conflict', message: expect.stringMatching(/too old/) })
    expect(daemon.transfers.filter(name => name === 'readHistory')).toHaveLength(asked)
  })

  test('a node that is away is named as the reason, and knows everything when it is back', async () => {
    await world.stopDaemon(daemon)
    const away = await ofGame({ from: now - 7_200, to: now, step: 60 })
    expect(away.status).toBe(503)
    expect(away.json).toMatchObject({ code: 'node_offline', message: expect.stringMatching(/stores/) })
    await world.startDaemon(daemon)
    await waitFor('the history is there again', async () => {
      const answer = await ofGame({ from: now - 7_200, to: now, step: 60 })
      return answer.status === 200 && samplesOf(answer.json, 'panel_server_up').length >= 59
    })
  })
})
