// Metrics from the kernel of a node to a browser's socket: real daemons, real link, real panel.

import { gameServerSeries, nodeSeries } from '@rookery/contracts/metric-series.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addPerson, allow, withdrawAll } from '../../panel/test/tokens/people.ts'
import {
  byHand,
  countOf,
  everySecond,
  MetricsWorld,
  startRunningPanel,
  type TestDaemon,
  timesOf,
  until,
} from './metrics-world.ts'

const uptime = 'panel_node_uptime_seconds_total'
const isUp = 'panel_server_up'
let world: MetricsWorld
let atSeconds = 1_700_000_000

beforeEach(async () => {
  world = await new MetricsWorld().start()
})
afterEach(() => world.stop())

async function look(daemon: TestDaemon, times = 1): Promise<number[]> {
  const looked: number[] = []
  for (let count = 0; count < times; count++) {
    atSeconds += 5
    looked.push(atSeconds)
    await daemon.app.metrics.measure(atSeconds)
  }
  return looked
}

describe('metrics channels', () => {
  test('6.2 (C266, C260, C334) history, one mark, then live, as evenly as the node collects', async () => {
    const daemon = await world.addDaemon('One', everySecond)
    const ring = () => daemon.app.metrics.source(0)?.ring
    await until('three points are kept', () => (ring()?.endSeq ?? 0) >= 3)
    const { frames } = await world.open(`/api/ws/nodes/${daemon.nodeId}/metrics`)
    await until('live points come', () => countOf(frames, 'metrics') >= 3)
    expect(countOf(frames, 'metrics.replay.done')).toBe(1)
    const types = frames.map(({ type }) => type)
    expect(types.lastIndexOf('metrics.replay')).toBeLessThan(types.indexOf('metrics.replay.done'))
    expect(types.indexOf('metrics')).toBeGreaterThan(types.indexOf('metrics.replay.done'))
    const times = timesOf(frames, uptime)
    const stored = Array.from({ length: times.length }, (_, seq) => ring()?.timeOf(seq))
    expect(times).toEqual(stored)
    const names = new Set(frames.flatMap(({ payload }) => payload.samples ?? []).map(({ name }) => name))
    expect([...names].toSorted()).toEqual(nodeSeries.map(({ name }) => name).toSorted())
    for (const frame of frames) {
      expect(Object.keys(frame).toSorted()).toEqual(['payload', 'ts', 'type'])
      expect(Number.isInteger(frame.ts)).toBe(true)
      expect(Math.abs(frame.ts - world.panel.clock.nowMs / 1000)).toBeLessThan(5)
    }
  })

  test('6.2 however many browsers look, the node is asked for one watch, and all get the same', async () => {
    const daemon = await world.addDaemon('One', byHand)
    const before = await look(daemon, 30)
    const path = `/api/ws/nodes/${daemon.nodeId}/metrics`
    const sessionToken = await world.panel.signIn()
    const viewers = await Promise.all(Array.from({ length: 20 }, () => world.open(path, sessionToken)))
    await until('all have their history', () =>
      viewers.every(({ frames }) => countOf(frames, 'metrics.replay.done') === 1),
    )
    const live = await look(daemon, 5)
    await until('all have the live points', () =>
      viewers.every(({ frames }) => timesOf(frames, uptime).length === 35),
    )
    for (const { frames } of viewers) expect(timesOf(frames, uptime)).toEqual([...before, ...live])
    expect(daemon.transfers).toEqual(['watchMetrics'])
    for (const { socket } of viewers) socket.close()
    const later = await world.open(path, sessionToken)
    await until('a later one has its history too', () => countOf(later.frames, 'metrics.replay.done') === 1)
    expect(timesOf(later.frames, uptime)).toEqual([...before, ...live])
  })

  test('6.2 (C338) after a restart of the panel the history is still there; it lives in the daemon', async () => {
    const daemon = await world.addDaemon('One', byHand)
    const before = await look(daemon, 10)
    await world.panel.halt()
    world.panel = await startRunningPanel({ dataDir: world.panel.dataDir })
    await daemon.dial(`127.0.0.1:${world.panel.grpcPort}`)
    const { frames } = await world.open(`/api/ws/nodes/${daemon.nodeId}/metrics`)
    await until('the history is there', () => countOf(frames, 'metrics.replay.done') === 1)
    expect(timesOf(frames, uptime)).toEqual(before)
  })

  test('8.5 (C336, C267) a node that is away is told; after a new start its series begin anew without an error', async () => {
    const daemon = await world.addDaemon('One', byHand)
    await look(daemon, 10)
    const path = `/api/ws/nodes/${daemon.nodeId}/metrics`
    const stays = await world.open(path)
    await until('it has its history', () => countOf(stays.frames, 'metrics.replay.done') === 1)
    await world.stopDaemon(daemon)
    const late = await world.open(path)
    await until('the error is told', () => countOf(late.frames, 'metrics.error') === 1)
    expect(late.frames[0]).toMatchObject({ type: 'metrics.error', payload: { code: 'node_offline' } })
    // What another viewer keeps alive here is shown meanwhile, but the mark waits for the node.
    await until('what is known is shown', () => timesOf(late.frames, uptime).length === 10)
    expect(countOf(late.frames, 'metrics.replay.done')).toBe(0)
    const sessionToken = await world.panel.signIn()
    const read = await world.panel.request('GET', `/api/nodes/${daemon.nodeId}/metrics`, { sessionToken })
    expect([read.status, read.json.code]).toEqual([503, 'node_offline'])

    await world.startDaemon(daemon)
    const after = await look(daemon, 3)
    await until('both go on', () =>
      [stays, late].every(({ frames }) => timesOf(frames, uptime).at(-1) === after.at(-1)),
    )
    await until('the mark follows', () => countOf(late.frames, 'metrics.replay.done') > 0)
    expect(timesOf(stays.frames, uptime).slice(10)).toEqual(after)
    expect(timesOf(late.frames, uptime).slice(-3)).toEqual(after)
    expect([countOf(stays.frames, 'metrics.error'), countOf(late.frames, 'metrics.replay.done')]).toEqual([
      0, 1,
    ])
    const fresh = await world.open(path)
    await until('its history is there', () => countOf(fresh.frames, 'metrics.replay.done') === 1)
    expect([timesOf(fresh.frames, uptime), countOf(fresh.frames, 'metrics.error')]).toEqual([after, 0])
  })

  test('8.5 (C337) a node that collects nothing: the mark, and no values', async () => {
    const daemon = await world.addDaemon('Off', { enabled: false, intervalSeconds: 1, retentionSeconds: 600 })
    const { frames } = await world.open(`/api/ws/nodes/${daemon.nodeId}/metrics`)
    await until('the mark is there', () => countOf(frames, 'metrics.replay.done') === 1)
    const sessionToken = await world.panel.signIn()
    const read = await world.panel.request('GET', `/api/nodes/${daemon.nodeId}/metrics`, { sessionToken })
    expect([frames.length, read.json]).toEqual([1, { current: {}, samples: [] }])
  })

  test('4.4 the channel of all nodes tells each by its label, also one that comes later, and who is away', async () => {
    const one = await world.addDaemon('One', byHand)
    const two = await world.addDaemon('Two', byHand)
    await world.addDaemon('Quiet', byHand)
    const gone = await world.addDaemon('Gone', byHand)
    const ofOne = await look(one, 4)
    const ofTwo = await look(two, 2)
    await look(gone, 1)
    await world.stopDaemon(gone)
    const { frames } = await world.open('/api/ws/nodes/metrics')
    await until('the history is there', () => countOf(frames, 'metrics.replay.done') === 1)
    expect(frames[0]).toMatchObject({ type: 'metrics.error', payload: { node_ids: [gone.nodeId] } })
    ofOne.push(...(await look(one, 1)))
    ofTwo.push(...(await look(two, 3)))
    await world.startDaemon(gone)
    const ofGone = await look(gone, 2)
    const three = await world.addDaemon('Three', byHand)
    const ofThree = await look(three, 2)
    await until('everybody is heard', () => timesOf(frames, uptime).length === 14)
    const reported = [one, two, gone, three].map(({ nodeId }) => timesOf(frames, uptime, { node_id: nodeId }))
    expect(reported).toEqual([ofOne, ofTwo, ofGone, ofThree])
    expect(countOf(frames, 'metrics.replay.done')).toBe(1)
  })

  test('6.3 (C270) a game server: exactly its series, live and as an answer for scripts; what it uses among the events', async () => {
    const daemon = await world.addDaemon('One', everySecond)
    const id = await world.createArena(daemon, { start: true })
    const events = await world.open('/api/ws/events')
    const { frames } = await world.open(`/api/ws/servers/${id}/metrics`)
    await until('it runs and is measured', () => {
      const samples = frames.flatMap(({ payload }) => payload.samples ?? [])
      return samples.some(sample => sample.name === 'panel_server_cpu_usage_percent')
    })
    const names = new Set<string>(gameServerSeries.map(({ name }) => name))
    const samples = frames.flatMap(({ payload }) => payload.samples ?? [])
    for (const { name, labels } of samples) {
      expect(names.has(name), name).toBe(true)
      expect(labels).toEqual({ server_id: id })
      // Only a manager that can limit memory fills these, and process has no network of its own.
      expect(name).not.toMatch(/limit|memory_usage_percent|network/)
    }
    const sessionToken = await world.panel.signIn()
    const read = await world.panel.request('GET', `/api/servers/${id}/metrics`, { sessionToken })
    expect(read.json.current).toMatchObject({ panel_server_up: 1, panel_server_process_pids: 1 })
    expect(timesOf([{ type: '', ts: 0, payload: read.json }], isUp).length).toBeGreaterThan(1)
    // In its first moments a program has next to no memory.
    await until('its use is among the events', () =>
      events.frames.some(
        ({ type, payload }) =>
          type === 'event.usage' &&
          payload.servers?.some(([one, , memory]) => one === id && memory > 10_000_000),
      ),
    )
    expect(daemon.transfers.filter(kind => kind === 'watchUsage')).toHaveLength(1)
    expect(daemon.transfers.filter(kind => kind === 'watchMetrics')).toHaveLength(1)
  })

  test('6.1 (A43) a right that is withdrawn closes the channel; use is told to those alone who may see metrics', async () => {
    const daemon = await world.addDaemon('One', everySecond)
    const id = await world.createArena(daemon, { start: true })
    const viewer = await addPerson(world.panel, 'viewer')
    const stranger = await addPerson(world.panel, 'stranger')
    await allow(world.panel, viewer.id, ['game-server-common', 'game-server-metrics'], id)
    await allow(world.panel, stranger.id, ['game-server-common'], id)
    const events = await world.open('/api/ws/events', viewer.sessionToken)
    const blind = await world.open('/api/ws/events', stranger.sessionToken)
    const channel = await world.open(`/api/ws/servers/${id}/metrics`, viewer.sessionToken)
    await until('the viewer is told', () => countOf(events.frames, 'event.usage') > 0)
    await until('the history is there', () => countOf(channel.frames, 'metrics.replay.done') === 1)
    const askForPast = { type: 'usage-history', payload: { ids: [id, 9_999] } }
    for (const { socket } of [events, blind]) socket.send(JSON.stringify(askForPast))
    await until('the past is told', () => countOf(events.frames, 'event.usage-history') === 1)
    const past = events.frames.find(({ type }) => type === 'event.usage-history')
    expect(past?.payload.servers?.map(([one]) => one)).toEqual([id])
    await withdrawAll(world.panel, viewer.id)
    await until('the channel is closed', () => channel.closed.length > 0)
    expect(channel.closed).toEqual([4403])
    const reported = countOf(events.frames, 'event.usage')
    const [admin] = [await world.open('/api/ws/events')]
    await until('others are still told', () => countOf(admin.frames, 'event.usage') >= 3)
    expect(countOf(events.frames, 'event.usage')).toBeLessThanOrEqual(reported + 1)
    expect(countOf(blind.frames, 'event.usage')).toBe(0)
    expect(countOf(blind.frames, 'event.usage-history')).toBe(0)
  })
})
